import type { Locale } from '../../core/locale.ts'

const rules = new Map<Locale, Intl.PluralRules>()

/** The form of a sentence that fits a number, with the number for `#`. */
export function counted(
  locale: Locale,
  count: number,
  forms: { one: string; other: string },
): string {
  const rule = rules.get(locale) ?? new Intl.PluralRules(locale)
  rules.set(locale, rule)
  const form = rule.select(count) === 'one' ? forms.one : forms.other
  return form.replace('#', () => new Intl.NumberFormat(locale).format(count))
}

import type { Locale } from '../../core/locale.ts'

const rules = new Map<Locale, Intl.PluralRules>()

/** Chooses the plural form of a sentence for a number, and puts the number in place of `#`. */
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

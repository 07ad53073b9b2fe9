import type { ParamProblem } from '../../core/errors.ts'
import type { Locale } from '../../core/locale.ts'
import { filled, problemWithBraces } from '../wording/rules.ts'

/** What may stand in braces in a message to guests. */
export const guestPlaceholders = ['name', 'event', 'when', 'where', 'order', 'site'] as const

export type GuestValues = Readonly<Record<(typeof guestPlaceholders)[number], string>>

/** A message to guests in one language. */
export type GuestText = { locale: Locale; subject: string; body: string }

/** What is wrong with the texts of a message, as one problem that names each; undefined when they can be sent (contract.md 38.8). */
export function problemWithTexts(texts: readonly GuestText[]): ParamProblem | undefined {
  const problems = texts.flatMap(({ locale, subject, body }, at) => {
    const twice = texts.findIndex(other => other.locale === locale) < at
    return [
      ...(twice ? [`${locale} must be there once`] : []),
      ...of(`subject in ${locale}`, problemWithBraces(subject, guestPlaceholders)),
      ...of(`subject in ${locale}`, oneLineProblem(subject)),
      ...of(`body in ${locale}`, problemWithBraces(body, guestPlaceholders)),
      ...of(`body in ${locale}`, body.trim() === '' ? 'must have words' : undefined),
    ]
  })
  return problems.length === 0 ? undefined : { message: `${problems.join('; ')}.` }
}

const of = (what: string, problem: string | undefined) =>
  problem === undefined ? [] : [`the ${what} ${problem}`]

function oneLineProblem(subject: string): string | undefined {
  if (subject.trim() === '') return 'must have words'
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject) ? 'must be one line' : undefined
}

/** The language of the text that a guest gets: the guest's own, the site's, or the first. */
export function localeFor(
  texts: readonly Pick<GuestText, 'locale'>[],
  own: Locale,
  site: Locale,
): Locale {
  const has = (locale: Locale) => texts.some(text => text.locale === locale)
  return [own, site].find(has) ?? texts[0]?.locale ?? site
}

/** A text with what it says of one guest. */
export const saidTo = ({ subject, body }: Omit<GuestText, 'locale'>, values: GuestValues) => ({
  subject: filled(subject, values),
  body: filled(body, values),
})

import type { ParamProblem } from '../../core/errors.ts'
import type { MessageKind } from '../outbox/rules.ts'

const ofOrders = ['name', 'event', 'order', 'total', 'site'] as const
const ofEvents = ['name', 'event', 'when', 'where', 'site'] as const
const calledOff = ['name', 'event', 'reason', 'site'] as const

/** What may stand in braces in one's own text of a mail, by its kind. Kinds that are missing have no such texts. */
export const placeholdersOf = {
  'order.confirmed': ofOrders,
  'ticket.issued': ['name', 'buyer', 'event', 'site'],
  'order.pending': ofOrders,
  'order.failed': ofOrders,
  'order.refunded': ['name', 'event', 'order', 'amount', 'site'],
  'ticket.transferred': ofEvents,
  'event.changed': ofEvents,
  'event.cancelled': calledOff,
  'event.postponed': calledOff,
  'event.reminder': ofEvents,
} as const satisfies { [Kind in MessageKind]?: readonly string[] }

export type WordedKind = keyof typeof placeholdersOf
export const wordedKinds = Object.keys(placeholdersOf) as WordedKind[]

/** The values of a kind's placeholders, without those that all kinds have. */
export type ValuesOf<Kind extends WordedKind> = Readonly<
  Record<Exclude<(typeof placeholdersOf)[Kind][number], 'name' | 'site'>, string>
>

/** One's own words in a mail: a subject instead of ours, and what stands before our sentences. Empty where there are none. */
export type Wording = { subject: string; intro: string }

const placeholder = /\{([^{}]*)\}/g

/** What is wrong with the words for a kind of mail, by parameter; nothing when they can be used (contract.md 19.10). */
export function problemsOf(
  kind: WordedKind,
  { subject, intro }: Wording,
): Record<string, ParamProblem> {
  const problems = Object.entries({ subject, intro }).flatMap(([name, text]) => {
    const problem = problemWithBraces(text, placeholdersOf[kind])
    return problem ? [[name, problem]] : []
  })
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject)) problems.push(['subject', 'must be one line'])
  if (subject.trim() === '' && intro.trim() === '') {
    problems.push(['intro', 'must have words, or the subject must: delete the text to use ours'])
  }
  return Object.fromEntries(problems.map(([name, message]) => [name, { message }]))
}

/** What is wrong with the braces of a text that may have these placeholders. */
export function problemWithBraces(
  text: string,
  placeholders: readonly string[],
): string | undefined {
  const inBraces = placeholders.map(name => `{${name}}`).join(', ')
  const unknown = [...text.matchAll(placeholder)].find(
    ([, name = '']) => !placeholders.includes(name),
  )
  if (unknown) return `${unknown[0]} is no placeholder of this kind of mail, which has ${inBraces}`
  if (/[{}]/.test(text.replace(placeholder, ''))) {
    return `has a brace that is not closed or not opened; braces are for ${inBraces}`
  }
  return undefined
}

/** A text with its values. A value is put in as it is, whatever braces it has. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (whole, name: string) => values[name] ?? whole)

/** Paragraphs, which blank lines part. */
export const paragraphsOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')

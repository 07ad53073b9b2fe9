import type { AskedQuestion } from './rules.ts'

/** The place of a form that a question is asked for: one place of a ticket, counted from 0; undefined for the order. */
export type AskedPlace = { readonly ticket: number; readonly index: number }

/** The name of the field of a question, such as `answers[q5]` or, for a place, `answers[q5-t12-0]`. */
export const answerField = (question: number, place?: AskedPlace): string =>
  `answers[${answerKey(question, place)}]`

/** How the same is named within `answers`. */
export const answerKey = (question: number, place?: AskedPlace): string =>
  place ? `q${question}-t${place.ticket}-${place.index}` : `q${question}`

/** The answers of an order, or of one place, out of the members of `answers` in a form. */
export function sentAnswers(
  members: Readonly<Record<string, unknown>>,
  group: readonly Pick<AskedQuestion, 'id'>[],
  place?: AskedPlace,
): Map<number, unknown> {
  return new Map(
    group.flatMap(({ id }): [number, unknown][] => {
      const key = answerKey(id, place)
      return Object.hasOwn(members, key) ? [[id, oneOrMore(members[key])]] : []
    }),
  )
}

/** Forms send a blank before checkboxes, so that none ticked is sent too; one that is ticked is a text. */
function oneOrMore(incoming: unknown): unknown {
  if (!Array.isArray(incoming)) return incoming
  const filled = incoming.filter(one => one !== '')
  return filled.length > 1 ? filled : (filled[0] ?? '')
}

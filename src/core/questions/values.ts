import { isGuestAddress } from '../mail-address.ts'
import type { QuestionChoice, QuestionKind } from './kinds.ts'

/** An answer: a text, the id of a choice, `yes` or `no`, a date `YYYY-MM-DD`; of several choices their ids, in their order. */
export type Answer = string | readonly string[]

export const textMost = 200
export const longTextMost = 2000

type Value = { readonly answer: Answer } | 'invalid' | undefined
type Questioned = { readonly kind: QuestionKind; readonly choices: readonly QuestionChoice[] }

/**
 * Reads an answer as it was sent; undefined for none, `invalid` for one that does not fit the question. `before` is the answer that
 * was kept before, whose choices may have closed since.
 */
export function valueOf(
  question: Questioned,
  incoming: unknown,
  before: Answer | undefined,
): Value {
  if (isBlank(incoming)) return undefined
  if (question.kind === 'several') return severalOf(question, incoming, before)
  if (typeof incoming !== 'string') return 'invalid'
  const text = incoming.replaceAll(/\r\n?/g, '\n').trim()
  if (/[^\P{Cc}\n\t]/u.test(text)) return 'invalid'
  if (question.kind === 'choice') return open(question, text, before) ? { answer: text } : 'invalid'
  // A consent that is not given is no answer.
  if (question.kind === 'consent' && text === 'no') return undefined
  return fits[question.kind](text) ? { answer: text } : 'invalid'
}

const isBlank = (incoming: unknown): boolean =>
  incoming === undefined ||
  incoming === null ||
  (typeof incoming === 'string' && incoming.trim() === '') ||
  (Array.isArray(incoming) && incoming.every(isBlank))

function severalOf(question: Questioned, incoming: unknown, before: Answer | undefined): Value {
  const list: unknown[] = Array.isArray(incoming) ? incoming : [incoming]
  const chosen = new Set(list.filter(one => !isBlank(one)))
  for (const one of chosen) {
    if (typeof one !== 'string' || !open(question, one, before)) return 'invalid'
  }
  return { answer: question.choices.flatMap(({ id }) => (chosen.has(id) ? [id] : [])) }
}

function open({ choices }: Questioned, id: string, before: Answer | undefined): boolean {
  const choice = choices.find(one => one.id === id)
  return choice !== undefined && (!choice.closed || [before].flat().includes(id))
}

const fits: Record<Exclude<QuestionKind, 'choice' | 'several'>, (text: string) => boolean> = {
  text: text => text.length <= textMost && !/[\n\t]/.test(text),
  long_text: text => text.length <= longTextMost,
  yes_no: text => text === 'yes' || text === 'no',
  consent: text => text === 'yes',
  date: isDate,
  email: isGuestAddress,
  phone: isPhone,
}

/** A day of the calendar, 1900 to 2199. */
function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] =
    /^(19\d\d|20\d\d|21\d\d)-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return (
    date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) && year !== ''
  )
}

/** A telephone number as people write it: 5 to 15 digits, with what may stand between them. */
function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return /^\+?[\d ()./-]{5,30}$/.test(text) && digits >= 5 && digits <= 15
}

import type { OrderPage, TimelineItem } from '@marquee-events/client'
import { moneyWords } from '../../pieces/words.ts'
import { mailKind, mailStates } from '../mails/mail-words.ts'

/** A moment of an order in words, and how it looks. */
export type Moment = { key: string; at: string; what: string; more: string; tone: string }

const became: Readonly<Record<string, string>> = {
  created: 'Ordered',
  pending: 'Payment begun',
  'action-req': 'The buyer must confirm the payment',
  approved: 'Payment approved',
  completed: 'Completed',
  denied: 'Payment denied',
  'not-completed': 'Not completed',
  voided: 'Given up',
  refunded: 'Everything given back',
  reversed: 'Taken back by the bank',
}

/** No more than is known: the provider took it over, which is not the buyer's account. */
const refundWords: Readonly<Record<string, string>> = {
  reserved: 'A refund waits to be sent:',
  sent: 'A refund is with the provider:',
  done: 'The provider accepted the refund of',
  failed: 'A refund failed:',
}

/** What a changed member is called. Members without a name here are told by an item of their own, or follow from another. */
const members: Readonly<Record<string, string>> = {
  purchaser_name: 'name of the buyer',
  purchaser_email: 'e-mail of the buyer',
  holder_name: 'name',
  holder_email: 'e-mail',
  passed_to: 'who holds it',
  going: 'whether they come',
  locale: 'language',
  link_generation: 'the link to its page',
}

const verdicts: Readonly<Record<string, string>> = {
  admitted: 'Came in',
  undone: 'Check-in taken back',
  refused: 'Refused at the door',
}

function mailWords(what: string): string {
  const [, kind = what, state = ''] = /^(\S+) (\S+)$/.exec(what) ?? []
  const word = Object.entries(mailStates).find(([name]) => name === state)?.[1][0]
  return `Mail: ${mailKind(kind)}${word === undefined ? '' : ` (${word.toLowerCase()})`}`
}

const endings = ['generation', 'stock', 'status']

/** A change by the members that a person would name. What a place takes over from its buyer is told once, of the buyer. */
function changeWords({ changed, attendee }: TimelineItem): Said | undefined {
  const isOfPlace = attendee !== null
  if (isOfPlace && endings.every(name => changed.includes(name)))
    return ['The place ended', 'plain']
  if (isOfPlace && changed.some(name => name.startsWith('purchaser_'))) return undefined
  const named = changed.flatMap(name => members[name] ?? [])
  return named.length === 0 ? undefined : [`Changed: ${named.join(', ')}`, 'plain']
}

/** What became of an order, newest first. What only the service itself would name is left to the audit. */
export const momentsOf = (items: readonly TimelineItem[], order: OrderPage): Moment[] =>
  items.flatMap(item => momentOf(item, order) ?? [])

function momentOf(item: TimelineItem, order: OrderPage): Moment | undefined {
  const { kind, text, at, by, id, attendee } = item
  const said = wordsOf(item, order.currency)
  if (said === undefined) return undefined
  const [what, tone] = said
  const place = order.places.length > 1 && order.places.find(one => one.id === attendee)
  const more = [place ? `place ${place.number}` : '', text ?? '', by ?? '']
  return { key: `${kind} ${id}`, at, what, more: more.filter(Boolean).join(' · '), tone }
}

type Said = readonly [what: string, tone: string]

function wordsOf(item: TimelineItem, currency: string): Said | undefined {
  const { kind, what, amount } = item
  if (kind === 'change') return changeWords(item)
  const money = amount === undefined ? '' : ` ${moneyWords(amount, currency)}`
  const of: Readonly<Record<Exclude<TimelineItem['kind'], 'change'>, Said>> = {
    status: [became[what] ?? what, what === 'completed' ? 'good' : 'plain'],
    note: ['Note', 'plain'],
    refund: [`${refundWords[what] ?? what}${money}`, 'warn'],
    mail: [mailWords(what), 'plain'],
    scan: [verdicts[what] ?? `At the door: ${what.replace(/_/g, ' ')}`, 'plain'],
    move: [`Moved to another ticket${money && `, worth${money}`}`, 'plain'],
  }
  return of[kind]
}

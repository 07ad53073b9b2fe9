import type { Holder } from '../../../ticketing/attendees/lookup.holders.ts'
import { lateReasons } from '../../../shop/orders/record/rules.ts'
import { occupiesPlace } from '../../../ticketing/attendees/rules.ts'
import type { Block } from '../blocks.ts'
import { type Letter, type Tongue, type Withdrawn, wordedAs } from '../letter.ts'
import type { OrderView } from '../order-view.ts'
import {
  admits,
  eventBlocks,
  eventLink,
  eventsInWords,
  eventsOf,
  firstEvent,
  letInTo,
  reasonBlocks,
  sumsBlock,
  ticketBlocks,
  totalInWords,
} from '../parts.ts'
import type { RefundNotice } from '../../../shop/orders/settling/lookup.ts'
import { moneyWords } from '../../texts/words.ts'
import { paragraphsOf } from '../../wording/rules.ts'

type About = { view: OrderView; tongue: Tongue }

const common = (view: OrderView) => ({
  greets: view.order.purchaser_name,
  from: firstEvent(view),
  isTest: view.order.gateway === 'sandbox',
})

/** The event whose own words a mail about an order has: its only one. */
const onlyEvent = ({ events }: OrderView) => (events.size === 1 ? [...events.keys()][0] : undefined)

const orderValues = (view: OrderView, tongue: Tongue) => ({
  event: eventsInWords([...view.events.values()], tongue),
  order: String(view.order.id),
  total: totalInWords(view.order, tongue),
})

const linkTo = (view: OrderView, { texts }: Tongue) =>
  ({ kind: 'link', text: texts.seeOrder, url: view.url }) as const

/** To the buyer: every ticket of the order that is not passed on. */
export function orderConfirmed({ view, tongue }: About): Letter | Withdrawn {
  const { texts } = tongue
  if (view.order.status !== 'completed') return gone(view)
  const { own } = view
  const coming = own.filter(admits)
  const declined = own.every(({ order_status: status }) => !occupiesPlace(status))
  const isPassedOn = own.length === 0 && view.holders.length > 0
  return {
    ...common(view),
    subject: texts.confirmed.subject(eventsInWords([...view.events.values()], tongue)),
    worded: wordedAs('order.confirmed', onlyEvent(view), orderValues(view, tongue)),
    tickets: coming,
    papers: { tickets: coming, orderUrl: view.url },
    calendar: eventsOf(coming),
    blocks: [
      {
        kind: 'text',
        text: isPassedOn
          ? texts.confirmed.passedOn
          : declined
            ? texts.confirmed.nobodyComes
            : texts.confirmed.intro(coming.length || own.length),
      },
      ...ticketBlocks(declined ? [] : own, view.events, tongue),
      sumsBlock(view, tongue),
      linkTo(view, tongue),
    ],
  }
}

const gone = ({ order }: OrderView): Withdrawn => ({
  withdrawn: `The order is ${order.status} by now.`,
})

/** To a holder who is not the buyer: their own tickets, and nothing about the order. */
export function ticketIssued({ view, tongue }: About, recipient: string): Letter | Withdrawn {
  const { texts } = tongue
  if (view.order.status !== 'completed') return gone(view)
  const isOwn = (email: string) => email.trim().toLowerCase() === recipient.toLowerCase()
  const own = view.holders.filter(holder => isOwn(holder.holder_email) && admits(holder))
  const [first] = own
  if (!first) return { withdrawn: 'The recipient holds no valid ticket of the order by now.' }
  const ids = new Set(own.map(({ event_id: id }) => id))
  const events = [...view.events.values()].filter(({ id }) => ids.has(id))
  return {
    ...common(view),
    greets: first.holder_name,
    from: events[0],
    subject: texts.issued.subject(eventsInWords(events, tongue)),
    worded: wordedAs('ticket.issued', ids.size === 1 ? first.event_id : undefined, {
      event: eventsInWords(events, tongue),
      buyer: view.order.purchaser_name || texts.somebody,
    }),
    tickets: own,
    papers: { tickets: own },
    calendar: eventsOf(own),
    blocks: [
      {
        kind: 'text',
        text: texts.issued.intro(view.order.purchaser_name || texts.somebody, own.length),
      },
      ...ticketBlocks(own, view.events, tongue),
      ...events.flatMap(event => eventLink(event, tongue)),
    ],
  }
}

/** The tickets of an order that were given back, and whom the mail about them goes to. */
export type Returned = { returned: readonly Holder[]; recipient: string; now: Date }

/**
 * To a holder who is not the buyer, when the holder's own tickets were given back: nobody else says that their codes are worth
 * nothing any more.
 */
export function ticketReturned(
  { view, tongue }: About,
  { returned, recipient, now }: Returned,
): Letter | Withdrawn {
  const { texts } = tongue
  const coming = new Map([...view.events].filter(([, { endsAt }]) => endsAt > now))
  const own = returned.filter(
    ({ holder_email: email, event_id: id }) =>
      email.trim().toLowerCase() === recipient.toLowerCase() && coming.has(id),
  )
  const [first] = own
  if (!first) return { withdrawn: 'The recipient had no ticket of an event that is not over.' }
  const ids = new Set(eventsOf(own))
  const events = new Map([...coming].filter(([id]) => ids.has(id)))
  return {
    ...common(view),
    greets: first.holder_name,
    from: events.get(first.event_id),
    subject: texts.returned.subject(eventsInWords([...events.values()], tongue)),
    tickets: [],
    blocks: [
      ...cancelledBlocks(events, tongue),
      { kind: 'text', text: texts.returned.intro(own.length) },
      ...[...events.values()].flatMap(event => [
        ...eventBlocks(event, tongue),
        ticketRows(
          own.filter(({ event_id: id }) => id === event.id),
          tongue,
        ),
      ]),
    ],
  }
}

const ticketRows = (own: readonly Holder[], { texts }: Tongue): Block => ({
  kind: 'rows',
  rows: [
    {
      label: texts.ticketType,
      lines: own.map(({ holder_name: name, ticket_name: ticket }) =>
        [name, ticket].filter(Boolean).join(' · '),
      ),
    },
  ],
})

/** To a buyer whose payment is still in progress after some minutes. */
export function orderPending({ view, tongue }: About): Letter | Withdrawn {
  const { texts } = tongue
  if (view.order.status !== 'pending' && view.order.status !== 'action-req') return gone(view)
  return {
    ...common(view),
    subject: texts.pending.subject(view.order.id),
    worded: wordedAs('order.pending', onlyEvent(view), orderValues(view, tongue)),
    tickets: [],
    blocks: [
      { kind: 'text', text: texts.pending.intro },
      sumsBlock(view, tongue),
      linkTo(view, tongue),
    ],
  }
}

/** Facts that decide whether a buyer is told of a failed order. */
export type Failure = {
  /** The buyer was told that the payment is in progress. */
  toldPending: boolean
  /** The same cart was ordered in another way. */
  orderedAnew: boolean
}

/** To a buyer whose payment failed or came too late. A buyer who merely left gets no mail. */
export function orderFailed({ view, tongue }: About, failure: Failure): Letter | Withdrawn {
  const { texts } = tongue
  const { order } = view
  const hasFailed = ['denied', 'not-completed', 'voided'].includes(order.status)
  if (!hasFailed || failure.orderedAnew) return gone(view)
  const paid = order.paid_minor > 0
  if (!paid && !failure.toldPending && order.status !== 'denied') {
    return { withdrawn: 'The buyer gave the order up.' }
  }
  const event = firstEvent(view)
  return {
    ...common(view),
    subject: texts.failed.subject(order.id),
    worded: wordedAs('order.failed', onlyEvent(view), orderValues(view, tongue)),
    tickets: [],
    blocks: [
      { kind: 'text', text: failureText(order, texts.failed) },
      sumsBlock(view, tongue),
      ...(event?.status === 'publish'
        ? [{ kind: 'link', text: texts.failed.again, url: event.url } as const]
        : []),
    ],
  }
}

function failureText(
  { paid_minor: paid, failed_reason: reason }: OrderView['order'],
  texts: Tongue['texts']['failed'],
): string {
  if (paid === 0) return texts.unpaid
  return reason === lateReasons.sold ? texts.paid : texts.paidInVain
}

/**
 * The events of an order that are cancelled, and why. Guests whose tickets are refunded before the notice of the
 * cancellation leaves learn of it by the mail about the refund alone.
 */
function cancelledBlocks(events: OrderView['events'], tongue: Tongue): Block[] {
  const cancelled = [...events.values()].filter(({ happening }) => happening === 'cancelled')
  return cancelled.flatMap(({ title, reason }): Block[] => [
    { kind: 'note', text: tongue.texts.change.cancelledSubject(title) },
    ...reasonBlocks(reason, tongue),
  ])
}

/** The tickets that are still valid, so that the buyer sees whose were given back. */
function leftBlocks({ events }: OrderView, left: readonly Holder[], { texts }: Tongue): Block[] {
  if (left.length === 0) return []
  const titleOf = ({ event_id: id }: Holder) => (events.size > 1 ? events.get(id)?.title : '')
  const lines = left.map(holder =>
    [holder.holder_name, holder.ticket_name, titleOf(holder)].filter(Boolean).join(' · '),
  )
  return [{ kind: 'rows', rows: [{ label: texts.yourTickets, lines }] }]
}

/** Only a provider's refund takes its days at a bank. */
const moneyBack = (method: RefundNotice['method'], { refund }: Tongue['texts']) =>
  method === 'paid' ? refund.money : refund.byHand

/** What was given back: money in minor units and how, and what staff write to the buyer; empty for nothing. */
export type GivenBack = { minor: number } & RefundNotice

/** To a buyer whose money or places were refunded. */
export function orderRefunded(
  { view, tongue }: About,
  { minor, method, words }: GivenBack,
): Letter {
  const { texts, locale } = tongue
  const { order } = view
  const amount = moneyWords({ minor, currency: order.currency }, locale)
  const isLeft = letInTo(view.events)
  const left = order.status === 'completed' ? view.own.filter(isLeft) : []
  // Of tickets that are passed on nothing is said: neither that they are the buyer's, nor that none is valid.
  const isPassedOn = order.status === 'completed' && left.length === 0 && view.holders.some(isLeft)
  return {
    ...common(view),
    subject: texts.refund.subject(order.id),
    worded: wordedAs('order.refunded', onlyEvent(view), {
      event: eventsInWords([...view.events.values()], tongue),
      order: String(order.id),
      amount,
    }),
    tickets: [],
    blocks: [
      ...cancelledBlocks(view.events, tongue),
      ...paragraphsOf(words).map(text => ({ kind: 'text', text }) as const),
      { kind: 'text', text: minor > 0 ? moneyBack(method, texts)(amount) : texts.refund.places },
      ...(isPassedOn
        ? []
        : [
            {
              kind: 'text',
              text: left.length > 0 ? texts.refund.left(left.length) : texts.refund.none,
            } as const,
          ]),
      ...leftBlocks(view, left, tongue),
      sumsBlock(view, tongue),
      ...(order.refunded_minor > 0
        ? [
            {
              kind: 'sums',
              rows: [
                {
                  text: texts.refunded,
                  amount: moneyWords(
                    { minor: order.refunded_minor, currency: order.currency },
                    locale,
                  ),
                },
              ],
            } as const,
          ]
        : []),
      linkTo(view, tongue),
    ],
  }
}

import type { Words } from '../../../core/words/speak.ts'
import type { Holder } from '../../../ticketing/attendees/lookup.holders.ts'
import { lateReasons } from '../../../shop/orders/record/rules.ts'
import { occupiesPlace } from '../../../ticketing/attendees/rules.ts'
import type { Block } from '../blocks.ts'
import { type Letter, type Withdrawn, wordedAs } from '../letter.ts'
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
import type { RefundWords } from '../../../shop/orders/settling/lookup.ts'
import { paragraphsOf } from '../../wording/rules.ts'

type About = { view: OrderView; words: Words }

const common = (view: OrderView) => ({
  greets: view.order.purchaser_name,
  from: firstEvent(view),
  isTest: view.order.gateway === 'sandbox',
})

/** The event whose own words a mail about an order has: its only one. */
const onlyEvent = ({ events }: OrderView) => (events.size === 1 ? [...events.keys()][0] : undefined)

const orderValues = (view: OrderView, words: Words) => ({
  event: eventsInWords([...view.events.values()], words),
  order: String(view.order.id),
  total: totalInWords(view.order, words),
})

const linkTo = (view: OrderView, { t }: Words) =>
  ({ kind: 'link', text: t('mail.seeOrder'), url: view.url }) as const

/** To the buyer: every ticket of the order that is not passed on. */
export function orderConfirmed({ view, words }: About): Letter | Withdrawn {
  const { t } = words
  if (view.order.status !== 'completed') return gone(view)
  const { own } = view
  const coming = own.filter(admits)
  const declined = own.every(({ order_status: status }) => !occupiesPlace(status))
  const isPassedOn = own.length === 0 && view.holders.length > 0
  return {
    ...common(view),
    subject: t('mail.confirmed.subject', {
      event: eventsInWords([...view.events.values()], words),
    }),
    worded: wordedAs('order.confirmed', onlyEvent(view), orderValues(view, words)),
    tickets: coming,
    papers: { tickets: coming, orderUrl: view.url },
    calendar: eventsOf(coming),
    blocks: [
      {
        kind: 'text',
        text: isPassedOn
          ? t('mail.confirmed.passedOn')
          : declined
            ? t('mail.confirmed.nobodyComes')
            : t('mail.confirmed.intro', { count: coming.length || own.length }),
      },
      ...ticketBlocks(declined ? [] : own, view.events, words),
      sumsBlock(view, words),
      linkTo(view, words),
    ],
  }
}

const gone = ({ order }: OrderView): Withdrawn => ({
  withdrawn: `The order is ${order.status} by now.`,
})

/** To a holder who is not the buyer: their own tickets, and nothing about the order. */
export function ticketIssued({ view, words }: About, recipient: string): Letter | Withdrawn {
  const { t } = words
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
    subject: t('mail.issued.subject', { event: eventsInWords(events, words) }),
    worded: wordedAs('ticket.issued', ids.size === 1 ? first.event_id : undefined, {
      event: eventsInWords(events, words),
      buyer: view.order.purchaser_name || t('mail.somebody'),
    }),
    tickets: own,
    papers: { tickets: own },
    calendar: eventsOf(own),
    blocks: [
      {
        kind: 'text',
        text: t('mail.issued.intro', {
          buyer: view.order.purchaser_name || t('mail.somebody'),
          count: own.length,
        }),
      },
      ...ticketBlocks(own, view.events, words),
      ...events.flatMap(event => eventLink(event, words)),
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
  { view, words }: About,
  { returned, recipient, now }: Returned,
): Letter | Withdrawn {
  const { t } = words
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
    subject: t('mail.returned.subject', { event: eventsInWords([...events.values()], words) }),
    tickets: [],
    blocks: [
      ...cancelledBlocks(events, words),
      { kind: 'text', text: t('mail.returned.intro', { count: own.length }) },
      ...[...events.values()].flatMap(event => [
        ...eventBlocks(event, words),
        ticketRows(
          own.filter(({ event_id: id }) => id === event.id),
          words,
        ),
      ]),
    ],
  }
}

const ticketRows = (own: readonly Holder[], { t }: Words): Block => ({
  kind: 'rows',
  rows: [
    {
      label: t('ticket.kind'),
      lines: own.map(({ holder_name: name, ticket_name: ticket }) =>
        [name, ticket].filter(Boolean).join(' · '),
      ),
    },
  ],
})

/** To a buyer whose payment is still in progress after some minutes. */
export function orderPending({ view, words }: About): Letter | Withdrawn {
  const { t } = words
  if (view.order.status !== 'pending' && view.order.status !== 'action-req') return gone(view)
  return {
    ...common(view),
    subject: t('mail.pending.subject', { order: view.order.id }),
    worded: wordedAs('order.pending', onlyEvent(view), orderValues(view, words)),
    tickets: [],
    blocks: [
      { kind: 'text', text: t('mail.pending.intro') },
      sumsBlock(view, words),
      linkTo(view, words),
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
export function orderFailed({ view, words }: About, failure: Failure): Letter | Withdrawn {
  const { t } = words
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
    subject: t('mail.failed.subject', { order: order.id }),
    worded: wordedAs('order.failed', onlyEvent(view), orderValues(view, words)),
    tickets: [],
    blocks: [
      { kind: 'text', text: t(failureKey(order)) },
      sumsBlock(view, words),
      ...(event?.status === 'publish'
        ? [{ kind: 'link', text: t('mail.failed.again'), url: event.url } as const]
        : []),
    ],
  }
}

function failureKey({ paid_minor: paid, failed_reason: reason }: OrderView['order']) {
  if (paid === 0) return 'mail.failed.unpaid'
  return reason === lateReasons.sold ? 'mail.failed.paid' : 'mail.failed.paidInVain'
}

/**
 * The events of an order that are cancelled, and why. Guests whose tickets are refunded before the notice of the
 * cancellation leaves learn of it by the mail about the refund alone.
 */
function cancelledBlocks(events: OrderView['events'], words: Words): Block[] {
  const cancelled = [...events.values()].filter(({ happening }) => happening === 'cancelled')
  return cancelled.flatMap(({ title, reason }): Block[] => [
    { kind: 'note', text: words.t('mail.change.cancelledSubject', { event: title }) },
    ...reasonBlocks(reason, words),
  ])
}

/** The tickets that are still valid, so that the buyer sees whose were given back. */
function leftBlocks({ events }: OrderView, left: readonly Holder[], { t }: Words): Block[] {
  if (left.length === 0) return []
  const titleOf = ({ event_id: id }: Holder) => (events.size > 1 ? events.get(id)?.title : '')
  const lines = left.map(holder =>
    [holder.holder_name, holder.ticket_name, titleOf(holder)].filter(Boolean).join(' · '),
  )
  return [{ kind: 'rows', rows: [{ label: t('mail.yourTickets'), lines }] }]
}

/** Only a provider's refund takes its days at a bank. */
const moneyBack = (method: RefundWords['method']) =>
  method === 'paid' ? 'mail.refund.money' : 'mail.refund.byHand'

/** What was given back: money in minor units and how, and what staff write to the buyer; empty for nothing. */
export type GivenBack = { minor: number } & RefundWords

/** To a buyer whose money or places were refunded. */
export function orderRefunded(
  { view, words }: About,
  { minor, method, words: note }: GivenBack,
): Letter {
  const { t, money } = words
  const { order } = view
  const amount = money({ minor, currency: order.currency })
  const isLeft = letInTo(view.events)
  const left = order.status === 'completed' ? view.own.filter(isLeft) : []
  // Of tickets that are passed on nothing is said: neither that they are the buyer's, nor that none is valid.
  const isPassedOn = order.status === 'completed' && left.length === 0 && view.holders.some(isLeft)
  return {
    ...common(view),
    subject: t('mail.refund.subject', { order: order.id }),
    worded: wordedAs('order.refunded', onlyEvent(view), {
      event: eventsInWords([...view.events.values()], words),
      order: String(order.id),
      amount,
    }),
    tickets: [],
    blocks: [
      ...cancelledBlocks(view.events, words),
      ...paragraphsOf(note).map(text => ({ kind: 'text', text }) as const),
      {
        kind: 'text',
        text: minor > 0 ? t(moneyBack(method), { amount }) : t('mail.refund.places'),
      },
      ...(isPassedOn
        ? []
        : [
            {
              kind: 'text',
              text:
                left.length > 0
                  ? t('mail.refund.left', { count: left.length })
                  : t('mail.refund.none'),
            } as const,
          ]),
      ...leftBlocks(view, left, words),
      sumsBlock(view, words),
      ...(order.refunded_minor > 0
        ? [
            {
              kind: 'sums',
              rows: [
                {
                  text: t('mail.refunded'),
                  amount: money({ minor: order.refunded_minor, currency: order.currency }),
                },
              ],
            } as const,
          ]
        : []),
      linkTo(view, words),
    ],
  }
}

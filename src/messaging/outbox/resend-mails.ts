import { fail } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import { holdOrder } from '../../shop/orders/record/hold-order.ts'
import { type Holder, holdersOfOrders } from '../../ticketing/attendees/lookup.holders.ts'
import type { Deps } from '../deps.ts'
import { localeOfOrder } from '../locale-of-order.ts'
import { findMessage, type MessageRow } from './lookup.ts'
import { type CountedMail, countMails } from './mail-limits.ts'
import { queueMessages } from './queue-messages.ts'
import { limitsOf, networksOf } from './queue-within.ts'
import { unknownNetwork } from './release-mails.ts'
import { countResent } from './store.readdress.ts'

/** Whom mails of an order are sent to again: one holder by the attendee, or all of a kind. */
export type ResendWish =
  | { to: 'buyer' | 'holders' | 'everybody' }
  | { to: 'attendee'; attendeeId: number }

/** Who has mails sent again: staff, or a buyer, who gets no more mail about an unpaid order than the limits allow. */
type Resender = 'staff' | 'buyer'

/** How many mails of one order staff send again in a day. */
export const resentMost = 50
const dayMs = 24 * 60 * 60 * 1000

/**
 * Queues the tickets of a completed order again: all of them to the buyer, or to each other holder the holder's own. Returns the
 * new mails. Fails with `order-not-found`, `order-move-not-allowed` when nobody would get one, and with
 * `rest_too_many_requests` beyond 50 mails of an order in 24 hours, or for a buyer beyond the limits of 19.12.
 */
export async function resendMails(
  deps: Deps,
  { orderId, by = 'staff' }: { orderId: number; by?: Resender },
  wish: ResendWish,
): Promise<MessageRow[]> {
  const now = deps.clock.now()
  const ids = await transaction(deps.db, async tx => {
    // The lock makes the second of two requests count the mails of the first.
    const order = (await holdOrder(tx, orderId)) ?? fail('order-not-found')
    if (order.status !== 'completed') {
      const message = `The order is ${order.status}; it has no tickets.`
      fail('order-move-not-allowed', { message })
    }
    const recipients = recipientsOf(wish, {
      buyer: order.purchaser_email,
      holders: await holdersOfOrders(tx, [orderId]),
    })
    const counted = by === 'buyer' ? await countedOf(tx, order, recipients) : []
    if ((await countMails(deps, tx, counted)).some(reason => reason !== undefined)) {
      fail('rest_too_many_requests', { retryAfterSeconds: 3600 })
    }
    const queued = await queueMessages(
      deps,
      tx,
      recipients.map(({ kind, recipient }) => ({
        kind,
        cause: `resend ${deps.random.uuid()}`,
        recipient,
        aboutKind: 'order' as const,
        aboutId: order.id,
        orderId: order.id,
        eventId: order.event_id,
        locale: localeOfOrder(deps, order),
        sendAt: now,
      })),
    )
    if (queued.length === 0) {
      fail('order-move-not-allowed', { message: 'Nobody of whom this order knows an address.' })
    }
    const count = await countResent(tx, orderId, new Date(now.getTime() - dayMs))
    if (count > resentMost) {
      const message = `At most ${resentMost} mails of an order are sent again within 24 hours.`
      fail('rest_too_many_requests', { message, retryAfterSeconds: 3600 })
    }
    return queued
  })
  const rows = await Promise.all(ids.map(id => findMessage(deps.db, id)))
  return rows.flatMap(row => row ?? [])
}

/** What the mails count under; nothing for those without a limit. */
async function countedOf(tx: Tx, order: OrderRow, recipients: readonly Recipient[]) {
  const networks = await networksOf(tx, [order])
  return recipients.flatMap(({ recipient }): CountedMail[] => {
    const { limit, network } = limitsOf(order, networks, recipient)
    return limit ? [{ limit, recipient, network: network ?? unknownNetwork(order.id) }] : []
  })
}

type Recipient = { kind: 'order.confirmed' | 'ticket.issued'; recipient: string }

/** Each address once, however many tickets it holds. */
function recipientsOf(
  wish: ResendWish,
  { buyer, holders }: { buyer: string; holders: readonly Holder[] },
): Recipient[] {
  const toBuyer: Recipient[] = [{ kind: 'order.confirmed', recipient: buyer }]
  const isOther = ({ holder_email: email }: Holder) =>
    email.trim() !== '' && email.trim().toLowerCase() !== buyer.trim().toLowerCase()
  const toHolders = (some: readonly Holder[]): Recipient[] =>
    [
      ...new Map(
        some
          .filter(isOther)
          .map(one => [one.holder_email.trim().toLowerCase(), one.holder_email.trim()]),
      ).values(),
    ].map(recipient => ({ kind: 'ticket.issued', recipient }))
  switch (wish.to) {
    case 'buyer':
      return toBuyer
    case 'holders':
      return toHolders(holders)
    case 'everybody':
      return [...toBuyer, ...toHolders(holders)]
    case 'attendee': {
      const [holder] = holders.filter(({ id }) => id === wish.attendeeId)
      if (!holder) return []
      return isOther(holder) ? toHolders([holder]) : toBuyer
    }
    default:
      return wish satisfies never
  }
}

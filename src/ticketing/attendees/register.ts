import type { Tx } from '../../platform/db/database.ts'
import { systemRandom } from '../../platform/random.ts'
import type { RegisteredAttendee } from './lookup.ts'
import { isListed, searchTextOf } from './rules.ts'
import { changeTicketCounts } from './store.counts.ts'
import { insertAttendees, type NewAttendee } from './store.ts'

export type { RegisteredAttendee }

/** One sold place, or an answer to an invitation. The caller has taken its stock in the same transaction. */
export type AttendeeDraft = {
  readonly eventId: number
  readonly ticketId: number
  /** Copied to the attendee, which outlives the ticket. */
  readonly ticketName: string
  /** Null for an attendee that staff made without an order. */
  readonly orderId: number | null
  readonly orderLineId: number | null
  /** An order status such as `completed`; `yes` or `no` for answers to an invitation. */
  readonly orderStatus: string
  readonly userId: number | null
  readonly holderName: string
  readonly holderEmail: string
  readonly purchaserName: string
  readonly purchaserEmail: string
  readonly optedOut: boolean
  /** Null unless the ticket is an RSVP. */
  readonly going: boolean | null
  /** The price paid for this place, in minor units. */
  readonly paidMinor: number
  readonly currency: string
  /** The pool the place was taken from; null when it takes none. */
  readonly poolId: number | null
  readonly sharedPoolId: number | null
}

/** Length of a security code in bytes: more than the 128 bits that prevent guessing. */
const securityCodeBytes = 18

/** Every attendee starts as a valid one. */
const status = 'publish'

/**
 * Creates attendees for the sold places of any number of orders with two statements: an insert, and an update
 * of ticket counters. Returns them in the order of the drafts. `order_id` is 0 without an order.
 *
 * `sell` writes the sale of the places, where that is not done. It runs between the two, because everybody else waits
 * for the stock that it locks, and stock is locked before tickets (contract.md 8.8).
 */
export async function registerAttendees(
  tx: Tx,
  drafts: readonly AttendeeDraft[],
  sell?: () => Promise<void>,
): Promise<RegisteredAttendee[]> {
  const [registered] = await Promise.all([
    drafts.length === 0 ? [] : insertAttendees(tx, drafts.map(rowOf)),
    sell?.(),
    changeTicketCounts(tx, drafts.map(countOf)),
  ])
  return registered
}

function countOf({ eventId, ticketId, orderStatus, optedOut, going }: AttendeeDraft) {
  const standing = { status, order_status: orderStatus, opted_out: optedOut, going }
  const listed = isListed(standing) ? 1 : 0
  return { eventId, ticketId, orderStatus, attendees: 1, checkedIn: 0, listed, going }
}

/** A new secret for an attendee's ticket. */
export const newSecurityCode = () => systemRandom.token(securityCodeBytes)

function rowOf(draft: AttendeeDraft): NewAttendee {
  const { holderName, holderEmail } = draft
  // An attendee who declined occupies no place, even when the same order took places of the same ticket for
  // others.
  const occupies = draft.poolId !== null && draft.going !== false
  return {
    event_id: draft.eventId,
    ticket_id: draft.ticketId,
    ticket_name: draft.ticketName,
    order_id: draft.orderId,
    order_line_id: draft.orderLineId,
    order_status: draft.orderStatus,
    user_id: draft.userId,
    holder_name: holderName,
    holder_email: holderEmail,
    purchaser_name: draft.purchaserName,
    purchaser_email: draft.purchaserEmail,
    opted_out: draft.optedOut,
    going: draft.going,
    paid_minor: draft.paidMinor,
    currency: draft.currency,
    pool_id: occupies ? draft.poolId : null,
    shared_pool_id: occupies ? draft.sharedPoolId : null,
    stock: occupies ? 'taken' : 'none',
    security_code: newSecurityCode(),
    search_text: searchTextOf({ name: holderName, email: holderEmail }),
  }
}

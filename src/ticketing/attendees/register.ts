import type { Tx } from '../../platform/db/database.ts'
import { systemRandom } from '../../platform/random.ts'
import type { RegisteredAttendee } from './lookup.ts'
import { isListed, searchTextOf } from './rules.ts'
import { changeTicketCounts } from './store.counts.ts'
import { insertAttendees } from './store.ts'

export type { RegisteredAttendee }

/** One place that was sold, or an answer to an invitation. The caller has taken its stock in the same transaction. */
export type AttendeeDraft = {
  readonly eventId: number
  readonly ticketId: number
  /** Kept with the attendee: it outlives the ticket. */
  readonly ticketName: string
  /** Null for one that staff made without an order. */
  readonly orderId: number | null
  readonly orderLineId: number | null
  /** `completed` and the other statuses of orders; `yes` or `no` for answers to an invitation. */
  readonly orderStatus: string
  readonly userId: number | null
  readonly holderName: string
  readonly holderEmail: string
  readonly purchaserName: string
  readonly purchaserEmail: string
  readonly optedOut: boolean
  /** Null unless the ticket is an invitation. */
  readonly going: boolean | null
  /** What was paid for this one place, in minor units. */
  readonly paidMinor: number
  readonly currency: string
  /** Where its place was taken from; null when it occupies none. */
  readonly poolId: number | null
  readonly sharedPoolId: number | null
}

/** Bytes of a security code: more than the 128 bits that make guessing hopeless. */
const securityCodeBytes = 18

/** Every attendee begins as a valid one. */
const status = 'publish'

/**
 * Makes attendees of sold places, for any number of orders with two statements: one insert, one update of the counters
 * of their tickets. Answers them in the order of the drafts. `order_id` is 0 for one without an order.
 */
export async function registerAttendees(
  tx: Tx,
  drafts: readonly AttendeeDraft[],
): Promise<RegisteredAttendee[]> {
  if (drafts.length === 0) return []
  const [registered] = await Promise.all([
    insertAttendees(tx, drafts.map(rowOf)),
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

function rowOf(draft: AttendeeDraft) {
  const { holderName, holderEmail } = draft
  // Who declined occupies nothing, even where the same order took places of the same ticket for others.
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

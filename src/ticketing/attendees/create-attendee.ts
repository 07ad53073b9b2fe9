import { AppError, fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { recordAll } from '../../platform/facts/record.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { noteMade } from '../../platform/idempotency/store.ts'
import { atTheDesk, logDoor } from '../checkin/log-door.ts'
import { type LaneKind, refused } from '../inventory/lanes.ts'
import { takeUnitsOfMany } from '../inventory/take-units.ts'
import type { SaleTicket } from '../tickets/lookup.ts'
import { letIn } from './door.ts'
import { type AttendeeDraft, registerAttendees } from './register.ts'
import { cancelledCheckIn, mayEnter, occupiesPlace, staffStatuses, unknownStatus } from './rules.ts'

export type NewAttendee = {
  readonly ticket: SaleTicket
  readonly fullName: string
  readonly email: string
  /** The status staff chose. Without one, the attendee counts as having bought, or accepted the invitation. */
  readonly status: string | undefined
  readonly isInside: boolean
  readonly optedOut: boolean
  readonly userId: number | null
  readonly now: Date
  /** The request's idempotency key. */
  readonly attempt: Attempt | undefined
}

/**
 * Creates an attendee without an order (`order_id` is null) and takes its place, also outside of the sale
 * window. Returns the id. Fails with `invalid-attendee-status`; with `attendee-creation-failed` when no place
 * is left; with `tec-et-attendee-invalid-check-in` when a checked-in attendee is asked for with a status that
 * does not admit. The attendee that an earlier attempt under the same key made is not made again.
 */
export async function createAttendee(
  { lanes, actor }: Pick<Deps, 'lanes' | 'actor'>,
  wanted: NewAttendee,
): Promise<number> {
  const status = wanted.status ?? (wanted.ticket.provider === 'rsvp' ? 'yes' : 'completed')
  const { provider } = wanted.ticket
  if (!staffStatuses[provider].includes(status)) throw unknownStatus(provider)
  if (wanted.isInside && !mayEnter(status)) fail('tec-et-attendee-invalid-check-in')
  if (wanted.isInside && wanted.ticket.eventHappening === 'cancelled') throw cancelledCheckIn()
  const before = wanted.attempt?.made?.['attendee_id']
  if (before !== undefined) return before
  const request = { ...wanted, status }
  return lanes.runAs(actor, [wanted.ticket.eventId], { kind: createKind, request })
}

type Request = NewAttendee & { readonly status: string }

const createKind: LaneKind<Request, number> = {
  name: 'create-attendee',
  settle: async (tx, requests) => {
    const taken = await takeUnitsOfMany(
      tx,
      requests.map(({ ticket, status }) => [
        { ticketId: ticket.id, quantity: occupiesPlace(status) ? 1 : 0 },
      ]),
    )
    const drafts = requests.map((request, at) => {
      const result = taken[at]
      return result?.kind === 'sold' ? draftOf(request, result.units[0]) : undefined
    })
    const made = await registerAttendees(
      tx,
      drafts.filter(draft => draft !== undefined),
    )
    const ids = made.map(({ id }) => id)
    const created = requests.map((request, at) => ({ request, id: drafts[at] && ids.shift() }))
    await welcome(tx, created)
    await noteCreated(tx, created)
    return created.map(({ id }) => id ?? refused(new AppError('attendee-creation-failed')))
  },
}

type Created = { request: Request; id: number | undefined }

/** In the same transaction, so that a request whose answer was lost takes no second place when it comes again. */
async function noteCreated(tx: Tx, created: readonly Created[]) {
  for (const { request, id } of created) {
    if (request.attempt && id !== undefined) {
      await noteMade(tx, request.attempt.row, { attendee_id: id })
    }
  }
}

async function welcome(tx: Tx, created: readonly Created[]) {
  const entering = created.flatMap(({ request, id }) =>
    request.isInside && id !== undefined ? [{ request, id }] : [],
  )
  await letIn(
    tx,
    entering.map(({ request: { ticket, status, now, userId }, id }) => ({
      id,
      eventId: ticket.eventId,
      ticketId: ticket.id,
      orderStatus: status,
      at: now,
      source: 'site' as const,
      userId,
      device: null,
    })),
  )
  await logDoor(
    tx,
    entering.map(({ request, id }) =>
      atTheDesk('admitted', { attendeeId: id, userId: request.userId }),
    ),
    entering[0]?.request.now,
  )
  await recordAll(
    tx,
    created.flatMap(({ id }) =>
      id === undefined ? [] : [{ name: 'attendee.registered', payload: { attendee_id: id } }],
    ),
  )
}

function draftOf(
  { ticket, fullName, email, status, optedOut, userId }: Request,
  unit: { poolId: number; sharedPoolId: number | null } | undefined,
): AttendeeDraft {
  return {
    eventId: ticket.eventId,
    ticketId: ticket.id,
    ticketName: ticket.name,
    orderId: null,
    orderLineId: null,
    orderStatus: status,
    userId,
    holderName: fullName,
    holderEmail: email,
    purchaserName: fullName,
    purchaserEmail: email,
    optedOut,
    going: ticket.provider === 'rsvp' ? status === 'yes' : null,
    paidMinor: 0,
    currency: ticket.currency,
    poolId: unit?.poolId ?? null,
    sharedPoolId: unit?.sharedPoolId ?? null,
  }
}

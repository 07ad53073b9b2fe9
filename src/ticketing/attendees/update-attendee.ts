import { AppError, type ErrorCode, fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/facts/record.ts'
import { atTheDesk, logDoor } from '../checkin/log-door.ts'
import { type LaneKind, type Refused, refused } from '../inventory/lanes.ts'
import { returnUnits } from '../inventory/return-units.ts'
import { takeUnits } from '../inventory/take-units.ts'
import { type SaleTicket, ticketsForSale } from '../tickets/lookup.ts'
import { letIn, letOut } from './door.ts'
import { findAttendee } from './lookup.ts'
import { movePlace, moveProblem, type AttendeeStock } from './move-attendee.ts'
import { newSecurityCode } from './register.ts'
import {
  cancelledCheckIn,
  checkInAsked,
  isAnotherPerson,
  mayEnter,
  occupiesPlace,
  searchTextOf,
  staffStatuses,
  unknownStatus,
} from './rules.ts'
import { recount } from './recount.ts'
import {
  type EditableAttendee,
  keepHolder,
  lockAttendees,
  lockForEdit,
  writeEdit,
} from './store.ts'

export type AttendeeChanges = {
  readonly checkIn?: boolean | undefined
  /** The state of the check-in, as answers show it. */
  readonly isInside?: boolean | undefined
  readonly fullName?: string | undefined
  readonly email?: string | undefined
  readonly status?: string | undefined
  readonly optOut?: boolean | undefined
  readonly ticketId?: number | undefined
}

type Request = {
  readonly id: number
  /** Only while the ticket is of this generation: neither passed on nor given back since the sender saw it. */
  readonly generation?: number | undefined
  readonly changes: AttendeeChanges
  readonly userId: number | null
  readonly now: Date
}

/**
 * Changes an attendee, all of it or nothing. Another e-mail address is a transfer: the old code stops
 * working. Fails with `invalid-attendee-id`, `invalid-attendee-status`, `attendee-move-not-allowed`, with
 * `attendee-creation-failed` when no place is left, and with the two refusals of a check-in (contract.md
 * 14.1).
 */
export async function updateAttendee(
  { db, lanes, actor }: Pick<Deps, 'db' | 'lanes' | 'actor'>,
  request: Request,
): Promise<void> {
  const { event_id } = (await findAttendee(db, request.id)) ?? fail('invalid-attendee-id')
  await lanes.runAs(actor, [event_id], { kind: updateKind, request })
}

const updateKind: LaneKind<Request, null> = {
  name: 'update-attendee',
  locks: {
    attendees: { ids: async (_, requests) => requests.map(({ id }) => id), lock: lockAttendees },
  },
  oneByOne: true,
  settle: async (tx, requests) => {
    const results: (null | Refused)[] = []
    for (const request of requests) results.push(await updateOne(tx, request))
    return results
  },
}

/** Every refusal is decided before the first write. */
async function updateOne(tx: Tx, request: Request): Promise<null | Refused> {
  const before = await lockSeen(tx, request)
  if (!before) return no('invalid-attendee-id')
  const checkIn = checkInAsked(request.changes, before.checked_in_at !== null)
  const changes = { ...request.changes, checkIn }
  const status = changes.status ?? before.order_status
  const target = await targetOf(tx, before, changes)
  const problem =
    statusProblem(before, status) ??
    checkInProblem(before, changes, status) ??
    (target && moveProblem(before, target.ticket, request.now))
  if (problem) return refused(problem)
  const place = await placeFor(tx, before, { status, target: target?.ticket })
  if (!place) return no('attendee-creation-failed')
  const details = detailsAfter(before, changes)
  const going = before.going === null ? null : status === 'yes'
  const { ticket_id, ticket_name } = ticketAfter(before, target?.ticket)
  const after = { ...details, going, order_status: status, ticket_id }
  await writeEdit(tx, { ...place, ...after, ticket_name, id: before.id })
  await recount(tx, before, after)
  await moveThroughDoor(tx, {
    before: { ...before, ticket_id },
    status,
    request: { ...request, changes },
  })
  const transferred = details.generation !== before.generation
  if (transferred) await keepHolder(tx, before, request.now)
  const { generation } = details
  const change = { attendee_id: before.id, transferred, generation }
  await record(tx, 'attendee.changed', { ...change, ...byStaff(request, transferred) })
  return null
}

/** Mails about what staff pass on are not limited (contract.md 19.12). */
const byStaff = ({ userId }: Request, transferred: boolean) =>
  transferred && userId !== null ? { by_staff: true } : {}

/** The attendee, unless another generation of it was asked for. */
async function lockSeen(tx: Tx, { id, generation }: Request) {
  const row = await lockForEdit(tx, id)
  return generation === undefined || row?.generation === generation ? row : undefined
}

/** The ticket that the attendee moves to. An attendee whose own ticket was deleted cannot move. */
async function targetOf(tx: Tx, before: EditableAttendee, { ticketId }: AttendeeChanges) {
  if (ticketId === undefined || ticketId === before.ticket_id) return undefined
  return { ticket: (await ticketsForSale(tx, [ticketId])).get(ticketId) }
}

const ticketAfter = (before: EditableAttendee, target: SaleTicket | undefined) => ({
  ticket_id: target?.id ?? before.ticket_id,
  ticket_name: target?.name ?? before.ticket_name,
})

const no = (code: ErrorCode) => refused(new AppError(code))

/** The attendee's new name and address. Another address also gets a new code of a new generation. */
function detailsAfter(before: EditableAttendee, { fullName, email, optOut }: AttendeeChanges) {
  const isTransfer = email !== undefined && isAnotherPerson(before.holder_email, email)
  const now = { name: fullName ?? before.holder_name, email: email ?? before.holder_email }
  return {
    holder_name: now.name,
    holder_email: now.email,
    search_text: searchTextOf(now),
    opted_out: optOut ?? before.opted_out,
    security_code: isTransfer ? newSecurityCode() : before.security_code,
    generation: before.generation + (isTransfer ? 1 : 0),
  }
}

/**
 * The status of a sold place belongs to the order. Staff set the status of attendees without an order and of
 * answers to invitations.
 */
function statusProblem(before: EditableAttendee, status: string): AppError | undefined {
  if (status === before.order_status) return undefined
  if (before.status !== 'publish') return fixedStatus('This place was given back')
  const isTheirs = before.provider === 'rsvp' || before.order_id === null
  if (!isTheirs) return fixedStatus('This place was bought and follows its order')
  return staffStatuses[before.provider].includes(status)
    ? undefined
    : unknownStatus(before.provider)
}

const fixedStatus = (because: string) =>
  new AppError('invalid-attendee-status', { message: `${because}: its status cannot be changed.` })

function checkInProblem(
  before: EditableAttendee,
  { checkIn }: AttendeeChanges,
  status: string,
): AppError | undefined {
  if (checkIn !== true) return undefined
  if (before.checked_in_at !== null) return new AppError('tec-et-attendee-already-checked-in')
  const admits = before.status === 'publish' && mayEnter(status)
  if (!admits) return new AppError('tec-et-attendee-invalid-check-in')
  return before.event_happening === 'cancelled' ? cancelledCheckIn() : undefined
}

type After = { status: string; target: SaleTicket | undefined }

/** Takes or returns the place when the answer or ticket changes; undefined when no place is left. */
async function placeFor(
  tx: Tx,
  before: EditableAttendee,
  { status, target }: After,
): Promise<AttendeeStock | undefined> {
  const { stock, pool_id, shared_pool_id } = before
  const was = { stock, pool_id, shared_pool_id }
  if (target) {
    const occupies = before.going === null ? stock === 'taken' : occupiesPlace(status)
    return movePlace(tx, was, { ticketId: target.id, occupies })
  }
  if (before.going === null || before.status !== 'publish') return was
  if (occupiesPlace(status) === (stock === 'taken')) return was
  if (!occupiesPlace(status)) {
    const unit = { poolId: pool_id ?? 0, sharedPoolId: shared_pool_id, quantity: 1 }
    await returnUnits(tx, [unit])
    return { ...was, stock: 'returned' }
  }
  const taken = await takeUnits(tx, [{ ticketId: before.ticket_id, quantity: 1 }])
  const unit = taken.kind === 'sold' ? taken.units[0] : undefined
  return unit && { stock: 'taken', pool_id: unit.poolId, shared_pool_id: unit.sharedPoolId }
}

type DoorChange = { before: EditableAttendee; status: string; request: Request }

/**
 * Checks the attendee in or out as requested. An attendee whose status no longer admits is checked out; that somebody came
 * in with a place that was given back later stays known, until staff undo it.
 */
async function moveThroughDoor(tx: Tx, { before, status, request }: DoorChange) {
  const { checkIn } = request.changes
  const { id, event_id: eventId, ticket_id: ticketId } = before
  const who = { id, eventId, ticketId, orderStatus: status }
  const log = { attendeeId: before.id, userId: request.userId }
  if (checkIn === true) {
    const entry = { ...who, at: request.now, userId: request.userId, device: null }
    await letIn(tx, [{ ...entry, source: 'site' }])
    await logDoor(tx, [atTheDesk('admitted', log)], request.now)
  } else if (before.checked_in_at !== null && (checkIn === false || losesEntry(before, status))) {
    const out = await letOut(tx, [who])
    if (out.size > 0) await logDoor(tx, [atTheDesk('undone', log)], request.now)
  }
}

const losesEntry = (before: EditableAttendee, status: string) =>
  before.status === 'publish' && !mayEnter(status)

import { type Caller, can, ownerIdOf } from '../../core/caller.ts'
import type { Capability } from '../../core/capabilities.ts'
import { includes } from '../../core/rights.ts'

/** What the rights on an event, venue or organizer depend on. */
export type OwnedRecord = { author_id: number | null; status: string }

const published = new Set(['publish', 'future', 'private'])

/** What a grant at an event lends to the rules below, beside deleting. */
const lent: readonly Capability[] = [
  'edit_records',
  'edit_published_records',
  'edit_others_records',
  'publish_records',
  'read_private_records',
]

/**
 * The caller as these rules see it at one event (undefined: at a new one): with what a grant for it lends, and with
 * the capabilities of the role as they are.
 */
export function atEvent(
  caller: Caller,
  eventId: number | undefined,
  right: 'events.write' | 'tickets.write' = 'events.write',
): Caller {
  if (caller.kind !== 'user' || caller.held.length === 0) return caller
  if (includes(caller.capabilities, right) || !can(caller, right, eventId)) return caller
  return { ...caller, capabilities: new Set([...caller.capabilities, ...lent]) }
}

/** Whether a grant is for this event (undefined: for the site); whoever works there reads the event. */
export const worksAt = (caller: Caller, eventId: number | undefined): boolean =>
  caller.kind === 'user' &&
  caller.held.some(held => held.eventId === null || held.eventId === eventId)

/** The single events for which the caller has grants. */
export const workplacesOf = (caller: Caller): number[] =>
  caller.kind === 'user' ? [...new Set(caller.held.flatMap(({ eventId }) => eventId ?? []))] : []

/** `mayReadRecord` for an event; those with a grant for it read it, too. */
export const mayReadEvent = (caller: Caller, event: OwnedRecord & { id: number }): boolean =>
  (event.status !== 'trash' && worksAt(caller, event.id)) ||
  mayReadRecord(atEvent(caller, event.id), event)

/** An API key that cannot see its owner's belongings owns no record. */
const isOwn = (caller: Caller, record: OwnedRecord) =>
  record.author_id !== null && record.author_id === ownerIdOf(caller)

/**
 * Whether the caller may edit the record. Own records are editable; published ones and other people's each
 * need a further right (contract.md, Roles).
 */
export function mayEditRecord(caller: Caller, record: OwnedRecord): boolean {
  return (
    can(caller, 'edit_records') &&
    (isOwn(caller, record) || can(caller, 'edit_others_records')) &&
    (!published.has(record.status) || can(caller, 'edit_published_records'))
  )
}

export function mayDeleteRecord(caller: Caller, record: OwnedRecord): boolean {
  return (
    can(caller, 'delete_records') &&
    (isOwn(caller, record) || can(caller, 'delete_others_records')) &&
    (!published.has(record.status) || can(caller, 'delete_published_records'))
  )
}

/**
 * Whether the caller may read the record. Everybody reads published records; private ones need a right of
 * their own; other statuses are for those who may edit the record.
 */
export function mayReadRecord(caller: Caller, record: OwnedRecord): boolean {
  if (record.status === 'publish') return true
  if (isOwn(caller, record)) return true
  if (record.status === 'private') return can(caller, 'read_private_records')
  return mayEditRecord(caller, record)
}

/**
 * The status a record gets when this caller asks for `status`. A caller who may not publish gets `pending`
 * instead of an error. Making a record private also shows it to readers, so it counts as publishing
 * (contract.md 4.3).
 */
export function statusFor(caller: Caller, requested: string | undefined): string {
  const publisher = can(caller, 'publish_records')
  if (requested === undefined) return publisher ? 'publish' : 'draft'
  return published.has(requested) && !publisher ? 'pending' : requested
}

import { type Caller, can, ownerIdOf } from '../../core/caller.ts'

/** What the rights on an event, venue or organizer depend on. */
export type OwnedRecord = { author_id: number | null; status: string }

const published = new Set(['publish', 'future', 'private'])

/** For a key that sees nothing of its owner's no record is its own. */
const isOwn = (caller: Caller, record: OwnedRecord) =>
  record.author_id !== null && record.author_id === ownerIdOf(caller)

/** Own records; published ones and others' need the right for it (contract.md, Roles). */
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

/** Published records are everybody's; private ones need a right of their own; the rest is for who may edit it. */
export function mayReadRecord(caller: Caller, record: OwnedRecord): boolean {
  if (record.status === 'publish') return true
  if (isOwn(caller, record)) return true
  if (record.status === 'private') return can(caller, 'read_private_records')
  return mayEditRecord(caller, record)
}

/**
 * The status a record gets when this caller asks for one: who may not publish gets `pending` instead, never an error.
 * A private record is out for its readers, so that is publishing too (contract.md 4.3).
 */
export function statusFor(caller: Caller, requested: string | undefined): string {
  const publisher = can(caller, 'publish_records')
  if (requested === undefined) return publisher ? 'publish' : 'draft'
  return published.has(requested) && !publisher ? 'pending' : requested
}

import { type Caller, can, ownerIdOf } from '../../core/caller.ts'

/** What the rights on an event, venue or organizer depend on. */
export type OwnedRecord = { author_id: number | null; status: string }

const published = new Set(['publish', 'future', 'private'])

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

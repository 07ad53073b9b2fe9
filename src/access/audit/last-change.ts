import type { Db } from '../../platform/db/database.ts'
import type { LastChange } from '../../platform/http/route-spec.ts'
import { changedWithoutEntry, listEntries } from './lookup.ts'

/**
 * Who changed a record last, and when. Buyers leave no audit entries: where the row of an order or a place was written after
 * its last entry, nobody is named.
 */
export async function lastChangeOf(
  db: Db,
  { record, id }: { readonly record: string; readonly id: number },
): Promise<LastChange | undefined> {
  const isOne = record !== 'settings'
  const filter = { record, ...(isOne && { record_id: id }) }
  const [entry] = await listEntries(db, filter, { limit: 1 })
  const later = await changedWithoutEntry(db, { record, id, since: entry?.at ?? null })
  if (later) return { by: null, at: later }
  if (!entry) return undefined
  const { actor_kind: type, actor_id, actor_name, actor_login: login } = entry
  // The credential of an account is its owner's alone.
  const name = type === 'user' ? null : actor_name || null
  return { by: { type, id: actor_id, login, name }, at: entry.at }
}

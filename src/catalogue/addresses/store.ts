import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { PageKind } from './rules.ts'

type Owned = { kind: PageKind; id: number }

/** A path that another record left before leads to this one from now on, unless the record `yields`. */
export async function insertAddress(
  tx: Tx,
  { kind, id, path, yields }: Owned & { path: string; yields: boolean },
) {
  const row = { kind, record_id: id, left_at: sql<Date>`clock_timestamp()` }
  await tx
    .insertInto('old_addresses')
    .values({ path, ...row })
    .onConflict(conflict =>
      yields ? conflict.column('path').doNothing() : conflict.column('path').doUpdateSet(row),
    )
    .execute()
}

/** Keeps the addresses of a record that it left last. */
export async function deleteOldest(tx: Tx, { kind, id, most }: Owned & { most: number }) {
  await sql`
    delete from old_addresses where path = any(array(
      select path from old_addresses where kind = ${kind} and record_id = ${id}
      order by left_at desc, path offset ${most}))`.execute(tx)
}

export async function deleteAddresses(tx: Tx, { kind, id }: Owned) {
  await tx
    .deleteFrom('old_addresses')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .execute()
}

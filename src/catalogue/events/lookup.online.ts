import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * Where guests of these events join online, by event. Only for those who hold a valid ticket or may edit the event
 * (contract.md 37.1): the caller has checked that.
 */
export async function onlineLinksOf(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('events')
    .select(['id', 'online_url'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('online_url', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, online_url: link }) => [id, link ?? '']))
}

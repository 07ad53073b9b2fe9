import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** New record ids, in ascending order. All kinds of record share them. */
export const takeRecordIds = (tx: Tx, count: number) => nextIds(tx, 'record_ids', count)

/** The next numbers of a sequence, in ascending order. */
export async function nextIds(tx: Tx, sequence: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(${sequence}::regclass) as id from generate_series(1, ${count}::int)
  `.execute(tx)
  return rows.map(({ id }) => id)
}

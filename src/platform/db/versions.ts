import { sql } from 'kysely'
import type { Edit } from '../../core/actor.ts'
import type { Db } from './database.ts'

/** The version of a record; null where there is no such record. */
export async function readVersion(
  db: Db,
  { record, id }: Pick<Edit, 'record' | 'id'>,
): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`
    select record_version(${record}, ${id}::bigint) as version
  `.execute(db)
  return rows[0]?.version ?? null
}

/** A transaction found another version of its record than its request knows. It changed nothing. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'MQ412'

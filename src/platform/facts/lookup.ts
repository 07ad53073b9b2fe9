import { sql } from 'kysely'
import type { FactName, FactPayload } from '../../core/facts.ts'
import type { Db } from '../db/database.ts'
import { sequencer } from './store.ts'

/** A fact with its position. */
export type PlacedFact = {
  readonly position: number
  readonly name: FactName
  readonly payload: FactPayload
  readonly at: Date
}

export type FactWindow = {
  /** Facts after this position. */
  readonly after: number
  readonly limit: number
  /** All kinds when it is omitted. */
  readonly names?: readonly string[] | undefined
}

/** Facts by ascending position. */
export async function readFacts(
  db: Db,
  { after, limit, names }: FactWindow,
): Promise<PlacedFact[]> {
  const { rows } = await sql<PlacedFact>`
    select position, name, payload, at from facts
    where position > ${after} ${names ? sql`and name = any(${[...names]}::text[])` : sql``}
    order by position limit ${limit}
  `.execute(db)
  return rows
}

/** The first and the last readable position; `first` is one more than `last` when there are no facts. */
export async function logBounds(db: Db): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number | null; last: number }>`
    select (select min(position) from facts) as first,
      coalesce((select position from followers where name = ${sequencer}), 0) as last
  `.execute(db)
  const { first = null, last = 0 } = rows[0] ?? {}
  return { first: first ?? last + 1, last }
}

export type FollowerState = {
  readonly name: string
  readonly position: number
  /** The number of facts that it has not read yet. */
  readonly behind: number
  /** The time of the oldest of them. */
  readonly waitingSince: Date | null
  readonly failingSince: Date | null
  readonly error: string | null
}

export type LogState = {
  /** The last assigned position. */
  readonly last: number
  /** Whether facts wait for a position. */
  readonly isUnplaced: boolean
  readonly followers: readonly FollowerState[]
}

/**
 * The progress of the numbering and of every follower; one cheap statement. A fact without a position comes first in the
 * descending order, so one entry of the index tells whether there is one, whatever the database expects.
 */
export async function readLogState(db: Db): Promise<LogState> {
  const { rows } = await sql<{
    name: string
    position: number
    failing_since: Date | null
    error: string | null
    waiting_since: Date | null
    unplaced: boolean
  }>`
    select f.name, f.position, f.failing_since, f.error,
      (select at from facts where facts.position = f.position + 1) as waiting_since,
      coalesce((
        select facts.position is null from facts order by facts.position desc limit 1
      ), false) as unplaced
    from followers f order by f.name
  `.execute(db)
  const last = rows.find(({ name }) => name === sequencer)?.position ?? 0
  return {
    last,
    isUnplaced: rows.some(({ unplaced }) => unplaced),
    followers: rows
      .filter(({ name }) => name !== sequencer)
      .map(({ name, position, failing_since, waiting_since, error }) => ({
        name,
        position,
        behind: last - position,
        waitingSince: waiting_since,
        failingSince: failing_since,
        error,
      })),
  }
}

/** When a follower was first started; undefined when it never was. */
export async function followedSince(db: Db, name: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('followers')
    .select('since')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.since
}

import { sql } from 'kysely'
import { batchRows } from '../db/batch-rows.ts'
import type { Db, Tx } from '../db/database.ts'

type NewFact = { name: string; payload: object }

const factRows = batchRows<NewFact>('fact (name text, payload jsonb)')

/** One statement for any number of facts. */
export async function insertFacts(tx: Tx, facts: readonly NewFact[]) {
  await sql`
    insert into facts (${factRows.names}) select ${factRows.names} from ${factRows.of(facts)}
  `.execute(tx)
}

/** The name of the row that has the last assigned position. */
export const sequencer = 'sequencer'

/**
 * Locks the last position; only the holder of the lock assigns positions. Undefined while another process holds it,
 * and before the first follower.
 */
export const takeSequencer = (tx: Tx) => lockPosition(tx, sequencer)

/** Locks a follower's position; undefined while another process holds it, or when the follower does not exist. */
export async function lockPosition(tx: Tx, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    select position from followers where name = ${name} for update skip locked
  `.execute(tx)
  return rows[0]?.position
}

/**
 * Gives committed facts the positions after `last`, oldest first, at most `limit` of them or all. Requires the
 * sequencer's lock. Returns how many were numbered.
 */
export async function placeFacts(tx: Tx, last: number, limit: number | null): Promise<number> {
  const { rows } = await sql<{ given: number }>`
    with waiting as (
      select id from facts where position is null order by id limit ${limit}::bigint
    ), numbered as (
      select id, ${last}::bigint + row_number() over (order by id) as position from waiting
    ), placed as (
      update facts set position = numbered.position from numbered
      -- Named once more as a list, they are found one by one: joined only, all facts would be read for a few.
      where facts.id = numbered.id and facts.id = any(array(select id from waiting))
      returning facts.id
    ), counted as (select count(*) as given from placed), moved as (
      update followers set position = followers.position + given from counted
      where name = ${sequencer} and given > 0
    )
    select given::integer as given from counted
  `.execute(tx)
  return rows[0]?.given ?? 0
}

/** Waits for the sequencer's lock, and creates its row at the first use; returns the last position. */
export async function demandSequencer(tx: Tx): Promise<number> {
  await sql`
    insert into followers (name, position)
    select ${sequencer}, coalesce(max(position), 0) from facts
    on conflict (name) do nothing
  `.execute(tx)
  const { position } = await tx
    .selectFrom('followers')
    .select('position')
    .where('name', '=', sequencer)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return position
}

/** Creates followers that begin after `position`; existing ones keep theirs. */
export async function insertFollowers(
  tx: Tx,
  names: readonly string[],
  { position, now }: { position: number; now: Date },
) {
  await sql`
    insert into followers (name, position, since)
    select name, ${position}, ${now} from unnest(${[...names]}::text[]) as made (name)
    on conflict (name) do nothing
  `.execute(tx)
}

/** Moves a follower's position, and clears its failure. */
export async function moveFollower(tx: Tx, name: string, position: number) {
  await tx
    .updateTable('followers')
    .set({ position, failing_since: null, error: null })
    .where('name', '=', name)
    .execute()
}

/** Records that a follower fails, and since when. */
export async function noteFailing(
  db: Db,
  name: string,
  { now, error }: { now: Date; error: string },
) {
  await sql`
    update followers set failing_since = coalesce(failing_since, ${now}), error = ${error}
    where name = ${name}
  `.execute(db)
}

/**
 * Deletes facts that happened before `until` and that every follower has read, at most `limit`, and returns how many.
 * It ends at the first one that happened later, so that nothing is missing among those that are kept: a transaction
 * that commits late has later positions than its time suggests, and a reader in front of it would skip it unnoticed.
 */
export async function deleteFacts(db: Db, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with first as (
      select id, position, at from facts
      where position <= (select min(position) from followers)
      order by position limit ${limit}
    )
    delete from facts where id in (
      select id from first
      where position < coalesce((select min(position) from first where at >= ${until}), position + 1)
    )
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

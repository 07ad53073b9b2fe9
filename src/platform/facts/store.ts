import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** One statement for any number of facts. Its text does not depend on the number, so it stays prepared. */
export async function insertFacts(tx: Tx, facts: readonly { name: string; payload: object }[]) {
  await sql`
    insert into facts (name, payload)
    select name, payload
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as fact (name text, payload jsonb)
  `.execute(tx)
}

/** The row whose position is the last one that was given. */
export const sequencer = 'sequencer'

/**
 * Locks the last position; whoever has it gives the next ones. Undefined while another process does, or when nobody has
 * followed yet.
 */
export const takeSequencer = (tx: Tx) => lockPosition(tx, sequencer)

/** Locks how far a follower has come; undefined while another process follows, or when there is no such follower. */
export async function lockPosition(tx: Tx, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    select position from followers where name = ${name} for update skip locked
  `.execute(tx)
  return rows[0]?.position
}

/**
 * Gives committed facts the positions after `last`, oldest first, to `limit` of them or all. The sequencer is locked.
 * Returns how many got one.
 */
export async function placeFacts(tx: Tx, last: number, limit: number | null): Promise<number> {
  const { rows } = await sql<{ given: number }>`
    with waiting as (
      select id from facts where position is null order by id limit ${limit}::bigint
    ), numbered as (
      select id, ${last}::bigint + row_number() over (order by id) as position from waiting
    ), placed as (
      update facts set position = numbered.position from numbered where facts.id = numbered.id
      returning facts.id
    ), counted as (select count(*) as given from placed), moved as (
      update followers set position = followers.position + given from counted
      where name = ${sequencer} and given > 0
    )
    select given::integer as given from counted
  `.execute(tx)
  return rows[0]?.given ?? 0
}

/** Waits for the sequencer, making it when nobody has followed yet; returns the last position. */
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

/** Makes followers that begin after `position`; those that are there stay where they are. */
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

/** Moves a follower on, and ends its failing. */
export async function moveFollower(tx: Tx, name: string, position: number) {
  await tx
    .updateTable('followers')
    .set({ position, failing_since: null, error: null })
    .where('name', '=', name)
    .execute()
}

/** Writes down that a follower fails, since when it first did. */
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
 * Deletes facts that happened before `until` and that every follower has read, the oldest first and at most `limit`.
 * Returns how many.
 */
export async function deleteFacts(db: Db, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from facts where id in (
      select id from facts
      where position <= (select min(position) from followers) and at < ${until}
      order by position limit ${limit}
    )
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

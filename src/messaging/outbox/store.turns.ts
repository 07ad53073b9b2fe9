import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { readByIndex } from '../../platform/db/planned-anew.ts'
import { type MessageRow, typed } from './lookup.ts'

const turnsAtOnce = 1000

/**
 * Gives every due message its turn, once. Within a flow a message comes after those that wait already; a flow without
 * waiting messages begins at the turn being sent now, so it waits for at most one message of each other flow. Only
 * the sender calls it.
 *
 * Three statements without a join, because their work must grow with the number of messages by whatever statistics the
 * planner has. After a quiet day these say that no message is queued: one statement that joined the fresh messages
 * with the queued ones then took two minutes for ten thousand, and the embedded database answered nobody meanwhile.
 */
export async function giveTurns(db: Db, now: Date): Promise<void> {
  for (;;) {
    const fresh = await readFresh(db, now)
    if (fresh.length === 0) return
    const { current, last } = await readTurns(db, [...new Set(fresh.map(({ flow }) => flow))])
    await storeTurns(db, numbered(fresh, current, last))
    if (fresh.length < turnsAtOnce) return
  }
}

type Fresh = { id: number; flow: string }

async function readFresh(db: Db, now: Date): Promise<Fresh[]> {
  const { rows } = await readByIndex<Fresh>(sql`
    select id, coalesce(flow, 'order ' || order_id, 'mail ' || id) as flow
    from messages where state = 'queued' and turn is null and send_at <= ${now}
    order by send_at, id limit ${turnsAtOnce}
  `).execute(db)
  return rows
}

/** The turn being sent now, and the last turn of each of these flows that has messages waiting. */
async function readTurns(db: Db, flows: readonly string[]) {
  const sender = await sql<{ turn: number | null }>`
    select turn::float8 as turn from mail_sender where id = 1
  `.execute(db)
  const { rows } = await readByIndex<{ flow: string; turn: number }>(sql`
    select flow, max(turn)::float8 as turn from messages
    where state = 'queued' and turn is not null and flow = any(${flows}::text[])
    group by flow
  `).execute(db)
  return {
    current: sender.rows[0]?.turn ?? 0,
    last: new Map(rows.map(({ flow, turn }) => [flow, turn])),
  }
}

function numbered(fresh: readonly Fresh[], current: number, last: Map<string, number>) {
  const next = new Map<string, number>()
  return fresh
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, flow }) => {
      const turn = next.get(flow) ?? Math.max(current, (last.get(flow) ?? -1) + 1)
      next.set(flow, turn + 1)
      return { id, flow, turn }
    })
}

/** The `case` leaves the key as the only index: as a comparison it would offer those of the queue, to their ends. */
async function storeTurns(db: Db, turns: readonly (Fresh & { turn: number })[]): Promise<void> {
  const byId = Object.fromEntries(turns.map(({ id, ...rest }) => [id, rest]))
  await readByIndex(sql`
    update messages set
      flow = ${byId}::jsonb -> id::text ->> 'flow',
      turn = (${byId}::jsonb -> id::text ->> 'turn')::bigint
    where id = any(${turns.map(({ id }) => id)}::bigint[]) and case state when 'queued' then true end
  `).execute(db)
}

/**
 * Takes the messages of senders that died, and then those whose turn it is: `limit` at most with any plan, because
 * materialised parts of the statement choose them once. At one turn a message that was not tried yet comes first.
 */
export async function claimDue(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<Parameters<typeof typed>[0] & { turn: number | null }>`
    with left_behind as materialized (
      select id from messages where state = 'sending' and lease_until < ${now}
      order by id limit ${limit} for update skip locked
    ), in_turn as materialized (
      select id, turn from messages
      where state = 'queued' and turn is not null and send_at <= ${now}
      order by turn, attempts, id limit ${limit} for update skip locked
    ), due as materialized (
      select id, null::bigint as turn from left_behind union all select id, turn from in_turn
      limit ${limit}
    ), moved as (
      update mail_sender set turn = latest.turn from (select max(turn) as turn from due) as latest
      where id = 1 and latest.turn > mail_sender.turn
    )
    update messages set state = 'sending', lease_until = ${until}, attempts = attempts + 1
    from due where messages.id = due.id
    returning messages.id, kind, cause, recipient, about_kind, about_id, order_id, event_id,
      attendee_id, locale, details, state, send_at, attempts, message_id, subject, bytes, smtp_code,
      response, error, created_at, sent_at, bounced_at, messages.turn
  `.execute(db)
  const order = ({ turn }: (typeof rows)[number]) => turn ?? 0
  return rows
    .sort((one, other) => order(one) - order(other) || one.id - other.id)
    .map(row => typed(row))
}

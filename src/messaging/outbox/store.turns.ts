import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type MessageRow, typed } from './lookup.ts'

const turnsAtOnce = 1000

/**
 * Gives every due message its turn, once. Within a flow a message comes after those that wait already; a flow without
 * waiting messages begins at the turn being sent now, so it waits for at most one message of each other flow. Only
 * the sender calls it. The statement joins nothing but the messages by their id, so its work grows with their number in
 * any plan.
 */
export async function giveTurns(db: Db, now: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      with fresh as materialized (
        select id, coalesce(flow, 'order ' || order_id, 'mail ' || id) as flow
        from messages where state = 'queued' and turn is null and send_at <= ${now}
        order by send_at, id limit ${turnsAtOnce}
      ), placed as (
        select id, flow, row_number() over (partition by flow order by id) - 1 as place from fresh
      ), begun as (
        select id, flow, place, case when place = 0 then greatest(
          coalesce((select turn from mail_sender where id = 1), 0),
          coalesce((
            select max(turn) + 1 from messages
            where messages.flow = placed.flow and state = 'queued' and turn is not null
          ), 0)) end as turn
        from placed
      ), given as (
        select id, flow, max(turn) over (partition by flow) + place as turn from begun
      )
      update messages set flow = given.flow, turn = given.turn
      from given where messages.id = given.id and state = 'queued'
    `.execute(db)
    if (Number(numAffectedRows ?? 0) < turnsAtOnce) return
  }
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

import { sql } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { DeskMethod, MoveKind } from './rules.ts'

export type TillRow = {
  id: number
  name: string
  event_id: number | null
  currency: string
  opened_by: number | null
  opener: string | null
  opened_at: Date
  closed_by: number | null
  closer: string | null
  closed_at: Date | null
  counted_minor: number | null
  counts: Record<string, number> | null
  expected_minor: number | null
  terminal_minor: number | null
  note: string
  handed_to: string
  number: number | null
}

export type MoveRow = {
  n: number
  kind: MoveKind
  method: DeskMethod
  amount_minor: number
  order_id: number | null
  reason: string
  witness: string
  login: string | null
  at: Date
}

const selectTills = sql`
  select t.id, t.name, t.event_id, t.currency, t.opened_by, o.display_name as opener, t.opened_at, t.closed_by,
    c.display_name as closer, t.closed_at, t.counted_minor, t.counts, t.expected_minor, t.terminal_minor, t.note, t.handed_to, t.number
  from tills t left join users o on o.id = t.opened_by left join users c on c.id = t.closed_by`

export async function findTill(db: Db, id: number): Promise<TillRow | undefined> {
  const { rows } = await sql<TillRow>`${selectTills} where t.id = ${id}`.execute(db)
  return rows[0]
}

type TillReach = { userId: number | null; reach: Reach; limit: number }

/** Tills, the latest first: those of a person, and those within reach; one for all events is within that of the whole site only. */
export async function listTills(db: Db, { userId, reach, limit }: TillReach): Promise<TillRow[]> {
  const events = reach === 'all' ? [] : [...reach]
  const { rows } = await sql<TillRow>`${selectTills}
    where ${reach === 'all'} or t.opened_by = ${userId} or t.event_id = any(${events}::bigint[])
    order by t.id desc limit ${limit}`.execute(db)
  return rows
}

/** Locks tills by ascending id, after everything else that a sale or a refund locks, and returns the open ones. */
export async function lockOpenTills(tx: Tx, ids: readonly number[]): Promise<LockedTill[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LockedTill>`
    select id, event_id, currency, opened_by, closed_at from tills
    where id = any(${[...ids]}::bigint[]) order by id for no key update
  `.execute(tx)
  return rows.filter(({ closed_at: closed }) => closed === null)
}

export type LockedTill = Pick<TillRow, 'id' | 'event_id' | 'currency' | 'opened_by' | 'closed_at'>

export type NewTill = {
  name: string
  eventId: number | null
  currency: string
  userId: number | null
  at: Date
}

export async function insertTill(tx: Tx, till: NewTill): Promise<number> {
  const { id } = await tx
    .insertInto('tills')
    .values({
      name: till.name,
      event_id: till.eventId,
      currency: till.currency,
      opened_by: till.userId,
      opened_at: till.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewMove = {
  kind: MoveKind
  method: DeskMethod
  amountMinor: number
  orderId?: number
  refundId?: number
  reason?: string
  witness?: string
  userId: number | null
  at: Date
}

/** Writes the next move of a locked till; returns its number. */
export async function insertTillMove(tx: Tx, tillId: number, move: NewMove): Promise<number> {
  const { n } = await tx
    .insertInto('till_moves')
    .values({
      till_id: tillId,
      n: sql<number>`(select coalesce(max(n), 0) + 1 from till_moves where till_id = ${tillId})`,
      kind: move.kind,
      method: move.method,
      amount_minor: move.amountMinor,
      order_id: move.orderId ?? null,
      refund_id: move.refundId ?? null,
      reason: move.reason ?? '',
      witness: move.witness ?? '',
      user_id: move.userId,
      at: move.at,
    })
    .returning('n')
    .executeTakeFirstOrThrow()
  return n
}

/** The moves of a till, oldest first. */
export async function listTillMoves(db: Db | Tx, tillId: number): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select m.n, m.kind, m.method, m.amount_minor, m.order_id, m.reason, m.witness, u.display_name as login, m.at
    from till_moves m left join users u on u.id = m.user_id
    where m.till_id = ${tillId} order by m.n
  `.execute(db)
  return rows
}

export type Closing = {
  countedMinor: number | null
  counts: Record<string, number> | null
  expectedMinor: number
  terminalMinor: number | null
  note: string
  /** Who takes it over; empty for nobody. */
  handedTo: string
  userId: number | null
  at: Date
}

/** Closes a locked till under the next number, which is given back when the transaction is. */
export async function closeTillRow(tx: Tx, id: number, closing: Closing): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with next as (
      insert into till_numbers (last) values (1)
      on conflict (is_last) do update set last = till_numbers.last + 1 returning last)
    update tills set number = next.last, closed_by = ${closing.userId}, closed_at = ${closing.at},
      counted_minor = ${closing.countedMinor}, counts = ${closing.counts && JSON.stringify(closing.counts)}::jsonb,
      expected_minor = ${closing.expectedMinor}, terminal_minor = ${closing.terminalMinor}, note = ${closing.note}, handed_to = ${closing.handedTo}
    from next where tills.id = ${id} returning tills.number
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`Till ${id} is gone.`)
  return row.number
}

/** What was counted in the last till of this name that somebody counted: the float that the next one has. */
export async function lastCounted(
  db: Db,
  { name, currency }: { name: string; currency: string },
): Promise<number | null> {
  const { rows } = await sql<{ minor: number }>`
    select counted_minor as minor from tills
    where name = ${name} and currency = ${currency} and counted_minor is not null
    order by number desc limit 1
  `.execute(db)
  return rows[0]?.minor ?? null
}

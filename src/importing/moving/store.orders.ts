import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Row } from '../kinds/imported.ts'

type OrderParts = {
  id: number
  lines: Row[]
  moves: Row[]
  refundMinor: number
  refundedAt: string
}

const lineColumns = {
  order_id: 'bigint',
  ordinal: 'int',
  kind: 'text',
  ticket_id: 'bigint',
  event_id: 'bigint',
  fee_id: 'bigint',
  coupon_id: 'bigint',
  name: 'text',
  quantity: 'int',
  unit_minor: 'bigint',
  regular_unit_minor: 'bigint',
  total_minor: 'bigint',
  refunded_quantity: 'int',
  refunded_minor: 'bigint',
  opted_out: 'boolean',
} as const

const lineNames = Object.keys(lineColumns)

/** The lines, history and refunds of orders. */
export async function writeOrderParts(tx: Tx, orders: readonly OrderParts[]): Promise<void> {
  if (orders.length === 0) return
  await writeLines(tx, orders)
  await writeMoves(tx, orders)
  await writeRefunds(tx, orders)
}

/** Lines keep their ids when an order comes again, because attendees name them. */
async function writeLines(tx: Tx, orders: readonly OrderParts[]) {
  const ids = orders.map(({ id }) => id)
  const lines = JSON.stringify(
    orders.flatMap(({ id, lines: own }) => own.map(line => ({ order_id: id, ...line }))),
  )
  const typed = Object.entries(lineColumns).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
  )
  const wanted = sql`jsonb_to_recordset(${lines}::jsonb) as l (${sql.join(typed)})`
  const all = sql.join(lineNames.map(name => sql.ref(name)))
  const changes = lineNames.slice(2).map(name => sql`${sql.ref(name)} = l.${sql.ref(name)}`)
  await sql`
    update order_lines own set ${sql.join(changes)} from ${wanted}
    where own.order_id = l.order_id and own.ordinal = l.ordinal
  `.execute(tx)
  await sql`
    insert into order_lines (${all})
    select ${all} from ${wanted}
    where not exists (select from order_lines own where own.order_id = l.order_id and own.ordinal = l.ordinal)
    order by order_id, ordinal
  `.execute(tx)
  await sql`
    delete from order_lines own where order_id = any(${ids}::bigint[]) and not exists (
      select from ${wanted} where own.order_id = l.order_id and own.ordinal = l.ordinal)
  `.execute(tx)
}

async function writeMoves(tx: Tx, orders: readonly OrderParts[]) {
  const ids = orders.map(({ id }) => id)
  const moves = JSON.stringify(
    orders.flatMap(({ id, moves: own }) => own.map(move => ({ order_id: id, ...move }))),
  )
  await sql`
    delete from order_moves where order_id = any(${ids}::bigint[]) and cause = 'import'
  `.execute(tx)
  await sql`
    insert into order_moves (order_id, from_status, to_status, cause, at)
    select order_id, "from", "to", 'import', at
    from jsonb_to_recordset(${moves}::jsonb) as m (order_id bigint, "from" text, "to" text, at timestamptz)
    order by order_id, at
  `.execute(tx)
}

async function writeRefunds(tx: Tx, orders: readonly OrderParts[]) {
  const refunds = JSON.stringify(
    orders.flatMap(({ id, refundMinor, refundedAt }) =>
      refundMinor > 0 ? [{ id, minor: refundMinor, at: refundedAt }] : [],
    ),
  )
  await sql`
    insert into refunds (order_id, amount_minor, lines, state, idempotency_key, created_at, updated_at)
    select r.id, r.minor, (
        select coalesce(jsonb_agg(jsonb_build_object('lineId', l.id, 'quantity', l.refunded_quantity,
          'amountMinor', l.refunded_minor) order by l.ordinal), '[]')
        from order_lines l where l.order_id = r.id and (l.refunded_quantity > 0 or l.refunded_minor > 0)),
      'done', 'import ' || r.id, r.at, r.at
    from jsonb_to_recordset(${refunds}::jsonb) as r (id bigint, minor bigint, at timestamptz)
    on conflict (idempotency_key) do update set amount_minor = excluded.amount_minor, lines = excluded.lines
  `.execute(tx)
}

import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { type Piece, readTogether } from '../../../platform/db/together.ts'
import { type LineRow, type OrderRow, selectLines, selectOrders } from '../record/lookup.ts'

export type OrderFilter = {
  post_id?: number
  status?: readonly OrderRow['status'][]
  gateway?: readonly OrderRow['gateway'][]
  search?: string
}

type Query = ReturnType<typeof selectOrders>
type Conditions = {
  [K in keyof Required<OrderFilter>]: (query: Query, value: NonNullable<OrderFilter[K]>) => Query
}

const conditions: Conditions = {
  post_id: (query, eventId) =>
    query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_lines')
          .select('order_lines.id')
          .whereRef('order_lines.order_id', '=', 'orders.id')
          .where('order_lines.event_id', '=', eventId),
      ),
    ),
  status: (query, statuses) => query.where('status', 'in', [...statuses]),
  gateway: (query, gateways) => query.where('gateway', 'in', [...gateways]),
  search: (query, text) => {
    const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    return query.where(({ or, eb }) =>
      or([eb('purchaser_name', 'ilike', part), eb('purchaser_email', 'ilike', part)]),
    )
  },
}

function filtered(query: Query, filter: OrderFilter): Query {
  const names = Object.keys(conditions) as (keyof OrderFilter)[]
  return names.reduce((narrowed, name) => {
    const value = filter[name]
    const apply = conditions[name] as (query: Query, value: unknown) => Query
    return value === undefined ? narrowed : apply(narrowed, value)
  }, query)
}

/** One page of orders, newest first, with their lines, and how many there are; one statement. */
export async function listOrders(
  db: Db,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ orders: OrderRow[]; lines: LineRow[]; total: number }> {
  const found = filtered(selectOrders(db), filter)
  const page = found.orderBy('id', 'desc').limit(limit).offset(offset)
  const orders: Piece<OrderRow> = {
    query: page,
    instants: ['created_at', 'updated_at', 'completed_at'],
  }
  const ids = sql`array(${page.clearSelect().select('id')})`
  const lines: Piece<LineRow> = { query: selectLines(db, ids) }
  const counted: Piece<{ total: number }> = {
    query: found.clearSelect().select(sql<number>`count(*)::int`.as('total')),
  }
  const read = await readTogether(db, { orders, lines, counted })
  return { orders: read.orders, lines: read.lines, total: read.counted[0]?.total ?? 0 }
}

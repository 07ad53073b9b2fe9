import { type RawBuilder, sql } from 'kysely'
import { plainLetters } from '../../../core/search-text.ts'
import { normalizeForSearch } from '../../../core/text.ts'
import type { Db } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import { type Piece, readTogether } from '../../../platform/db/together.ts'
import { type OrderRow, ordersWithLines, type OrderWithLines } from '../record/lookup.ts'

export type OrderFilter = {
  eventId?: number
  status?: readonly OrderRow['status'][]
  gateway?: readonly OrderRow['gateway'][]
  search?: string
  /** Only orders with places of these events, which the reader's grants reach. */
  within?: readonly number[]
  /** Whether addresses are searched as well as names. */
  inAddresses?: boolean
}

type Conditions = {
  [K in keyof Required<OrderFilter>]: (
    value: NonNullable<OrderFilter[K]>,
    all: OrderFilter,
  ) => RawBuilder<unknown>
}

const conditions: Conditions = {
  eventId: eventId => sql`exists (
    select from order_lines l where l.order_id = orders.id and l.event_id = ${eventId})`,
  status: statuses => sql`status = any(${statuses}::text[])`,
  gateway: gateways => sql`gateway = any(${gateways}::text[])`,
  within: events => sql`exists (
    select from order_lines l where l.order_id = orders.id and l.event_id = any(${events}::bigint[]))`,
  inAddresses: () => sql`true`,
  search: (text, { inAddresses = false }) => {
    const part = containing(text)
    const alsoAddress = inAddresses ? sql`or purchaser_email ilike ${part}` : sql``
    const plain = containing(normalizeForSearch(text) || text)
    const alsoPlain = plain === part.toLowerCase() ? sql`` : sql`or purchaser_name ilike ${plain}`
    // Most names are ASCII, which has as many octets as characters, and need not be made plain.
    return sql`(purchaser_name ilike ${part} ${alsoAddress} ${alsoPlain}
      or (octet_length(purchaser_name) > char_length(purchaser_name) and ${plainName} ilike ${plain}))`
  },
}

/** The purchaser's name without accents, as `normalizeForSearch` makes the text that is searched for. */
const plainName = Object.entries(plainLetters).reduce(
  (name, [letter, plain]) => sql`replace(${name}, ${letter}, ${plain})`,
  sql`lower(regexp_replace(normalize(purchaser_name, NFKD), '[\\u0300-\\u036F]', '', 'g'))`,
)

/** The conditions of all filters together. */
function where(filter: OrderFilter): RawBuilder<unknown> {
  const names = Object.keys(conditions) as (keyof OrderFilter)[]
  const parts = names.flatMap(name => {
    const value = filter[name]
    return value === undefined ? [] : (conditions[name] as Condition)(value, filter)
  })
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

type Condition = (value: unknown, all: OrderFilter) => RawBuilder<unknown>

/** One page of orders, newest first, with their lines, and how many there are; one statement. */
export async function listOrders(
  db: Db,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ orders: OrderWithLines[]; total: number }> {
  const wanted = where(filter)
  const orders: Piece<OrderWithLines> = {
    query: sql`
      ${ordersWithLines} where ${wanted} order by id desc limit ${limit} offset ${offset}`,
  }
  const counted: Piece<{ total: number }> = {
    query: sql`select count(*)::int as total from orders where ${wanted}`,
  }
  const read = await readTogether(db, { orders, counted })
  return { orders: read.orders, total: read.counted[0]?.total ?? 0 }
}

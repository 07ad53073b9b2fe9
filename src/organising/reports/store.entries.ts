import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Tail } from '../../shop/books/read-tail.ts'
import type { Entry } from '../../shop/books/entries-of-order.ts'

type Sql = RawBuilder<unknown>

const tailRows = batchRows<Entry>(`tail (
  at bigint, "eventId" bigint, "orderId" bigint, "lineId" bigint, kind text, method text, "amountMinor" bigint,
  currency text, "netMinor" bigint, "taxMinor" bigint, "taxBp" int, "taxCode" text, "causeKind" text, "causeId" bigint, n int)`)

/** All entries as `e`: those of the books, and those that its writer has still to write. */
export const allEntries = ({ orderIds, entries }: Tail): Sql => sql`(
  select at, event_id, order_id, line_id, kind, method, amount_minor, net_minor, tax_minor, tax_bp, tax_code, currency,
    cause_kind, cause_id, n
  from book_entries where order_id <> all(${[...orderIds]}::bigint[])
  union all
  select timestamptz 'epoch' + at * interval '1 microsecond', "eventId", "orderId", "lineId", kind, method,
    "amountMinor", "netMinor", "taxMinor", "taxBp", "taxCode", currency, "causeKind", "causeId", n
  from ${tailRows.of(entries)}) e
  left join order_lines l on l.id = e.line_id
  join orders o on o.id = e.order_id`

/** What an order came in by: the way of its payment, or staff. */
export const channel = sql`o.gateway`

/** What entries of one tax rate have in common, such as `S-1900`; null without a rate. */
export const taxKey = sql`e.tax_code || '-' || e.tax_bp`

/** What lines of one ticket at one price and tax rate have in common, such as `12-3000-S-1900`; without the tax where there is none. */
export const priceKey = sql`concat_ws('-', coalesce(l.ticket_id, 0), l.unit_minor, ${taxKey})`

/** The tag of the coupon of a line; blank without one. */
export const couponTag = sql`coalesce((select c.tag from coupon_limits c where c.coupon_id = l.coupon_id), '')`

export type EntryFilter = {
  readonly within: Reach
  readonly event?: number | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly kinds?: readonly string[] | undefined
  readonly method?: string | undefined
  readonly channel?: string | undefined
  readonly ticket?: number | undefined
  readonly coupon?: number | undefined
  /** Of coupons with this tag. */
  readonly couponTag?: string | undefined
  /** Of coupons that have a tag, or of those that have none. */
  readonly tagged?: boolean | undefined
  /** A tax, or `none`. */
  readonly tax?: string | undefined
  /** Of ticket lines with this price, in minor units. */
  readonly price?: number | undefined
  readonly currency?: string | undefined
  readonly simulated?: boolean | undefined
}

/** The condition of entries that pass the filter. */
export function passing(filter: EntryFilter): Sql {
  const { within, event, from, until, kinds } = filter
  const conditions = [
    ...(within === 'all' ? [] : [sql`e.event_id = any(${[...within]}::bigint[])`]),
    ...(event === undefined ? [] : [sql`e.event_id = ${event}`]),
    ...(from === undefined ? [] : [sql`e.at >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`e.at < ${until}::timestamptz`]),
    ...(kinds === undefined ? [] : [sql`e.kind = any(${[...kinds]}::text[])`]),
    ...named(filter),
    ...ofTag(filter),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

const ofTag = ({ couponTag: tag, tagged }: EntryFilter) => [
  ...(tag === undefined ? [] : [sql`l.coupon_id is not null and ${couponTag} = ${tag}`]),
  ...(tagged === undefined
    ? []
    : [sql`l.coupon_id is not null and (${couponTag} <> '') = ${tagged}`]),
]

const named = ({
  method,
  channel: way,
  ticket,
  coupon,
  tax,
  price,
  currency,
  simulated,
}: EntryFilter) => [
  ...(method === undefined ? [] : [sql`e.method = ${method}`]),
  ...(way === undefined ? [] : [sql`${channel} = ${way}`]),
  ...(ticket === undefined
    ? []
    : [sql`l.ticket_id is not distinct from nullif(${ticket}::bigint, 0)`]),
  ...(coupon === undefined ? [] : [sql`l.coupon_id = ${coupon}`]),
  ...(tax === undefined ? [] : [tax === 'none' ? sql`e.tax_bp is null` : sql`${taxKey} = ${tax}`]),
  ...(price === undefined ? [] : [sql`l.kind = 'ticket' and l.unit_minor = ${price}`]),
  ...(currency === undefined ? [] : [sql`e.currency = ${currency}`]),
  ...(simulated === undefined ? [] : [sql`(e.method = 'sandbox') = ${simulated}`]),
]

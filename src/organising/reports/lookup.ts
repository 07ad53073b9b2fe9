import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tail } from '../../shop/books/read-tail.ts'
import { type Bucket, type CouponGroup, countsOrders, type ReportName } from './rules.ts'
import {
  allEntries,
  channel,
  couponTag,
  type EntryFilter,
  passing,
  priceKey,
  taxKey,
} from './store.entries.ts'

type Sql = RawBuilder<unknown>

/** Entries of one bucket (from 0; -1 is before the first), added up; null for the whole period, of reports that count orders. */
export type Sum = {
  bucket: number | null
  key: string
  name: string
  currency: string
  simulated: boolean
  kind: string
  minor: number
  /** Of what has a rate. */
  net: number
  tax: number
  orders: number
}

const none = sql`''`
const keys: Readonly<Record<Exclude<ReportName, 'checkins'>, { key: Sql; name: Sql }>> = {
  sales: { key: none, name: none },
  open: { key: none, name: none },
  tickets: {
    key: sql`coalesce(l.ticket_id, 0)::text`,
    name: sql`max(case when l.kind = 'ticket' then l.name else '' end)`,
  },
  prices: { key: priceKey, name: sql`max(l.name)` },
  channels: { key: channel, name: none },
  coupons: { key: sql`l.coupon_id::text`, name: sql`max(l.name)` },
  payments: { key: sql`e.method`, name: none },
  tax: {
    key: taxKey,
    name: sql`max(trim_scale(e.tax_bp / 100.0)::text || ' %')`,
  },
}

const onlyOf: Readonly<Record<string, Sql>> = {
  coupons: sql`and l.coupon_id is not null`,
  tax: sql`and e.tax_bp is not null`,
  prices: sql`and l.kind = 'ticket'`,
}

const byTag = { key: couponTag, name: sql`max(${couponTag})` }

type Asking = {
  report: Exclude<ReportName, 'checkins'>
  /** How a report of coupons is grouped; by code unless said. */
  group?: CouponGroup
  tail: Tail
  buckets: readonly Bucket[]
  filter: EntryFilter
}

const starts = (buckets: readonly Bucket[]) =>
  sql`${buckets.map(bucket => bucket.starts.toISOString())}::timestamptz[]`

/**
 * Entries by bucket, key of the report, currency and kind; one statement. An order may have entries of a kind in several buckets, as
 * when a place of it is moved: reports that count orders have the sums of the whole period, too.
 */
export async function sumByBucket(
  db: Db,
  { report, group, tail, buckets, filter }: Asking,
): Promise<Sum[]> {
  const { key, name } = report === 'coupons' && group === 'tag' ? byTag : keys[report]
  const { rows } = await sql<Sum>`
    select width_bucket(e.at, ${starts(buckets)}) - 1 as bucket, ${key} as key, ${name} as name, e.currency,
      e.method = 'sandbox' as simulated, e.kind, sum(e.amount_minor)::bigint as minor,
      coalesce(sum(e.net_minor), 0)::bigint as net, coalesce(sum(e.tax_minor), 0)::bigint as tax,
      count(distinct e.order_id)::int as orders
    from ${allEntries(tail)}
    where ${passing(filter)} ${onlyOf[report] ?? sql``}
    group by ${countsOrders(report) ? sql`grouping sets ((1, 2, e.currency, 5, e.kind), (2, e.currency, 5, e.kind))` : sql`1, 2, e.currency, 5, e.kind`}
  `.execute(db)
  return rows
}

export type Count = { bucket: number; key: string; name: string; count: number }

type Counting = { buckets: readonly Bucket[]; within: Reach; event: number | undefined }

/** Attendees who came in, by bucket and ticket; those who are inside, as lists have them. */
export const countAdmitted = (db: Db, counting: Counting): Promise<Count[]> =>
  countPlaces(db, sql`a.checked_in_at`, counting)

/** Places that were sold or given, by bucket and ticket. */
export const countSold = (db: Db, counting: Counting): Promise<Count[]> =>
  countPlaces(db, sql`a.created_at`, counting)

async function countPlaces(
  db: Db,
  at: Sql,
  { buckets, within, event }: Counting,
): Promise<Count[]> {
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (!first || !last) return []
  const { rows } = await sql<Count>`
    select width_bucket(${at}, ${starts(buckets)}) - 1 as bucket, a.ticket_id::text as key,
      max(a.ticket_name) as name, count(*)::int as count
    from attendees a
    where a.status = 'publish' and ${at} >= ${first.starts}::timestamptz and ${at} < ${last.ends}::timestamptz
      ${within === 'all' ? sql`` : sql`and a.event_id = any(${[...within]}::bigint[])`}
      ${event === undefined ? sql`` : sql`and a.event_id = ${event}`}
    group by 1, 2
  `.execute(db)
  return rows
}

export type EntryRow = {
  at: Date
  event_id: number | null
  order_id: number
  kind: string
  method: string
  channel: string
  minor: number
  currency: string
  ticket_id: number | null
  name: string | null
  net: number | null
  tax: number | null
  tax_bp: number | null
  tax_code: string | null
  /** Where the row stands in the order of the list. */
  place: string
}

/** Entries in the order of their moments, after a place; one more than `limit` tells that there are more. */
export async function listEntries(
  db: Db,
  { tail, filter, after, limit }: { tail: Tail; filter: EntryFilter; after: string; limit: number },
): Promise<EntryRow[]> {
  const place = sql`to_char(e.at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || ' ' || lpad(e.order_id::text, 16, '0')
    || ' ' || e.cause_kind || ' ' || lpad(e.cause_id::text, 16, '0') || ' ' || lpad(e.n::text, 6, '0')`
  const { rows } = await sql<EntryRow>`
    select * from (
      select e.at, e.event_id, e.order_id, e.kind, e.method, ${channel} as channel, e.amount_minor as minor,
        e.net_minor as net, e.tax_minor as tax, e.tax_bp, e.tax_code, e.currency, l.ticket_id, l.name, (${place}) collate "C" as place
      from ${allEntries(tail)} where ${passing(filter)}) listed
    where place > ${after} order by place limit ${limit + 1}
  `.execute(db)
  return rows
}

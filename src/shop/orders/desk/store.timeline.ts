import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** What stands in a timeline, in the order in which items of one moment follow each other. */
export const itemKinds = ['change', 'mail', 'move', 'note', 'refund', 'scan', 'status'] as const
export type ItemKind = (typeof itemKinds)[number]

export type TimelineRow = {
  kind: ItemKind
  id: number
  at: Date
  /** The status, the kind of mail, the verdict, the operation: in the words of the interface. */
  what: string
  text: string | null
  /** The columns that a change wrote. */
  columns: string[] | null
  amount_minor: number | null
  attendee_id: number | null
  login: string | null
}

/** Where a page ends; the next one goes on behind it. */
export type TimelineMark = { at: Date; kind: ItemKind; id: number }

export type TimelineSight = {
  orderId: number
  /** Notes, mails and reasons may tell of the whole, so readers of a part get none. */
  isWhole: boolean
  /** The places that the reader sees. */
  attendeeIds: readonly number[]
}

type Sql = RawBuilder<unknown>
type Page = { before: TimelineMark | undefined; limit: number }

/**
 * The newest items of an order before a mark, over all that tells of it; one statement, which reads no more than the page
 * of each source.
 */
export async function readTimeline(
  db: Db,
  sight: TimelineSight,
  page: Page,
): Promise<TimelineRow[]> {
  const sources = sourcesOf(sight, page)
  const { rows } = await sql<TimelineRow>`
    select * from (${sql.join(sources, sql` union all `)}) as items
    order by at desc, kind collate "C", id desc limit ${page.limit}
  `.execute(db)
  return rows
}

/** A page of everything that tells of an order. */
function sourcesOf(sight: TimelineSight, { before, limit }: Page): Sql[] {
  return itemKinds.map(kind => {
    const { at, rows } = sources[kind]
    return sql`(
      select * from (${rows(sight, sql`date_trunc('milliseconds', ${at})`)}) as ${sql.ref(`of_${kind}`)}
      where ${isBefore(kind, before)} order by at desc, id desc limit ${limit})`
  })
}

/** Rows of one kind; `at` is cut to what a mark of a page can name. */
type Source = { at: Sql; rows: (sight: TimelineSight, at: Sql) => Sql }

const own = ({ attendeeIds }: TimelineSight) => sql`any(${[...attendeeIds]}::bigint[])`

const sources: Record<ItemKind, Source> = {
  status: {
    at: sql`m.at`,
    rows: ({ orderId, isWhole }, at) => sql`
      select 'status' as kind, m.id, ${at} as at, m.to_status as what,
        case when ${isWhole} then m.note end as text, null::text[] as columns,
        null::bigint as amount_minor, null::bigint as attendee_id, null::text as login
      from order_moves m where m.order_id = ${orderId}
        and (${isWhole} or (m.cause <> 'note' and m.from_status is distinct from m.to_status))`,
  },
  refund: {
    at: sql`r.created_at`,
    rows: ({ orderId, isWhole }, at) => sql`
      select 'refund' as kind, r.id, ${at} as at, r.state as what, r.reason as text,
        null::text[] as columns, r.amount_minor, null::bigint as attendee_id, u.login
      from refunds r left join users u on u.id = r.user_id
      where r.order_id = ${orderId} and ${isWhole}`,
  },
  move: {
    at: sql`p.at`,
    rows: (sight, at) => sql`
      select 'move' as kind, p.id, ${at} as at, p.settle as what,
        case when ${sight.isWhole} then p.reason end as text, null::text[] as columns,
        p.price_minor as amount_minor, p.attendee_id, u.login
      from place_moves p left join users u on u.id = p.user_id
      where p.attendee_id = ${own(sight)}`,
  },
  scan: {
    at: sql`c.at`,
    rows: (sight, at) => sql`
      select 'scan' as kind, c.id, ${at} as at, c.kind as what, c.reason as text,
        null::text[] as columns, null::bigint as amount_minor, c.attendee_id, u.login
      from check_ins c left join users u on u.id = c.user_id
      where c.attendee_id = ${own(sight)}`,
  },
  change: {
    at: sql`e.at`,
    rows: (sight, at) => sql`
      select 'change' as kind, e.id, ${at} as at, coalesce(e.operation, e.actor_name) as what,
        null::text as text,
        (select array_agg(distinct key) from jsonb_object_keys(
          coalesce(e.before, '{}') || coalesce(e.after, '{}')
          || coalesce(e.personal -> 'before', '{}') || coalesce(e.personal -> 'after', '{}')
        ) as key) as columns,
        null::bigint as amount_minor,
        case when e.record = 'attendee' then e.record_id end as attendee_id, u.login
      from audit_entries e left join users u on u.id = e.actor_id and e.actor_kind = 'user'
      where e.action = 'changed' and e.part is null
        and ((e.record = 'order' and e.record_id = ${sight.orderId} and ${sight.isWhole})
          or (e.record = 'attendee' and e.record_id = ${own(sight)}))`,
  },
  note: {
    at: sql`n.at`,
    rows: ({ orderId, isWhole }, at) => sql`
      select 'note' as kind, n.id, ${at} as at, '' as what, n.text, null::text[] as columns,
        null::bigint as amount_minor, n.attendee_id, u.login
      from desk_notes n left join users u on u.id = n.user_id
      where n.order_id = ${orderId} and ${isWhole}`,
  },
  mail: {
    at: sql`g.created_at`,
    rows: ({ orderId, isWhole }, at) => sql`
      select 'mail' as kind, g.id, ${at} as at, g.kind || ' ' || g.state as what,
        g.recipient as text, null::text[] as columns, null::bigint as amount_minor, g.attendee_id,
        null::text as login
      from messages g where g.order_id = ${orderId} and ${isWhole}`,
  },
}

/** Items follow each other by moment (newest first), kind, and id (newest first). */
function isBefore(kind: ItemKind, before: TimelineMark | undefined): Sql {
  if (!before) return sql`true`
  if (kind > before.kind) return sql`at <= ${before.at}::timestamptz`
  if (kind < before.kind) return sql`at < ${before.at}::timestamptz`
  return sql`(at < ${before.at}::timestamptz or (at = ${before.at}::timestamptz and id < ${before.id}))`
}

/** The latest other orders of the same purchaser (small letters), and whether they are completed. */
export async function otherOrders(
  db: Db,
  { email, except, limit }: { email: string; except: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where lower(purchaser_email) = ${email} and id <> ${except}
    order by id desc limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

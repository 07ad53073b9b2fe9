import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { containing } from '../../platform/db/like.ts'
import { selectCoupons } from './store.ts'

export type CodeFilter = {
  event?: number | undefined
  /** Whether codes count for everything; undefined for both. */
  everywhere?: boolean | undefined
  search?: string | undefined
  /** Only the codes of this batch; `none` for those of no batch. */
  batch?: number | 'none' | undefined
  after?: number | undefined
}

export type ListedRow = Awaited<ReturnType<typeof listCodes>>[number]

/** Coupons with these properties, the newest first; one more than `limit` tells that there are more. */
export function listCodes(
  db: Db,
  { event, everywhere, search, batch, after }: CodeFilter,
  limit: number,
) {
  const conditions = [
    ...(event === undefined ? [] : [isFor(event)]),
    ...(everywhere === undefined ? [] : [everywhere ? sql<boolean>`not ${isLimited}` : isLimited]),
    ...(search === undefined ? [] : [contains(search)]),
    ...(batch === undefined
      ? []
      : [batch === 'none' ? sql<boolean>`not ${isOfBatch}` : ofLimits(sql`l.batch_id = ${batch}`)]),
    ...(after === undefined ? [] : [sql<boolean>`coupons.id < ${after}`]),
  ]
  const each = conditions.reduce((all, one) => all.where(one), selectCoupons(db))
  return each
    .select(batchColumn.as('batch'))
    .orderBy('coupons.id', 'desc')
    .limit(limit + 1)
    .execute()
}

type Condition = RawBuilder<boolean>

const ofLimits = (condition: ReturnType<typeof sql>): Condition =>
  sql<boolean>`exists (select from coupon_limits l where l.coupon_id = coupons.id and ${condition})`

const isLimited = ofLimits(sql`cardinality(l.event_ids || l.ticket_ids || l.opens) > 0`)

const isOfBatch = ofLimits(sql`l.batch_id is not null`)

const batchColumn = sql<
  number | null
>`(select batch_id from coupon_limits l where l.coupon_id = coupons.id)`

const isFor = (event: number) =>
  ofLimits(sql`(${event} = any(l.event_ids)
    or (l.ticket_ids || l.opens) && array(select id from tickets where event_id = ${event}))`)

const contains = (text: string) =>
  sql<boolean>`lower(coupons.slug || ' ' || coupons.display_name) like lower(${containing(text)})`

/** The names of events and tickets; ids of records that are gone are left out. */
export async function namesOf(
  db: Db,
  ids: Readonly<Record<'events' | 'tickets', readonly number[]>>,
) {
  const tickets = await sql<{ id: number; event: number; name: string; hidden: boolean }>`
    select t.id, t.event_id as event, t.name,
      exists (select from hidden_tickets h where h.ticket_id = t.id) as hidden
    from tickets t where t.id = any(${[...ids.tickets]}::bigint[]) order by t.id
  `.execute(db)
  const named = [...ids.events, ...tickets.rows.map(({ event }) => event)]
  const events = await sql<{ id: number; title: string; slug: string; status: string }>`
    select id, title, slug, status from events where id = any(${named}::bigint[]) order by id
  `.execute(db)
  return { events: events.rows, tickets: tickets.rows }
}

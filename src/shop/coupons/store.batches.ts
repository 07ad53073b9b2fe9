import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { CodeLine } from './batch-rules.ts'

export type BatchRow = {
  id: number
  prefix: string
  template: string
  tag: string
  created_at: Date
  /** How many codes it has. */
  codes: number
  /** How many of them are active. */
  active: number
  /** How many orders use them. */
  orders: number
}

export const insertBatch = (tx: Tx, row: { prefix: string; template: string; tag: string }) =>
  tx.insertInto('coupon_batches').values(row).returning('id').executeTakeFirstOrThrow()

type Terms = { templateId: number; batchId: number; tag: string }

/**
 * Adds active coupons with these codes, the terms and limits of the template and the tag. Codes that exist already are left out; returns those that
 * were added.
 */
export async function insertCodes(
  tx: Tx,
  codes: readonly Pick<CodeLine, 'code' | 'name'>[],
  { templateId, batchId, tag }: Terms,
): Promise<string[]> {
  const made = await sql<{ id: number; slug: string }>`
    insert into coupons (slug, display_name, status, kind, amount, currency, starts_at, ends_at, usage_limit)
    select code, coalesce(nullif(name, ''), t.display_name), 'active', t.kind, t.amount, t.currency, t.starts_at, t.ends_at,
      t.usage_limit
    from unnest(${codes.map(({ code }) => code)}::text[], ${codes.map(({ name }) => name)}::text[])
      with ordinality as new (code, name, n)
    join coupons t on t.id = ${templateId} order by n
    on conflict do nothing returning id, slug
  `.execute(tx)
  await sql`
    insert into coupon_limits (coupon_id, event_ids, ticket_ids, opens, min_total_minor, min_total_currency, max_places,
      max_places_per_order, per_person, tag, batch_id)
    select new.id, coalesce(l.event_ids, '{}'), coalesce(l.ticket_ids, '{}'), coalesce(l.opens, '{}'), l.min_total_minor,
      l.min_total_currency, l.max_places, l.max_places_per_order, l.per_person, ${tag}, ${batchId}
    from unnest(${made.rows.map(({ id }) => id)}::bigint[]) as new (id)
    left join coupon_limits l on l.coupon_id = ${templateId}
  `.execute(tx)
  return made.rows.map(({ slug }) => slug)
}

/** Those of these codes that exist, in lower case. */
export async function takenCodes(db: Db, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select lower(slug) as code from coupons where lower(slug) = any(${codes.map(code => code.toLowerCase())}::text[])
  `.execute(db)
  return new Set(rows.map(({ code }) => code))
}

const batches = sql`
  select b.id, b.prefix, b.template, b.tag, b.created_at, count(c.id)::int as codes,
    count(c.id) filter (where c.status = 'active')::int as active, coalesce(sum(c.used), 0)::int as orders
  from coupon_batches b left join coupon_limits l on l.batch_id = b.id left join coupons c on c.id = l.coupon_id`

/** Batches, the newest first; one more than `limit` tells that there are more. */
export async function listBatches(
  db: Db,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    ${batches} where b.id in (
      select id from coupon_batches where ${after === undefined ? sql`true` : sql`id < ${after}`} order by id desc limit ${limit + 1})
    group by b.id order by b.id desc
  `.execute(db)
  return rows
}

export async function findBatch(db: Db, id: number): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`${batches} where b.id = ${id} group by b.id`.execute(db)
  return rows[0]
}

/** The ids of the coupons of a batch. */
export async function couponsOfBatch(db: Db, batchId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select coupon_id as id from coupon_limits where batch_id = ${batchId} order by coupon_id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Gives locked coupons a status; those that have it stay as they are. */
export async function setStatus(tx: Tx, ids: readonly number[], status: string): Promise<void> {
  await sql`
    update coupons set status = ${status} where id = any(${[...ids]}::bigint[]) and status <> ${status}
  `.execute(tx)
}

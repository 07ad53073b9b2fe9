import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { PricedPart } from './rules.ts'

/** The prefix of keys for refunds made at the provider; our own keys are bare UUIDs. */
export const foreignKey = 'provider-'

const columns = [
  'id',
  'order_id',
  'amount_minor',
  'lines',
  'reason',
  'state',
  'gateway_refund_id',
  'idempotency_key',
  'created_at',
  'method',
  'attendee_ids',
  'user_id',
] as const

/** How money is given back: at the provider as it was paid, in cash, or by hand in another way (contract.md 31.2). */
export const refundMethods = ['paid', 'cash', 'by_hand'] as const
export type RefundMethod = (typeof refundMethods)[number]

export const selectRefunds = (db: Db) => db.selectFrom('refunds').select(columns)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectRefunds>['executeTakeFirst']>>>

export type RefundRow = Row & {
  parts: PricedPart[]
  /** Whether the refund was made at the provider. */
  isForeign: boolean
}

export const typed = (row: Row): RefundRow => ({
  ...row,
  parts: row.lines as PricedPart[],
  isForeign: row.idempotency_key.startsWith(foreignKey),
})

/** The refunds of an order, oldest first. */
export async function listRefunds(db: Db, orderId: number): Promise<RefundRow[]> {
  const rows = await selectRefunds(db).where('order_id', '=', orderId).orderBy('id').execute()
  return rows.map(typed)
}

/** The refund that a provider was, or is going to be, asked for under this key. */
export async function findRefundByKey(db: Db, key: string): Promise<RefundRow | undefined> {
  const row = await selectRefunds(db).where('idempotency_key', '=', key).executeTakeFirst()
  return row && typed(row)
}

/**
 * Refunds that were promised some time ago and have no outcome, those tried longest ago first (`noteTry`): a refund may
 * wait for days, and hundreds of such must not keep another one from being sent.
 */
export async function stuckRefunds(db: Db, minutes: number): Promise<number[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', 'in', ['reserved', 'sent'])
    .where('created_at', '<', sql<Date>`clock_timestamp() - make_interval(mins => ${minutes}::int)`)
    .orderBy('updated_at')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

/** What a mail about something given back says beyond its amount: how, and what staff wrote to the buyer. */
export type RefundWords = { method: RefundMethod; words: string }

/** The same of a refund, or of the words alone where no money was given back. */
export async function findRefundWords(
  db: Db,
  { refundId, wordsId }: { refundId?: number | undefined; wordsId?: number | undefined },
): Promise<RefundWords | undefined> {
  if (refundId === undefined && wordsId === undefined) return undefined
  const { rows } = await sql<RefundWords>`
    select coalesce(r.method, 'paid') as method, coalesce(w.words, '') as words
    from (select ${refundId ?? null}::bigint as refund_id, ${wordsId ?? null}::bigint as words_id) as asked
    left join refunds r on r.id = asked.refund_id
    left join buyer_words w on w.id = asked.words_id or w.refund_id = asked.refund_id
  `.execute(db)
  return rows[0]
}

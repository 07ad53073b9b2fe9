import { sql } from 'kysely'
import { batchRows } from '../../../platform/db/batch-rows.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Action, DraftRow, KindName, PlanSum } from './rules.ts'

/** What the answer about a plan says; kept so that it says the same as long as the plan lasts. Money in minor units. */
export type PlanSummary = {
  sums: readonly PlanSum[]
  warnings: readonly string[]
}

export type NewPlan = {
  kind: KindName
  userId: number
  eventId: number | null
  wish: unknown
  basis: string
  summary: PlanSummary
  at: Date
  expiresAt: Date
}

const rowsAtOnce = 1000

type StoredRow = {
  n: number
  subject_id: number
  action: string
  reason: string | null
  amount_minor: number
  currency: string | null
  method: string | null
  detail: object
}

const planRows = batchRows<StoredRow>(`row (
  n int, subject_id bigint, action text, reason text, amount_minor bigint, currency text, method text, detail jsonb)`)

/** Stores a plan with its rows, numbered from 1. */
export async function insertPlan(
  tx: Tx,
  plan: NewPlan,
  rows: readonly DraftRow[],
): Promise<number> {
  const { id } = await tx
    .insertInto('plans')
    .values({
      kind: plan.kind,
      user_id: plan.userId,
      event_id: plan.eventId,
      wish: JSON.stringify(plan.wish),
      basis: plan.basis,
      summary: JSON.stringify(plan.summary),
      created_at: plan.at,
      expires_at: plan.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const stored = rows.slice(at, at + rowsAtOnce).map((row, index) => ({
      n: at + index + 1,
      subject_id: row.subjectId,
      action: row.action,
      reason: row.reason,
      amount_minor: row.amountMinor,
      currency: row.currency,
      method: row.method,
      detail: row.detail,
    }))
    await sql`
      insert into plan_rows (plan_id, ${planRows.names}) select ${id}, ${planRows.names} from ${planRows.of(stored)}
    `.execute(tx)
  }
  return id
}

/** A plan of this person that has not ended. */
export async function findPlan(db: Db, id: number, { userId, now }: { userId: number; now: Date }) {
  const row = await db
    .selectFrom('plans')
    .select(['id', 'kind', 'event_id', 'wish', 'basis', 'summary', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { ...row, summary: row.summary as PlanSummary }
}

export type PlanRow = NonNullable<Awaited<ReturnType<typeof findPlan>>>

export type RowsQuery = {
  after: number
  limit: number
  action?: Action | undefined
  reason?: string | undefined
}

/** Rows of a plan behind one with this number. */
export function listPlanRows(db: Db, planId: number, { after, limit, action, reason }: RowsQuery) {
  return db
    .selectFrom('plan_rows')
    .select(['n', 'subject_id', 'action', 'reason', 'amount_minor', 'currency', 'method', 'detail'])
    .where('plan_id', '=', planId)
    .where('n', '>', after)
    .$if(action !== undefined, query => query.where('action', '=', action ?? 'do'))
    .$if(reason !== undefined, query => query.where('reason', '=', reason ?? ''))
    .orderBy('n')
    .limit(limit)
    .execute()
}

/** The first row that is done of each method. */
export async function firstOfMethods(db: Db, planId: number) {
  const { rows } = await sql<{ method: string | null; subject_id: number }>`
    select distinct on (method) method, subject_id from plan_rows
    where plan_id = ${planId} and action = 'do' order by method, n
  `.execute(db)
  return rows
}

/** Plans that ended are gone, with their rows. */
export async function deleteEndedPlans(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('plans').where('expires_at', '<', now).execute()
}

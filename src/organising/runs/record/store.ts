import { sql } from 'kysely'
import type { Reach } from '../../../core/caller.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Streak } from './rules.ts'

/** A number behind that of every item. */
const endless = 2_147_483_647

const columns = [
  'id',
  'kind',
  'plan_id',
  'user_id',
  'credential',
  'event_id',
  'wish',
  'premise',
  'state',
  'paused_by',
  'rests_after',
  'failing',
  'failures',
  'not_before',
  'created_at',
  'ended_at',
] as const

const selectRuns = (db: Db) => db.selectFrom('runs').select(columns)
export type RunRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirst']>>
>

export type NewRun = {
  planId: number
  userId: number
  credential: string
  /** The run rests by itself behind so many items that are done. */
  first: number | undefined
  /** What the plan was made from and has to stay so. */
  premise: string | null
  at: Date
}

/**
 * Begins the run of a plan, with an item for each of its rows; undefined when the plan was run before. What is left out, or done by
 * hand, has its outcome from the start.
 */
export async function insertRun(tx: Tx, run: NewRun): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into runs (kind, plan_id, user_id, credential, event_id, wish, premise, created_at, rests_after)
    select kind, id, user_id, ${run.credential}, event_id, wish, ${run.premise}, ${run.at},
      (select n from plan_rows where plan_id = plans.id and action = 'do' and ${run.first !== undefined}
        order by n limit 1 offset ${Math.max(0, (run.first ?? 1) - 1)})
    from plans where id = ${run.planId}
    on conflict (plan_id) do nothing
    returning id
  `.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) return undefined
  await sql`
    insert into run_items (run_id, n, subject_id, state, reason, amount_minor, currency, method, detail, ended_at)
    select ${id}, n, subject_id,
      case action when 'do' then 'waiting' when 'by_hand' then 'by_hand' else 'skipped' end, reason,
      amount_minor, currency, method, detail,
      case when action <> 'do' then ${run.at}::timestamptz end
    from plan_rows where plan_id = ${run.planId}
  `.execute(tx)
  return id
}

export async function findRun(db: Db, id: number): Promise<RunRow | undefined> {
  return selectRuns(db).where('id', '=', id).executeTakeFirst()
}

export async function findRunOfPlan(db: Db, planId: number): Promise<RunRow | undefined> {
  return selectRuns(db).where('plan_id', '=', planId).executeTakeFirst()
}

/** Where somebody reads the runs of a kind. */
export type ReachOfKind = { kind: RunRow['kind']; reach: Reach }

/** The latest runs within reach first; one of several events is within that of the whole site only. */
export async function listRuns(
  db: Db,
  { reaches, limit }: { reaches: readonly ReachOfKind[]; limit: number },
): Promise<RunRow[]> {
  return selectRuns(db)
    .where(({ eb, or, and }) =>
      or(
        reaches.map(({ kind, reach }) =>
          and([
            eb('kind', '=', kind),
            ...(reach === 'all' ? [] : [sql<boolean>`event_id = any(${[...reach]}::bigint[])`]),
          ]),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Runs that are not over and do not rest. */
export async function openRuns(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from runs where state in ('running', 'stopping') order by id limit 100
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The run, locked: one process at a time takes items of it or changes its state. */
export async function lockRun(tx: Tx, id: number): Promise<RunRow | undefined> {
  return selectRuns(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export type RunChange = Partial<
  Pick<RunRow, 'state' | 'paused_by' | 'rests_after' | 'not_before' | 'ended_at'> & Streak
>

export async function changeRun(tx: Tx, id: number, change: RunChange): Promise<void> {
  await tx.updateTable('runs').set(change).where('id', '=', id).execute()
}

export type TakenItem = {
  n: number
  subject_id: number
  amount_minor: number
  currency: string | null
  method: string | null
  detail: unknown
  provider_key: string
  attempts: number
  lease: string
}

type Taking = { lease: string; now: Date; until: Date; onlyBegun: boolean }

/**
 * The next item of a locked run that a process may do now: one that another process has left, or that waits. Each is found by its
 * index, however many are done or wait for their moment. `onlyBegun`: none that nobody has begun.
 */
export async function takeItem(
  tx: Tx,
  run: Pick<RunRow, 'id' | 'rests_after'>,
  { lease, now, until, onlyBegun }: Taking,
): Promise<TakenItem | undefined> {
  const last = run.rests_after ?? endless
  const { rows } = await sql<TakenItem>`
    with next as materialized (
      select run_id, n from run_items
      where run_id = ${run.id} and (state = 'waiting' or lease_until <= ${now}) and n = coalesce((
          select n from run_items
          where run_id = ${run.id} and n <= ${last} and state = 'doing' and lease_until <= ${now} order by n limit 1
        ), (
          select n from run_items
          where run_id = ${run.id} and n <= ${last} and state = 'waiting' and (due_at is null or due_at <= ${now})
            and (not ${onlyBegun} or refund_id is not null)
          order by due_at nulls first, n limit 1
        ))
      for no key update
    )
    update run_items i
    set state = 'doing', lease = ${lease}::uuid, lease_until = ${until}, attempts = attempts + 1
    from next where i.run_id = next.run_id and i.n = next.n
    returning i.n, i.subject_id, i.amount_minor, i.currency, i.method, i.detail, i.provider_key, i.attempts, i.lease
  `.execute(tx)
  return rows[0]
}

type ItemKey = { run: { id: number }; n: number }

/** A process goes on with an item that takes long. */
export async function extendLease(
  db: Db,
  { run, n, lease }: ItemKey & { lease: string },
  until: Date,
) {
  await db
    .updateTable('run_items')
    .set({ lease_until: until })
    .where('run_id', '=', run.id)
    .where('n', '=', n)
    .where('lease', '=', lease)
    .where('state', '=', 'doing')
    .execute()
}

/** Which refund gives the money of an item back; in the transaction that promises it. */
export async function noteRefund(tx: Tx, { run, n }: ItemKey, refundId: number): Promise<void> {
  await tx
    .updateTable('run_items')
    .set({ refund_id: refundId })
    .where('run_id', '=', run.id)
    .where('n', '=', n)
    .execute()
}

/** Ends an item; one that has ended stays as it is. Returns whether it was open. */
export async function endItem(
  tx: Tx,
  { run, n }: ItemKey,
  { state, because }: { state: 'done' | 'failed' | 'skipped'; because: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update run_items set state = ${state}, reason = ${because}, ended_at = clock_timestamp(), lease = null, lease_until = null
    where run_id = ${run.id} and n = ${n} and state in ('waiting', 'doing', 'by_hand') returning n
  `.execute(tx)
  return rows.length > 0
}

/** An item waits again, until a moment. */
export async function putBack(
  tx: Tx,
  { run, n, lease }: ItemKey & { lease: string },
  { dueAt, because }: { dueAt: Date | null; because: string | null },
): Promise<void> {
  await sql`
    update run_items set state = 'waiting', reason = ${because}, due_at = ${dueAt}, lease = null, lease_until = null
    where run_id = ${run.id} and n = ${n} and state = 'doing' and lease = ${lease}::uuid
  `.execute(tx)
}

type Left = { waiting: number; asked: number; doing: number; due_at: Date | null; beyond: number }

/**
 * What is left of a run, as far as it may begin: how many wait, how many of these for their buyers, how many are being done, and when
 * the next is due; and how many wait beyond.
 */
export async function leftOf(db: Db, { id, rests_after }: Pick<RunRow, 'id' | 'rests_after'>) {
  const last = rests_after ?? endless
  const { rows } = await sql<Left>`
    select count(*) filter (where state = 'waiting' and n <= ${last})::int as waiting,
      count(*) filter (where state = 'waiting' and n <= ${last} and reason = 'asked' and due_at is not null)::int as asked,
      count(*) filter (where state = 'doing')::int as doing,
      count(*) filter (where state = 'waiting' and n > ${last})::int as beyond,
      min(coalesce(due_at, '-infinity')) filter (where state = 'waiting' and n <= ${last}) as due_at
    from run_items where run_id = ${id} and state in ('waiting', 'doing')
  `.execute(db)
  return rows[0] ?? { waiting: 0, asked: 0, doing: 0, beyond: 0, due_at: null }
}

/** What waits when a run is stopped is not done; what is promised already stays promised. */
export async function skipWaiting(tx: Tx, runId: number): Promise<void> {
  await sql`
    update run_items set ended_at = clock_timestamp(),
      state = case when refund_id is null then 'skipped' else 'done' end,
      reason = case when refund_id is null then 'stopped' else 'promised' end
    where run_id = ${runId} and state = 'waiting'
  `.execute(tx)
}

/** What failed waits again, and is asked for under a new key: the old one is used up. Returns how many. */
export async function reviveFailed(tx: Tx, runId: number): Promise<number> {
  const { rows } = await sql`
    update run_items set state = 'waiting', reason = null, due_at = null, ended_at = null, attempts = 0, refund_id = null,
      provider_key = gen_random_uuid()::text
    where run_id = ${runId} and state = 'failed' returning n
  `.execute(tx)
  return rows.length
}

/**
 * Items that wait for another attempt begin at once when a person lets the run go on. Those whose buyers may still choose keep
 * waiting: while one is looked at, its buyer could not choose.
 */
export async function hurryItems(tx: Tx, runId: number): Promise<void> {
  await sql`
    update run_items set due_at = null
    where run_id = ${runId} and state = 'waiting' and reason is distinct from 'asked'
  `.execute(tx)
}

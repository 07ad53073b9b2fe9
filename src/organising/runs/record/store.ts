import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { ItemState, ItemSum, Streak } from './rules.ts'

const columns = [
  'id',
  'kind',
  'plan_id',
  'user_id',
  'credential',
  'event_id',
  'wish',
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
  at: Date
}

/**
 * Begins the run of a plan, with an item for each of its rows; undefined when the plan was run before. What is left out, or done by
 * hand, has its outcome from the start.
 */
export async function insertRun(tx: Tx, run: NewRun): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into runs (kind, plan_id, user_id, credential, event_id, wish, created_at, rests_after)
    select kind, id, user_id, ${run.credential}, event_id, wish, ${run.at},
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

/** The latest runs first. */
export async function listRuns(db: Db, limit: number): Promise<RunRow[]> {
  return selectRuns(db).orderBy('id', 'desc').limit(limit).execute()
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
 * The next item of a locked run that a process may do now: one that waits, or that another process has left. `onlyBegun`: none that
 * nobody has begun.
 */
export async function takeItem(
  tx: Tx,
  run: Pick<RunRow, 'id' | 'rests_after'>,
  { lease, now, until, onlyBegun }: Taking,
): Promise<TakenItem | undefined> {
  const { rows } = await sql<TakenItem>`
    with next as materialized (
      select run_id, n from run_items
      where run_id = ${run.id} and n <= ${run.rests_after ?? 2_147_483_647} and (
        (state = 'doing' and lease_until <= ${now})
        or (state = 'waiting' and (due_at is null or due_at <= ${now}) and (not ${onlyBegun} or refund_id is not null)))
      order by n limit 1
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

/** What is left of a run, as far as it may begin: how many wait, how many are being done, and when the next is due. */
export async function leftOf(db: Db, { id, rests_after }: Pick<RunRow, 'id' | 'rests_after'>) {
  const { rows } = await sql<{
    waiting: number
    doing: number
    due_at: Date | null
    beyond: number
  }>`
    select count(*) filter (where state = 'waiting' and n <= ${rests_after ?? 2_147_483_647})::int as waiting,
      count(*) filter (where state = 'doing')::int as doing,
      count(*) filter (where state = 'waiting' and n > ${rests_after ?? 2_147_483_647})::int as beyond,
      min(coalesce(due_at, '-infinity')) filter (where state = 'waiting' and n <= ${rests_after ?? 2_147_483_647}) as due_at
    from run_items where run_id = ${id} and state in ('waiting', 'doing')
  `.execute(db)
  return rows[0] ?? { waiting: 0, doing: 0, beyond: 0, due_at: null }
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

/** The items of a run, counted and summed by state, reason and currency. Returned is what their refunds say now. */
export async function sumItems(db: Db, runId: number): Promise<ItemSum[]> {
  const { rows } = await sql<ItemSum>`
    select i.state, i.reason, i.currency, count(*)::int as items, sum(i.amount_minor)::bigint as "plannedMinor",
      coalesce(sum(r.amount_minor) filter (where r.state <> 'failed'), 0)::bigint as "returnedMinor"
    from (
      select n, currency, amount_minor, refund_id,
        case when bounced then 'failed' else state end as state, case when bounced then 'bounced' else reason end as reason
      from (
        select items.*, coalesce(state = 'done' and exists (
          select from refunds where id = refund_id and refunds.state = 'failed'), false) as bounced
        from run_items items where run_id = ${runId}
      ) as seen
    ) i left join refunds r on r.id = i.refund_id
    group by 1, 2, 3 order by 1, 2, 3
  `.execute(db)
  return rows
}

export type ItemsQuery = {
  after: number
  limit: number
  state?: ItemState | undefined
  reason?: string | undefined
}

/** Items of a run behind one with this number. */
export function listItems(db: Db, runId: number, { after, limit, state, reason }: ItemsQuery) {
  return db
    .selectFrom('run_items')
    .leftJoin('refunds', 'refunds.id', 'run_items.refund_id')
    .select([
      'n',
      'subject_id',
      'run_items.state',
      'run_items.reason',
      'run_items.amount_minor',
      'run_items.currency',
      'run_items.method',
      'run_items.detail',
      'run_items.refund_id',
      'run_items.ended_at',
      'refunds.state as refund_state',
      'refunds.amount_minor as refund_minor',
    ])
    .where('run_id', '=', runId)
    .where('n', '>', after)
    .$if(state !== undefined, query => query.where('run_items.state', '=', state ?? 'done'))
    .$if(reason !== undefined, query => query.where('run_items.reason', '=', reason ?? ''))
    .orderBy('n')
    .limit(limit)
    .execute()
}

/** An item with what an action needs of it. */
export function findItem(db: Db, runId: number, n: number) {
  return db
    .selectFrom('run_items')
    .select([
      'n',
      'subject_id',
      'state',
      'reason',
      'amount_minor',
      'currency',
      'method',
      'detail',
      'provider_key',
    ])
    .where('run_id', '=', runId)
    .where('n', '=', n)
    .executeTakeFirst()
}

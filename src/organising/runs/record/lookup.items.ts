import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { ItemState, ItemSum } from './rules.ts'

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

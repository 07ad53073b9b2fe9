import { sql } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import type { KindName } from '../runs/record/rules.ts'
import type { Waiting } from './rules.ts'
import { mostOfAKind, rowsOf, within } from './store.ts'

export type RunsInReach = readonly { readonly kind: KindName; readonly reach: Reach }[]

/** Runs that rest until somebody continues or stops them, and those that ended with items that failed or are left to a person. */
export function waitingRuns(db: Db, reaches: RunsInReach): Promise<Waiting[]> {
  if (reaches.length === 0) return Promise.resolve([])
  const isSeen = sql.join(
    reaches.map(({ kind, reach }) => sql`(r.kind = ${kind} and ${within(reach, sql`r.event_id`)})`),
    sql` or `,
  )
  const columns = sql`r.id::text as id, null::timestamptz as deadline,
    case when r.event_id is null then '{}'::bigint[] else array[r.event_id] end as events,
    null::bigint as "order", null::bigint as attendee, null::bigint as ticket`
  return rowsOf(
    db,
    sql`
    (select 'run_resting' as kind, r.created_at as since, ${columns} from runs r
    where r.state = 'paused' and (${isSeen}) order by r.id limit ${mostOfAKind})
    union all
    -- Of a stopped run what failed is left as it is: somebody decided so.
    (select 'run_left_over', r.ended_at, ${columns} from runs r
    where r.state in ('done', 'stopped') and (${isSeen}) and exists (
      select from run_items i where i.run_id = r.id
      and (i.state = 'by_hand' or (i.state = 'failed' and r.state = 'done')))
    order by r.id limit ${mostOfAKind})`,
  )
}

type Tills = { reach: Reach; userId: number | null; now: Date }

/** Tills in reach, and the person's own, that were opened a day ago and are not closed: somebody went home without counting. */
export const tillsLeftOpen = (db: Db, { reach, userId, now }: Tills) =>
  rowsOf(
    db,
    sql`
    select 'till_left_open' as kind, t.id::text as id, t.opened_at as since, null::timestamptz as deadline,
      case when t.event_id is null then '{}'::bigint[] else array[t.event_id] end as events,
      null::bigint as "order", null::bigint as attendee, null::bigint as ticket
    from tills t
    where t.closed_at is null and (t.opened_by = ${userId} or ${within(reach, sql`t.event_id`)})
      and t.opened_at <= ${now}::timestamptz - interval '24 hours'
    order by t.id limit ${mostOfAKind}`,
  )

import { sql } from 'kysely'
import { isAsPlanned } from './store.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { RefundChoice } from './rules.ts'

/** What the buyer of an order may choose now. Money in minor units of the order. */
export type OpenChoice = {
  run_id: number
  n: number
  event_id: number | null
  until_at: Date
  may_keep: boolean
  amount_minor: number
}

/**
 * The choices that are open for an order; the latest first. None is where the event was called off after the buyer was asked, or is not
 * called off any more, nor where money went back since: the run would not carry it out.
 */
export async function openChoices(db: Db, orderId: number, now: Date): Promise<OpenChoice[]> {
  const { rows } = await sql<OpenChoice>`
    select c.run_id, c.n, r.event_id, c.until_at, c.may_keep, i.amount_minor
    from refund_choices c join runs r on r.id = c.run_id
    join run_items i on i.run_id = c.run_id and i.n = c.n
    where c.order_id = ${orderId} and c.chosen is null and c.until_at > ${now}
      and i.state = 'waiting' and r.state in ('running', 'paused')
      and ${isAsPlanned}
    order by c.run_id desc limit 5
  `.execute(db)
  return rows
}

/** What was asked and chosen for an item; undefined where nobody was asked. */
export async function findChoice(db: Db, { runId, n }: { runId: number; n: number }) {
  const { rows } = await sql<{ chosen: RefundChoice | null }>`
    select chosen from refund_choices where run_id = ${runId} and n = ${n}
  `.execute(db)
  return rows[0]
}

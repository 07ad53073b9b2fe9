import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { RefundChoice } from './rules.ts'

/** That the money of the item `i`, about which the question `c` is, has not gone back in another way. */
const isThere = sql`
  exists (select from orders o where o.id = c.order_id and o.status = 'completed' and i.amount_minor <= o.paid_minor - (
    select coalesce(sum(f.amount_minor), 0) from refunds f where f.order_id = o.id and f.state <> 'failed'))`

/** That a question `c` about the item `i` of a run `r` is still about what it was asked about: its event, and money that is left. */
export const isAsPlanned = sql`(
  exists (select from events e where e.id = r.event_id and c.may_keep = (e.happening <> 'cancelled'))
  and ${isThere}
)`

type ItemKey = { runId: number; n: number }

export type NewChoice = ItemKey & { orderId: number; until: Date; mayKeep: boolean; at: Date }

/** Notes that a buyer is asked; returns whether nobody did before. */
export async function insertChoice(tx: Tx, choice: NewChoice): Promise<boolean> {
  const { rows } = await sql`
    insert into refund_choices (run_id, n, order_id, until_at, may_keep, asked_at)
    values (${choice.runId}, ${choice.n}, ${choice.orderId}, ${choice.until}, ${choice.mayKeep}, ${choice.at})
    on conflict do nothing returning n
  `.execute(tx)
  return rows.length > 0
}

/**
 * Keeps what a buyer chose, while the item waits; its run goes on with it at once. Returns whether it still waited. The row of the item is
 * written first: whoever does it holds that one.
 */
export async function keepChoice(
  tx: Tx,
  { runId, n, orderId }: ItemKey & { orderId: number },
  { choice, now }: { choice: RefundChoice; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with waiting as (
      update run_items i set due_at = null
      where run_id = ${runId} and n = ${n} and subject_id = ${orderId} and state = 'waiting' and refund_id is null
        and exists (select from refund_choices c where c.run_id = i.run_id and c.n = i.n
          and c.order_id = ${orderId} and c.until_at > ${now} and (c.may_keep or ${choice} <> 'keep'))
        and exists (select from refund_choices c join runs r on r.id = c.run_id
          where c.run_id = i.run_id and c.n = i.n and ${isAsPlanned})
        and exists (select from runs where runs.id = i.run_id and state in ('running', 'paused'))
      returning i.run_id, i.n
    )
    update refund_choices c set chosen = ${choice}, chosen_at = ${now} from waiting w
    where c.run_id = w.run_id and c.n = w.n returning c.n
  `.execute(tx)
  return rows.length > 0
}

/** Locks the items of a run that wait: no choice about them is being kept, and none is kept after that. */
export async function lockWaiting(tx: Tx, runId: number): Promise<void> {
  await sql`
    select from run_items where run_id = ${runId} and state = 'waiting' order by n for no key update
  `.execute(tx)
}

/** Puts waiting items whose buyers chose to have the money back, and do not have it, on the list by hand. */
export async function putChosenByHand(tx: Tx, runId: number): Promise<void> {
  await sql`
    update run_items i set state = 'by_hand', reason = 'chosen', ended_at = clock_timestamp()
    where run_id = ${runId} and state = 'waiting' and refund_id is null and exists (
      select from refund_choices c where c.run_id = i.run_id and c.n = i.n and c.chosen = 'refund' and ${isThere})
  `.execute(tx)
}

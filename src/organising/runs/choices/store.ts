import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { RefundChoice } from './rules.ts'

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
      update run_items set due_at = null
      where run_id = ${runId} and n = ${n} and subject_id = ${orderId} and state = 'waiting' and refund_id is null
        and exists (select from refund_choices c where c.run_id = run_items.run_id and c.n = run_items.n
          and c.order_id = ${orderId} and c.until_at > ${now} and (c.may_keep or ${choice} <> 'keep'))
        and exists (select from runs where runs.id = run_items.run_id and state in ('running', 'paused'))
      returning run_id, n
    )
    update refund_choices c set chosen = ${choice}, chosen_at = ${now} from waiting w
    where c.run_id = w.run_id and c.n = w.n returning c.n
  `.execute(tx)
  return rows.length > 0
}

import type { Tx } from '../../platform/db/database.ts'
import type { GuestText } from './rules.ts'

/** Keeps a text for the mails of a run; once. */
export async function keepText(tx: Tx, runId: number, text: GuestText): Promise<void> {
  await tx
    .insertInto('message_texts')
    .values({ run_id: runId, ...text })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

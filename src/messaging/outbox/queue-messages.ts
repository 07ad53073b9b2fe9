import { isMailAddress } from '../../core/mail-address.ts'
import type { Deps } from '../deps.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { insertMessages, type MessageDraft } from './store.ts'

export type { MessageDraft }

/** The name of the job that sends due messages. */
export const sendJob = 'mail.send'

const addressesAtOnce = 1000

/**
 * Puts messages into the outbox, in the caller's transaction: they exist if it commits. Repeating the same cause adds
 * nothing. Nothing is sent here. Returns the ids of the new messages.
 */
export async function queueMessages(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  db: Db | Tx,
  drafts: readonly MessageDraft[],
): Promise<number[]> {
  // An address is empty after erasure, or when staff created an attendee without one.
  const addressed = drafts.filter(({ recipient }) => isMailAddress(recipient))
  if (addressed.length === 0) return []
  const now = clock.now()
  return transaction(db, async tx => {
    const ids: number[] = []
    for (let at = 0; at < addressed.length; at += addressesAtOnce) {
      ids.push(...(await insertMessages(tx, addressed.slice(at, at + addressesAtOnce), now)))
    }
    if (ids.length > 0) await jobs.enqueue(tx, sendJob, {}, { key: 'due' })
    return ids
  })
}

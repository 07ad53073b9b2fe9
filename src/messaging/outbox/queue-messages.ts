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
  const addressed = drafts.filter(({ recipient }) => isAddress(recipient))
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

/**
 * Whether mail can be sent to an address: it is empty after erasure, or when staff created an attendee without one.
 */
const isAddress = (text: string) =>
  text.length <= 254 && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/.test(text)

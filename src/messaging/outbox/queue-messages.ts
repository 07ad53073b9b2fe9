import type { Deps } from '../deps.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { insertMessages, type MessageDraft } from './store.ts'

export type { MessageDraft }

/** The job that sends what is due. */
export const sendJob = 'mail.send'

const addressesAtOnce = 1000

/**
 * Puts mails into the outbox, in the caller's transaction: they exist if it commits, and each once, however often their
 * cause is told. Nothing is sent here. Returns the ids of those that are new.
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

/** Whether something can be sent there: an address was erased, or staff made an attendee without one. */
const isAddress = (text: string) =>
  text.length <= 254 && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/.test(text)

import type { Tx } from '../../platform/db/database.ts'
import { blankRecipients } from './store.ts'

/**
 * Takes an address (small letters) out of the outbox, with the mails that were kept; what waited is not sent. Returns how
 * many messages it was on. That it gets no mail stays known, by its hash alone.
 */
export const eraseRecipient = (tx: Tx, email: string): Promise<number> => blankRecipients(tx, email)

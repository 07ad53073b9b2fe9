import type { Tx } from '../../platform/db/database.ts'
import { blankMailsOf, blankRecipients } from './store.ts'

/**
 * Erases an address (in small letters) from the outbox, with captured mails; waiting messages are withdrawn. Returns
 * the number of messages. Suppressions of the address stay, stored as a hash only.
 */
export const eraseRecipient = (tx: Tx, email: string): Promise<number> => blankRecipients(tx, email)

/** Erases the addresses and contents of all mails about these orders; waiting ones are withdrawn. Returns their ids. */
export const eraseMailsOf = (tx: Tx, orderIds: readonly number[]): Promise<number[]> =>
  blankMailsOf(tx, orderIds)

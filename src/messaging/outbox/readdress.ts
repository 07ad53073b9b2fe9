import type { Tx } from '../../platform/db/database.ts'
import { changeRecipients } from './store.readdress.ts'

/**
 * Sends the mails of an order that wait for its buyer to the buyer's corrected address. What was sent stays as it was; staff send
 * it again.
 */
export const readdressMails = (
  tx: Tx,
  orderId: number,
  addresses: { from: string; to: string },
): Promise<void> => changeRecipients(tx, orderId, addresses)

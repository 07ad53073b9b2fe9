import type { Tx } from '../../../platform/db/database.ts'
import { blankCartNames, blankLineNames, blankPurchasers } from './store.ts'

/**
 * Erases a person's name and address (in small letters) from orders, their lines and carts. Amounts, dates and ids
 * stay, because accounting needs them. Returns the number of orders with this purchaser.
 */
export async function erasePurchaser(tx: Tx, email: string): Promise<number> {
  await blankLineNames(tx, email)
  await blankCartNames(tx, email)
  return blankPurchasers(tx, email)
}

import type { Tx } from '../../../platform/db/database.ts'
import { blankCartNames, blankLineNames, blankPurchasers } from './store.ts'

/**
 * Takes a person's name and address (small letters) out of orders, their lines and carts. Amounts, dates and ids stay:
 * the books must. Returns how many orders it was the purchaser of.
 */
export async function erasePurchaser(tx: Tx, email: string): Promise<number> {
  await blankLineNames(tx, email)
  await blankCartNames(tx, email)
  return blankPurchasers(tx, email)
}

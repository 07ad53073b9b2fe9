import type { Tx } from '../../../platform/db/database.ts'
import { blankCartNames, blankLineNames, blankPurchasers, blankRemarks } from './store.ts'

/**
 * Erases a person's name and address (in small letters) from orders, their lines and carts, and the remarks of staff in
 * these orders (`ordersOfPerson`), which may name the person. Amounts, dates and ids stay, because accounting needs
 * them. Returns the number of orders with this purchaser.
 */
export async function erasePurchaser(
  tx: Tx,
  email: string,
  orderIds: readonly number[],
): Promise<number> {
  await blankRemarks(tx, orderIds)
  await blankLineNames(tx, email)
  await blankCartNames(tx, email)
  return blankPurchasers(tx, email)
}

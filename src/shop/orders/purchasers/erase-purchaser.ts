import type { Tx } from '../../../platform/db/database.ts'
import { eraseAnswers, eraseAnswersOfPerson } from '../../questions/erase-answers.ts'
import { forgetNotes } from '../notes/delete-notes.ts'
import { lockOrderRows } from '../record/store.ts'
import {
  blankCartNames,
  blankLineNames,
  blankPeopleOf,
  blankPurchasers,
  blankRemarks,
  blankTillWords,
} from './store.ts'

/** The ids of the records that tell of the person. */
export type ErasedRecords = { order: readonly number[]; attendee: readonly number[] }

/**
 * Erases a person's name and address (in small letters) from orders, their lines and carts, and the answers and the remarks of staff in
 * these orders (`ordersOfPerson`), which may name the person. Amounts, dates and ids stay, because accounting needs
 * them. Returns the number of orders with this purchaser.
 */
export async function erasePurchaser(
  tx: Tx,
  email: string,
  { order, attendee }: ErasedRecords,
): Promise<number> {
  await blankRemarks(tx, order)
  await forgetNotes(tx, { orderIds: order, attendeeIds: attendee })
  await eraseAnswersOfPerson(tx, email, { order, attendee })
  await blankTillWords(tx, email)
  await blankLineNames(tx, email)
  await blankCartNames(tx, email)
  return blankPurchasers(tx, email)
}

/** Locks orders, by id, before their people are erased. */
export async function lockForErasing(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await lockOrderRows(tx, orderIds)
}

/** Erases everybody from these orders: the purchaser, the names in their lines, the remarks of staff, and the answers. */
export async function emptyOrders(tx: Tx, { order, attendee }: ErasedRecords): Promise<void> {
  await blankRemarks(tx, order)
  await forgetNotes(tx, { orderIds: order, attendeeIds: attendee })
  await eraseAnswers(tx, { order, attendee })
  await blankPeopleOf(tx, order)
}

import type { Db } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { erasePurchaser } from '../shop/orders/purchasers/erase-purchaser.ts'
import { ordersOfPerson } from '../shop/orders/purchasers/lookup.ts'
import { eraseHolder } from '../ticketing/attendees/erase-holder.ts'
import { attendeesOfPerson } from '../ticketing/attendees/lookup.ts'
import { CommandRefused } from './command-refused.ts'

/** `marquee person export`: everything that is kept of whoever has this address, but for an account of his. */
export async function exportPerson(db: Db, email: string) {
  const address = addressOf(email)
  return {
    email: address,
    attendees: await attendeesOfPerson(db, address),
    orders: await ordersOfPerson(db, address),
  }
}

/**
 * `marquee person erase`: name and address go everywhere, for good; ids, dates, amounts and entries stay, and tickets
 * remain valid. Accounts are not touched. Answers where it was found; doing it again finds nothing.
 */
export function erasePerson(db: Db, email: string) {
  const address = addressOf(email)
  return transaction(db, async tx => ({
    email: address,
    orders: await erasePurchaser(tx, address),
    attendees: await eraseHolder(tx, address),
  }))
}

function addressOf(email: string): string {
  const address = email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(address))
    throw new CommandRefused(`${email} is not an email address.`)
  return address
}

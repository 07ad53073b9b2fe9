import { erasePersonalValues } from '../access/audit/erase-personal.ts'
import { entriesOfPerson } from '../access/audit/lookup.ts'
import { actingOn } from '../platform/db/acting.ts'
import type { Db } from '../platform/db/database.ts'
import { eraseLosses } from '../importing/runs/erase-losses.ts'
import { lossesOfPerson } from '../importing/runs/lookup.ts'
import { eraseRecipient } from '../messaging/outbox/erase-recipient.ts'
import { messagesOfPerson } from '../messaging/outbox/lookup.ts'
import { transaction } from '../platform/db/transaction.ts'
import { erasePurchaser } from '../shop/orders/purchasers/erase-purchaser.ts'
import { ordersOfPerson } from '../shop/orders/purchasers/lookup.ts'
import { answersOfPerson } from '../shop/questions/answers-of-person.ts'
import { eraseViews } from '../organising/views/erase-views.ts'
import { eraseDoorNotes } from '../ticketing/door/erase-door-notes.ts'
import { eraseHolder } from '../ticketing/attendees/erase-holder.ts'
import { attendeesOfPerson } from '../ticketing/attendees/lookup.ts'
import { CommandRefused } from './command-refused.ts'

/** `marquee person export`: everything stored about the person with this address, except accounts. */
export async function exportPerson(db: Db, email: string) {
  const address = addressOf(email)
  const attendees = await attendeesOfPerson(db, address)
  const orders = await ordersOfPerson(db, address)
  const of = { order: idsOf(orders), attendee: idsOf(attendees) }
  return {
    email: address,
    attendees,
    orders,
    answers: await answersOfPerson(db, address),
    import_losses: await lossesOfPerson(db, address, of),
    messages: await messagesOfPerson(db, address),
    audit_entries: await entriesOfPerson(db, address),
  }
}

/**
 * `marquee person erase`: erases the person's name and address for good, with what staff wrote about the person's
 * orders. Ids, dates, amounts and check-ins stay, tickets remain valid, and accounts are not changed. Prints where the
 * address was found; a second run finds nothing.
 */
export function erasePerson(db: Db, email: string) {
  const address = addressOf(email)
  const by = actingOn(db, { kind: 'command', name: 'person erase' })
  return transaction(by, async tx => {
    const about = {
      order: idsOf(await ordersOfPerson(tx, address)),
      attendee: idsOf(await attendeesOfPerson(tx, address)),
    }
    await eraseDoorNotes(tx, about.attendee)
    await eraseViews(tx, address)
    const importLosses = await eraseLosses(tx, address, about)
    return {
      email: address,
      import_losses: importLosses,
      orders: await erasePurchaser(tx, address, about),
      attendees: await eraseHolder(tx, address),
      messages: await eraseRecipient(tx, address),
      // Last: what is erased above has entries too.
      audit_entries: await erasePersonalValues(tx, address, about),
    }
  })
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

function addressOf(email: string): string {
  const address = email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(address))
    throw new CommandRefused(`${email} is not an email address.`)
  return address
}

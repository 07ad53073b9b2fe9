import { erasePersonalOf } from '../../access/audit/erase-personal.ts'
import { eraseMailsOf } from '../../messaging/outbox/erase-recipient.ts'
import type { Deps } from '../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { emptyOrders, lockForErasing } from '../../shop/orders/purchasers/erase-purchaser.ts'
import { eraseDoorNotes } from '../../ticketing/door/erase-door-notes.ts'
import { eraseHoldersOf } from '../../ticketing/attendees/erase-holder.ts'
import { emptiedBefore } from './rules.ts'
import { attendeesOf, insertEmptied, ordersOver, stillOver } from './store.ts'

const atOnce = 50

/**
 * Empties names, addresses, notes, search texts and personal values of the audit in orders whose time is over, when the site
 * has a retention (contract.md 36.1). Amounts, dates, ids, check-ins and books stay. A turn is a transaction, and what it
 * has done is not done again. Returns how many orders it emptied.
 */
export async function emptyOldOrders(
  deps: Pick<Deps, 'db' | 'clock' | 'siteSettings' | 'pace'>,
): Promise<number> {
  const { retentionDays: days } = deps.siteSettings()
  if (days === 0) return 0
  const before = emptiedBefore(deps.clock.now(), days)
  let emptied = 0
  for (let after = 0; !deps.pace.isClosed(); ) {
    const ids = await ordersOver(deps.db, { before, after, limit: atOnce })
    const last = ids.at(-1)
    if (last === undefined) break
    emptied += await deps.pace.turn(() => emptyTurn(deps, ids, before))
    after = last
  }
  return emptied
}

function emptyTurn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  candidates: readonly number[],
  before: Date,
): Promise<number> {
  return transaction(db, async tx => {
    await lockForErasing(tx, candidates)
    // A refund or a dispute may have begun meanwhile.
    const orders = await stillOver(tx, candidates, before)
    if (orders.length === 0) return 0
    const attendees = await attendeesOf(tx, orders)
    await emptyOrders(tx, { order: orders, attendee: attendees })
    await eraseHoldersOf(tx, attendees)
    await eraseDoorNotes(tx, attendees)
    const mails = await eraseMailsOf(tx, orders)
    await insertEmptied(tx, orders, clock.now())
    // Last: what is emptied above has entries too.
    await erasePersonalOf(tx, { order: orders, attendee: attendees, message: mails })
    return orders.length
  })
}

import { atEvent, mayEditRecord, mayReadEvent, worksAt } from '../../access/records/rules.ts'
import { eventIsUnlocked, type Key } from '../../catalogue/events/unlock-event.ts'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../../platform/db/database.ts'
import { eventOf } from './show-tickets.ts'
import { isOtherRecord } from '../../platform/db/record-kinds.ts'
import { findTicketRow, type TicketRow } from './store.ts'

/** The kinds whose ids are told from unknown ones. */
const otherKinds = ['attendees', 'events', 'images', 'organizers', 'venues'] as const

/** The ticket, when this caller may read it; otherwise 404 `ticket-not-found` or 401 `ticket-not-accessible`. */
export async function readTicket(db: Db, id: number, caller: Caller): Promise<TicketRow> {
  const row = await findTicketRow(db, id)
  if (!row) {
    const isOther = await isOtherRecord(db, id, otherKinds)
    fail(isOther ? 'ticket-not-accessible' : 'ticket-not-found')
  }
  const event = eventOf(row)
  const here = atEvent(caller, row.event_id, 'tickets.write')
  const isShown = row.status === 'publish' && (!row.hidden || worksAt(caller, row.event_id))
  const readable = mayReadEvent(caller, event) && (isShown || mayEditRecord(here, event))
  return readable ? row : fail('ticket-not-accessible')
}

/**
 * A set with the ticket's event when the password opens it, otherwise empty. Fails with
 * `rest_too_many_requests` after too many wrong passwords.
 */
export async function unlockedBy(deps: Pick<Deps, 'attempts'>, row: TicketRow, key: Key) {
  const event = { id: row.event_id, password_hash: row.event_password_hash }
  return new Set((await eventIsUnlocked(deps, event, key)) ? [row.event_id] : [])
}

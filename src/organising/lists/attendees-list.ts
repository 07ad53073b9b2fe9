import { can } from '../../core/caller.ts'
import { plainText } from '../../core/html-text.ts'
import { formatDecimal } from '../../core/money.ts'
import { attendeesShape, placeState } from './attendees-shape.ts'
import type { List, Reader, Row } from './list.ts'
import { answersOfAttendees } from './store.answered.ts'
import { type AttendeeRecord, attendeeSource, readAttendees } from './store.attendees.ts'

export const attendeesList: List = {
  shape: attendeesShape,
  source: attendeeSource,
  answers: answersOfAttendees,
  rows: async (db, ids, reader) =>
    (await readAttendees(db, ids)).map(record => rowOf(record, reader)),
}

function rowOf(row: AttendeeRecord, { caller }: Reader): Row {
  const contacts = can(caller, 'contacts.read', row.event_id)
  const money = { minor: row.paid_minor, currency: row.currency }
  return {
    number: row.id,
    name: row.holder_name,
    email: contacts ? row.holder_email : undefined,
    event: plainText(row.event_title),
    event_id: row.event_id,
    ticket: row.ticket_name,
    order: row.order_id,
    purchaser: row.purchaser_name,
    purchaser_email: contacts ? row.purchaser_email : undefined,
    status: placeState(row.order_status),
    checked_in: row.checked_in_at?.toISOString() ?? null,
    gate: row.check_in_device ?? '',
    currency: row.currency,
    price: can(caller, 'money.read', row.event_id) ? formatDecimal(money) : undefined,
    code: can(caller, 'attendees.write', row.event_id) ? row.security_code : undefined,
    answers_missing: row.answers_missing,
    created: row.created_at.toISOString(),
  }
}

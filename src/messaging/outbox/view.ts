import type { Static } from 'typebox'
import type { MessageRow } from './lookup.ts'
import { isErased } from './rules.ts'
import type { MessageView } from './schema.ts'

/** A message as staff see it; the address is empty after erasure. */
export function messageView(row: MessageRow): Static<typeof MessageView> {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    recipient: isErased(row) ? '' : row.recipient,
    locale: row.locale,
    subject: row.subject,
    order_id: row.order_id,
    event_id: row.event_id,
    attendee_id: row.attendee_id,
    attempts: row.attempts,
    send_at: row.send_at.toISOString(),
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    bounced_at: row.bounced_at?.toISOString() ?? null,
    message_id: row.message_id,
    bytes: row.bytes,
    smtp_code: row.smtp_code,
    response: row.response,
    error: row.error,
  }
}

/** Every kind of fact that can be recorded. Payloads carry ids, never personal data. */
export const factNames = [
  'event.saved',
  'event.deleted',
  'event.cancelled',
  'event.postponed',
  // A cancelled or postponed event takes place after all.
  'event.rescheduled',
  'venue.saved',
  'organizer.saved',
  'term.saved',
  'ticket.saved',
  'ticket.deleted',
  'cart.held',
  'order.created',
  'order.completed',
  'order.moved',
  'order.refunded',
  'attendee.registered',
  'attendee.changed',
  'attendee.checked_in',
  'attendee.check_in_undone',
  // Went out or came back, or came in with a ticket that lets in more than once.
  'attendee.passed_door',
  'message.failed',
  'message.bounced',
] as const

export type FactName = (typeof factNames)[number]

/** The ids a fact is about, e.g. `{ event_id: 12, order_ids: [80, 81] }`. */
export type FactPayload = Readonly<Record<string, number | string | boolean | readonly number[]>>

export type Fact = { name: FactName; payload: FactPayload }

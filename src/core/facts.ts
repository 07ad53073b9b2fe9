/** Everything that can be recorded as having happened. Payloads carry ids, never personal data. */
export const factNames = [
  'event.saved',
  'event.deleted',
  'event.cancelled',
  'event.postponed',
  // It takes place after all.
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
] as const

export type FactName = (typeof factNames)[number]

/** Ids of what the fact is about, e.g. `{ event_id: 12, order_ids: [80, 81] }`. */
export type FactPayload = Readonly<Record<string, number | string | boolean | readonly number[]>>

export type Fact = { name: FactName; payload: FactPayload }

/** The kinds of records whose lists and figures each kind of change alters, by the first word of its type. */
const altered: Readonly<Record<string, readonly string[]>> = {
  event: ['events', 'attention'],
  venue: ['venues', 'events'],
  organizer: ['organizers', 'events'],
  term: ['terms', 'events'],
  ticket: ['tickets', 'events', 'desk', 'attention'],
  cart: ['tickets', 'desk'],
  order: ['orders', 'attendees', 'tickets', 'events', 'books', 'attention'],
  attendee: ['attendees', 'orders', 'events', 'doors'],
  message: ['mails', 'attention'],
}

/** What has to be read anew after changes of these types, such as `order.completed`. */
export function endedBy(types: readonly string[]): string[] {
  return [...new Set(types.flatMap(type => altered[type.split('.')[0] ?? ''] ?? []))]
}

import { answersOfOneEvent, type ListShape } from './declaration.ts'

/** The words for the state of an attendee's place in lists, and the statuses of orders that each stands for. */
export const placeStates: Readonly<Record<string, readonly string[]>> = {
  valid: ['completed', 'yes'],
  open: ['created', 'pending', 'action-req', 'approved'],
  declined: ['no'],
  ended: ['denied', 'not-completed', 'voided', 'refunded', 'reversed'],
}

export const placeState = (status: string): string =>
  Object.keys(placeStates).find(word => placeStates[word]?.includes(status)) ?? status

/** Attendees, newest first: one row for each place. */
export const attendeesShape: ListShape = {
  name: 'attendees',
  right: 'attendees.read',
  columns: {
    number: { type: 'id', about: 'The number of the place, the id of the attendee' },
    name: { type: 'text', about: "The attendee's name; empty where none was given" },
    email: { type: 'text', about: "The attendee's e-mail address", right: 'contacts.read' },
    event: { type: 'text', about: 'The title of the event' },
    event_id: { type: 'id', about: 'The id of the event' },
    ticket: { type: 'text', about: 'The name of the ticket' },
    order: { type: 'id', about: 'The number of the order; empty for places without one' },
    purchaser: { type: 'text', about: "The purchaser's name" },
    purchaser_email: {
      type: 'text',
      about: "The purchaser's e-mail address",
      right: 'contacts.read',
    },
    status: {
      type: 'text',
      about: `Whether the place is good: ${Object.keys(placeStates).join(', ')}`,
    },
    checked_in: { type: 'moment', about: 'When the attendee came in; empty for those outside' },
    gate: { type: 'text', about: 'The device at which the attendee came in' },
    currency: { type: 'text', about: 'The currency of the price' },
    price: { type: 'amount', about: 'The price of the place', right: 'money.read' },
    code: { type: 'text', about: 'The security code of the ticket', right: 'attendees.write' },
    answers_missing: {
      type: 'count',
      about: 'How many required answers its order came in without and still lacks',
    },
    created: { type: 'moment', about: 'When the place was sold or given' },
  },
  usual: ['number', 'name', 'email', 'event', 'ticket', 'order', 'status', 'checked_in', 'created'],
  filters: {
    event: { kind: 'ids', about: 'Of one of these events' },
    ticket: { kind: 'ids', about: 'With one of these tickets' },
    order: { kind: 'ids', about: 'Of one of these orders' },
    status: { kind: 'words', words: Object.keys(placeStates), about: 'Whether the place is good' },
    checked_in: { kind: 'flag', about: 'Whether the attendee is inside' },
    entered: { kind: 'moment', about: 'When the attendee came in; only those who are inside' },
    named: { kind: 'flag', about: 'Whether the place has a name' },
    answers_missing: { kind: 'flag', about: 'Whether its order lacks required answers' },
    created: { kind: 'moment', about: 'When the place was sold or given' },
    email: {
      kind: 'texts',
      about: "With one of these as the attendee's address",
      right: 'contacts.read',
    },
  },
  sorts: {
    created: { type: 'moment', about: 'When the place was sold or given' },
    number: { type: 'number', about: 'Its number' },
    name: { type: 'text', about: "The attendee's name, without accents" },
  },
  usualSort: '-created',
  searched: 'names and addresses of attendees, numbers of places and orders, and codes of tickets',
  narrowing: ['event', 'ticket', 'created'],
  answers: answersOfOneEvent,
}

import type { ErrorRow } from './row.ts'

/** Errors of tickets and attendees. */
export const ticketsErrors = {
  forbidden: {
    status: 403,
    message: 'Invalid nonce',
    cause: 'The nonce is missing, too old, or made for another caller, action or record.',
    cure: 'Read the event or ticket as the same caller and send its `nonces.add`, `nonces.edit` or `nonces.remove`.',
  },
  'ticket-not-found': {
    status: 404,
    message: 'ticket-not-found',
    cause: 'The ticket does not exist, or its event is hidden from the caller.',
    cure: 'Check the id; sign in for drafts.',
  },
  'ticket-not-accessible': {
    status: 401,
    message: 'ticket-not-accessible',
    cause:
      'The id belongs to a record of another kind, or the event of the ticket is hidden from the caller.',
    cure: 'Check the id; sign in as somebody who may edit the event.',
  },
  bad_request: {
    status: 400,
    message: '`provider` must be `tc` or `rsvp`.',
    cause:
      '`provider` of a new ticket is missing or unknown, or the ticket to change does not exist.',
    cure: 'Send `tc` for tickets that are sold or given, `rsvp` for invitations; check the id of the ticket.',
  },
  'tec-tickets-rest-invalid_price': {
    status: 400,
    message: 'price must be a number of at least 0, such as 12.50; "" is a free ticket.',
    cause: 'The price is no number, less than 0, or too large.',
    cure: 'Send a decimal number such as `12.50`; empty or `0` is free.',
  },
  not_acceptable: {
    status: 406,
    message: 'The ticket could not be saved.',
    cause: 'The event or the ticket was deleted while the ticket was being saved.',
    cure: 'Read the event anew; make the ticket again if it is still there.',
  },
  'ticket-capacity-below-sold': {
    status: 409,
    message: 'The capacity cannot be less than the number of sold and held places.',
    cause: 'More places are sold or in carts than the new capacity.',
    cure: 'Send at least their number, or wait until carts end.',
  },
  'invalid-page-number': {
    status: 400,
    message: 'The requested page does not exist.',
    cause: '`page` is behind the last one.',
    cure: 'Stop at `total_pages`.',
  },
  'attendee-not-found': {
    status: 404,
    message: 'The attendee does not exist.',
    cause: 'The attendee does not exist.',
    cure: 'Check the id.',
  },
  'attendee-not-accessible': {
    status: 401,
    message: 'The attendee is not accessible.',
    cause: 'The attendee is not shown to this caller.',
    cure: 'Sign in as staff, or use a scanner key for the event.',
  },
  'invalid-attendee-id': {
    status: 404,
    message: 'There is no attendee with this id.',
    cause: 'The id names no attendee.',
    cure: 'Look it up in `GET /attendees`.',
  },
  'invalid-attendee-status': {
    status: 400,
    message: 'An attendee of this kind of ticket cannot be given this status.',
    cause: 'Attendees of this kind of ticket cannot get the status, or this one has ended.',
    cure: 'Send a status of this kind of ticket; give places back by refunding or cancelling the order.',
  },
  'attendee-creation-failed': {
    status: 409,
    message: 'Not enough places are left for this attendee.',
    cause: 'The ticket is sold out, or its last places are in carts.',
    cure: 'Raise the capacity, or wait until carts end.',
  },
  'attendee-move-not-allowed': {
    status: 409,
    message: 'The attendee cannot be moved to this ticket.',
    cause:
      'The other ticket belongs to another event or kind, costs more than was paid, or is sold in another currency; `message` says which.',
    cure: 'Choose another ticket of the event. Where it costs more: `POST /attendees/{id}/moves` of the administration with `price` as `keep` or `settle` as `forgive`, or sell the new ticket and refund the old one.',
  },
  'tec-et-attendee-already-checked-in': {
    status: 400,
    message: 'The attendee is already checked in.',
    cause: 'The attendee is inside.',
    cure: 'Nothing has to be done; `check_in=false` undoes it.',
  },
  'tec-et-attendee-invalid-check-in': {
    status: 400,
    message: "The attendee's order does not allow a check-in.",
    cause: 'The order is not paid, or was given back.',
    cure: 'Look at the order.',
  },
  'scanner-key-not-found': {
    status: 404,
    message: 'There is no scanner key with this id.',
    cause: 'The scanner key was deleted.',
    cure: 'Look it up in `GET /scanner-keys`.',
  },
} as const satisfies Record<string, ErrorRow>

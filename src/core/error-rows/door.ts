import type { ErrorRow } from './row.ts'

/** Errors of check-in, gates and paired phones. The body of a refused scan is `{msg, error}`. */
export const doorErrors = {
  api_key_not_valid: {
    status: 400,
    message: 'The API key is not valid.',
    cause: 'The scanner key is unknown or its time is over; `msg` says which.',
    cure: 'Make a new one with `POST /scanner-keys`.',
  },
  security_code_not_valid: {
    status: 403,
    message: 'The security code is not valid.',
    cause: 'The code does not belong to the attendee; a ticket that was passed on has a new code.',
    cure: 'Ask the holder for the newest ticket.',
  },
  attendee_not_found: {
    status: 403,
    message: 'The attendee was not found.',
    cause: 'No attendee has the scanned number.',
    cure: 'Check that the ticket is for this installation.',
  },
  attendee_not_authorized: {
    status: 403,
    message: 'The attendee is not authorized to be checked in.',
    cause: 'The order is not paid, was given back or is disputed, or the key is for another event.',
    cure: 'Look at the order, and at the event of the scanner key.',
  },
  attendee_already_checked_in: {
    status: 403,
    message: 'Already checked in!',
    cause: 'The ticket was scanned before.',
    cure: 'Check the holder: somebody else may have come in with a copy of this ticket.',
  },
  event_cancelled: {
    status: 403,
    message: 'The event is cancelled.',
    cause: 'The event does not take place.',
    cure: 'Send `happening: scheduled` to the event if it does.',
  },
  event_not_happening_now: {
    status: 403,
    message: 'The event is not happening now.',
    cause: '`CHECK_IN_ONLY_DURING_EVENT` is on, and it is too early or too late.',
    cure: 'Wait, raise `CHECK_IN_BUFFER_MINUTES`, or switch the setting off.',
  },
  'gate-not-found': {
    status: 404,
    message: 'The event has no gate with this id.',
    cause: 'The gate was deleted, or is of another event.',
    cure: 'See `GET /events/{id}/gates`.',
  },
  'door-device-not-found': {
    status: 404,
    message: 'There is no paired phone with this id.',
    cause: 'No phone has this id, or it is for events at which you may not pair phones.',
    cure: 'See `GET /door-devices`.',
  },
  'door-device-paired': {
    status: 409,
    message: 'This phone is paired already, or was revoked: make a new one.',
    cause: 'A code was asked for a phone that has one use of it behind it.',
    cure: 'Make another with `POST /door-devices`.',
  },
  'door-pairing-ended': {
    status: 410,
    message: 'This code was used, or its ten minutes are over: ask for a new one.',
    cause: 'The code of a pairing works once, for ten minutes.',
    cure: 'Ask for a new one with `POST /door-devices/{id}/pairing`, or on the page `/tickets-door`.',
  },
  'door-device-revoked': {
    status: 401,
    message: 'This phone was revoked: it can be paired again, and keeps nothing until then.',
    cause: 'Staff revoked the phone.',
    cure: 'Delete what it keeps, and pair it again.',
  },
  'door-search-not-allowed': {
    status: 403,
    message: 'This phone may scan, and not search by name.',
    cause: 'The phone was paired with the profile `scan`.',
    cure: 'Pair it with the profile `search`.',
  },
  'door-file-not-valid': {
    status: 422,
    message: 'This is no file of scans that this phone saved, or it was changed since.',
    cause: 'The file is of another phone, or its seal does not fit what it says.',
    cure: 'Save the file on the phone again, and send it as it is.',
  },
  'door-scans-gap': {
    status: 409,
    message: 'Scans before these are missing: send them from the number `data.next` on.',
    cause: 'The numbers of scans have no gaps, so that none is lost; the phone left some out.',
    cure: 'Send them again from `data.next` on.',
  },
  'door-clock-off': {
    status: 409,
    message:
      'The clock of the phone is more than 24 hours off: set it right, then send the scans again; `data.now` is ours.',
    cause: 'The times of scans decide who came first, and such a clock makes them worthless.',
    cure: 'Compare the clock of the phone with `data.now`.',
  },
} as const satisfies Record<string, ErrorRow>

import { accessErrors } from './access-errors.ts'
import { doorErrors } from './door-errors.ts'
import { messagingErrors } from './messaging-errors.ts'
import { shopErrors } from './shop-errors.ts'

/**
 * Every error a client can meet: code → status and public text. The codes are part of the interface and
 * clients match on them. docs/errors.md is generated from this table.
 */
export const errorTable = {
  // Transport and validation
  rest_no_route: {
    status: 404,
    message: 'No route was found matching the URL and request method.',
  },
  rest_invalid_json: { status: 400, message: 'Invalid JSON body passed.' },
  rest_missing_callback_param: { status: 400, message: 'Missing parameter(s)' },
  rest_invalid_param: { status: 400, message: 'Invalid parameter(s)' },
  rest_forbidden: { status: 403, message: 'Sorry, you are not allowed to do that.' },

  // Transport
  rest_invalid_body: { status: 400, message: 'The request body could not be read.' },
  rest_body_too_large: { status: 413, message: 'The request body is too large.' },
  rest_unsupported_media_type: {
    status: 415,
    message: 'This content type is not supported; send JSON or a form.',
  },
  rest_invalid_url: { status: 400, message: 'The URL of the request is malformed.' },
  rest_headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  rest_request_timeout: { status: 408, message: 'The request was not complete in time.' },
  rest_too_many_requests: { status: 429, message: 'Too many requests; try again in a moment.' },
  rest_unavailable: {
    status: 503,
    message: 'The service cannot reach its database right now; try again in a moment.',
  },
  rest_list_too_long: {
    status: 503,
    message:
      'This list takes too long; ask for a shorter date range, fewer words, or an earlier page.',
  },
  rest_list_too_wide: {
    status: 400,
    message: 'More than 50,000 rows would have to be looked at one by one; add a filter.',
  },
  rest_export_running: {
    status: 409,
    message: 'An export of this account is still being sent; wait for its end, or cancel it.',
  },
  rest_export_too_long: {
    status: 400,
    message: 'A spreadsheet has at most 50,000 rows; export the list as CSV, or add a filter.',
  },
  internal_server_error: {
    status: 500,
    message:
      'An internal error occurred. Quote the request id, so that it can be found in the log.',
  },

  // Credentials
  invalid_username: {
    status: 401,
    message: 'Unknown username. Check again or try the email address.',
  },
  invalid_email: {
    status: 401,
    message: 'Unknown email address. Check again or try the username.',
  },
  incorrect_password: { status: 401, message: 'The provided password is not valid.' },
  rest_invalid_token: { status: 401, message: 'The bearer token is unknown or has expired.' },
  rest_cookie_invalid_nonce: {
    status: 403,
    message:
      'A signed-in browser may write only from a page of this site and with the session’s nonce in the header `X-WP-Nonce` (GET /session). Reload the page.',
  },
  rest_user_exists: {
    status: 409,
    message: 'There is already a user with this login or email address.',
  },
  rest_last_administrator: {
    status: 409,
    message: 'The last administrator cannot be removed; create another one first.',
  },
  rest_user_not_found: { status: 404, message: 'There is no user with this id.' },
  rest_key_not_found: { status: 404, message: 'There is no key with this id.' },

  ...accessErrors,
  ...messagingErrors,
  ...doorErrors,

  // Idempotency
  idempotency_key_reused: {
    status: 422,
    message: 'This idempotency key was already used for a different request.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'A request with this idempotency key is still running.',
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'An idempotency key has 1 to 255 printable characters.',
  },

  // Events namespace
  'rest-event-not-found': { status: 404, message: 'The event does not exist.' },
  'rest-invalid-event-id': { status: 400, message: 'The id is not an event id.' },
  'event-no-longer-available': {
    status: 403,
    message: 'The event is in the trash and no longer available.',
  },
  'event-not-accessible': { status: 403, message: 'The event is not accessible.' },
  'event-password-protected': { status: 403, message: 'The event is password protected.' },
  'event-is-in-trash': { status: 410, message: 'The event is already in the trash.' },
  'event-has-orders': { status: 409, message: 'The event has not ended and has valid tickets.' },
  'event-external-id-taken': { status: 409, message: 'Another event has this external_id.' },
  'event-archive-page-not-found': {
    status: 404,
    message: 'The requested page of events does not exist.',
  },
  'venue-not-accessible': { status: 403, message: 'The venue is not accessible.' },
  'venue-is-in-trash': { status: 410, message: 'The venue is already in the trash.' },
  'venue-archive-page-not-found': {
    status: 404,
    message: 'The requested page of venues does not exist.',
  },
  'could-not-create-venue': {
    status: 400,
    message: 'The venue could not be created from this data.',
  },
  'organizer-not-accessible': { status: 403, message: 'The organizer is not accessible.' },
  'organizer-is-in-trash': { status: 410, message: 'The organizer is already in the trash.' },
  'organizer-archive-page-not-found': {
    status: 404,
    message: 'The requested page of organizers does not exist.',
  },
  'image-archive-page-not-found': { status: 404, message: 'There is no such page of images.' },
  'could-not-create-organizer': {
    status: 400,
    message: 'The organizer could not be created from this data.',
  },
  'invalid-linked-post-id': {
    status: 400,
    message: 'The linked record is not of the expected kind.',
  },
  term_exists: { status: 400, message: 'A term with this name already exists.' },
  duplicate_term_slug: { status: 400, message: 'The slug is already in use by another term.' },

  // Tickets and attendees
  forbidden: { status: 403, message: 'Invalid nonce' },
  'ticket-not-found': { status: 404, message: 'ticket-not-found' },
  'ticket-not-accessible': { status: 401, message: 'ticket-not-accessible' },
  bad_request: { status: 400, message: '`provider` must be `tc` or `rsvp`.' },
  'tec-tickets-rest-invalid_price': {
    status: 400,
    message: 'price must be a number of at least 0, such as 12.50; "" is a free ticket.',
  },
  not_acceptable: { status: 406, message: 'The ticket could not be saved.' },
  'ticket-capacity-below-sold': {
    status: 409,
    message: 'The capacity cannot be less than the number of sold and held places.',
  },
  'invalid-page-number': { status: 400, message: 'The requested page does not exist.' },
  'attendee-not-found': { status: 404, message: 'The attendee does not exist.' },
  'attendee-not-accessible': { status: 401, message: 'The attendee is not accessible.' },
  'invalid-attendee-id': { status: 404, message: 'There is no attendee with this id.' },
  'invalid-attendee-status': {
    status: 400,
    message: 'An attendee of this kind of ticket cannot be given this status.',
  },
  'attendee-creation-failed': {
    status: 409,
    message: 'Not enough places are left for this attendee.',
  },
  'attendee-move-not-allowed': {
    status: 409,
    message: 'The attendee cannot be moved to this ticket.',
  },
  'tec-et-attendee-already-checked-in': {
    status: 400,
    message: 'The attendee is already checked in.',
  },
  'tec-et-attendee-invalid-check-in': {
    status: 400,
    message: "The attendee's order does not allow a check-in.",
  },
  'scanner-key-not-found': { status: 404, message: 'There is no scanner key with this id.' },

  // Check-in at the door; the body of a refused scan is {msg, error}
  api_key_not_valid: { status: 400, message: 'The API key is not valid.' },
  security_code_not_valid: { status: 403, message: 'The security code is not valid.' },
  attendee_not_found: { status: 403, message: 'The attendee was not found.' },
  attendee_not_authorized: {
    status: 403,
    message: 'The attendee is not authorized to be checked in.',
  },
  attendee_already_checked_in: { status: 403, message: 'Already checked in!' },
  event_cancelled: { status: 403, message: 'The event is cancelled.' },
  event_not_happening_now: { status: 403, message: 'The event is not happening now.' },

  'import-not-found': { status: 404, message: 'There is no import with this id.' },

  ...shopErrors,
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable

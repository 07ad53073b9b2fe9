import { accessCures } from './access-cures.ts'
import { doorCures } from './door-cures.ts'
import type { ErrorCode } from './error-table.ts'
import { shopCures } from './shop-cures.ts'

/**
 * For each error what leads to it and what to do then, in Markdown whose links are relative to docs/. `docs/errors.md` and
 * `/docs/errors` are made of it.
 */
export const errorCures: Record<ErrorCode, readonly [cause: string, cure: string]> = {
  rest_no_route: [
    'No route has this address and method.',
    'Compare both with the reference; the prefix is `API_PREFIX` and `API_VENDOR` of the installation.',
  ],
  rest_invalid_json: [
    'The body says that it is JSON and is not, or is nested deeper than 64 levels.',
    'Send valid JSON, or a form as `application/x-www-form-urlencoded` or `multipart/form-data`.',
  ],
  rest_missing_callback_param: [
    'Required parameters are missing.',
    'Send those that `data.params` lists; `data.doc_url` describes them.',
  ],
  rest_invalid_param: [
    'Parameters have a wrong value, or, under strict handling, are unknown.',
    '`data.params` says for each what would be right; nothing was changed.',
  ],
  rest_forbidden: [
    'The caller is not signed in (401) or lacks the right (403).',
    'Sign in, or use an account or a key with the role or scope that the route names.',
  ],
  rest_invalid_body: [
    'The body is cut off, or its form cannot be taken apart.',
    'Send it whole, with the boundary and length that its headers name.',
  ],
  rest_body_too_large: [
    'The body is larger than 2 MiB, or 256 KiB where anybody may call.',
    'Send less; pictures go to `POST /images`.',
  ],
  rest_unsupported_media_type: [
    'The body has another content type than JSON or a form.',
    'Set `Content-Type` to `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`.',
  ],
  rest_invalid_url: ['The address has a broken percent code.', 'Encode the address by a library.'],
  rest_headers_too_large: [
    'Cookies and headers together exceed what the server reads.',
    'Send fewer cookies.',
  ],
  rest_request_timeout: ['The request did not arrive whole within 30 seconds.', 'Send it again.'],
  rest_too_many_requests: [
    'The network has spent its share of requests, guesses or lists.',
    "Wait for `Retry-After` seconds. Behind a proxy, check `TRUST_PROXY`; a shop's own server may need a higher `RATE_LIMIT`.",
  ],
  rest_unavailable: [
    'The database cannot be reached, or too much waits for it.',
    'Repeat after `Retry-After`, a write with the same `Idempotency-Key`. As the operator, look at `/readyz` and `marquee doctor`.',
  ],
  rest_list_too_wide: [
    'No index serves this combination of filters and sort, and too many rows would have to be looked at one by one.',
    'Add one of the filters that the message and `data.filters` name, or a longer word in `search`.',
  ],
  rest_export_running: [
    'The account has an export that is still being sent. There is one at a time.',
    'Wait for its end, or close its connection and try again in a moment.',
  ],
  rest_export_too_long: [
    'The list has more rows than a spreadsheet of ours takes.',
    'Ask for the same address with `.csv`, or add a filter.',
  ],
  rest_list_too_long: [
    'A public list took longer than its 250 ms of database time.',
    'Ask for a shorter date range, fewer words, or an earlier page.',
  ],
  internal_server_error: [
    'A fault of ours.',
    'Report it with the `request-id`; the operator finds the cause in the log under this id.',
  ],
  invalid_username: [
    'No account has this login.',
    'Check the login, or use the e-mail address. `marquee user add` makes an account.',
  ],
  invalid_email: ['No account has this e-mail address.', 'Check the address, or use the login.'],
  incorrect_password: [
    'The password of the account is another.',
    'For the interface use an application password. `marquee user password` sets a new one.',
  ],
  rest_invalid_token: [
    'The bearer token is no key of this installation, or its time is over.',
    'Make a new key (`POST /keys`), and send it as `Authorization: Bearer …`.',
  ],
  rest_cookie_invalid_nonce: [
    'A browser wrote with its cookie but without the nonce, or from another site.',
    'Read `GET /session` and send its nonce as `X-WP-Nonce`.',
  ],
  rest_session_not_found: [
    'The sign-in was ended, or its time is over.',
    'Nothing is left to end.',
  ],
  rest_link_not_found: [
    'The link was used, or is too old.',
    'Ask for a new one: `marquee user link`.',
  ],
  rest_user_exists: [
    'Another account has this login or e-mail address, as its login or as its address.',
    'Choose another, or change the existing account.',
  ],
  rest_last_administrator: [
    'The change would leave no administrator.',
    'Create another administrator first.',
  ],
  rest_user_not_found: ['The account was deleted or never existed.', 'Look it up in `GET /users`.'],
  rest_key_not_found: [
    'The key was deleted or belongs to somebody else.',
    'Look it up in `GET /keys`.',
  ],
  cursor_expired: [
    'The reader was away for longer than `FACTS_DAYS`.',
    'Read the records anew, then follow from `data.first`.',
  ],
  message_not_found: ['The outbox has no mail with this id.', 'Look it up in `GET /messages`.'],
  mail_text_not_found: [
    'The site, or the event, has no text of its own for this kind of mail and language.',
    'Nothing has to be done: the usual text is used.',
  ],
  suppression_not_found: [
    'The address is not on the list of addresses that get no mail, or not with this `scope`.',
    'Nothing has to be done, unless the recipient unsubscribed and asks for such mails again: then send the `scope` that `GET /suppressions` lists.',
  ],
  mail_not_configured: [
    'The mail has a link that opens an account. Without `SMTP_URL` mails are only kept, and such a mail never is.',
    'Set `SMTP_URL`, or pass on the link that `POST /users/<id>/links` returns.',
  ],
  message_move_not_allowed: [
    'The mail was sent already, or withdrawn.',
    'Read its state with `GET /messages/<id>`.',
  ],
  idempotency_key_reused: [
    'The key came with another body, route or method before.',
    'Use a new key for each new write.',
  ],
  idempotency_key_in_use: [
    'The first request with the key has not been answered yet.',
    'Wait a moment and repeat: the answer is then replayed.',
  ],
  idempotency_key_invalid: [
    'The header is empty, too long, or holds other than printable characters.',
    'Send 1 to 255 printable characters, for example a UUID.',
  ],
  'rest-event-not-found': [
    'The event does not exist, or the caller may not know of it.',
    'Check the id; sign in to read drafts.',
  ],
  'rest-invalid-event-id': ['The id names a record of another kind.', 'Send the id of an event.'],
  'event-no-longer-available': [
    'The event is in the trash.',
    'Editors restore it by sending another `status`.',
  ],
  'event-not-accessible': [
    'The event is a draft or private.',
    'Sign in as somebody who may edit it.',
  ],
  'event-password-protected': [
    'The event has a password, which was not sent or is wrong.',
    'Send `password`.',
  ],
  'event-is-in-trash': ['The event was deleted before.', 'Nothing has to be done.'],
  'event-has-orders': [
    'Deleting or hiding it would leave holders of valid tickets outside.',
    'Cancel the event (`happening: cancelled`) and refund, or send `force=true`.',
  ],
  'event-external-id-taken': [
    'Two events cannot come from one record of the same source.',
    'Change the event that `data.event_id` names, or empty its `external_id` first.',
  ],
  'event-archive-page-not-found': ['`page` is behind the last one.', 'Stop at `total_pages`.'],
  'venue-not-accessible': ['The venue is not published.', 'Sign in as somebody who may edit it.'],
  'venue-is-in-trash': ['The venue was deleted before.', 'Nothing has to be done.'],
  'venue-archive-page-not-found': ['`page` is behind the last one.', 'Stop at `total_pages`.'],
  'could-not-create-venue': [
    'The venue that came with an event has no usable name.',
    'Send at least `venue`, its name.',
  ],
  'organizer-not-accessible': [
    'The organizer is not published.',
    'Sign in as somebody who may edit it.',
  ],
  'organizer-is-in-trash': ['The organizer was deleted before.', 'Nothing has to be done.'],
  'organizer-archive-page-not-found': ['`page` is behind the last one.', 'Stop at `total_pages`.'],
  'image-archive-page-not-found': ['`page` is behind the last one.', 'Stop at `total_pages`.'],
  'could-not-create-organizer': [
    'The organizer that came with an event has no usable name.',
    'Send at least `organizer`, its name.',
  ],
  'invalid-linked-post-id': [
    'The id names a record of another kind than the parameter.',
    'Send the id of a venue as `venue`, of an organizer as `organizer`.',
  ],
  term_exists: ['A category or tag with this name is there.', 'Use it: `data.term_id` is its id.'],
  duplicate_term_slug: ['Another category or tag has this slug.', 'Send another `slug`, or none.'],
  forbidden: [
    'The nonce is missing, too old, or made for another caller, action or record.',
    'Read the event or ticket as the same caller and send its `nonces.add`, `nonces.edit` or `nonces.remove`.',
  ],
  'ticket-not-found': [
    'The ticket does not exist, or its event is hidden from the caller.',
    'Check the id; sign in for drafts.',
  ],
  'ticket-not-accessible': [
    'The id belongs to a record of another kind, or the event of the ticket is hidden from the caller.',
    'Check the id; sign in as somebody who may edit the event.',
  ],
  bad_request: [
    '`provider` of a new ticket is missing or unknown, or the ticket to change does not exist.',
    'Send `tc` for tickets that are sold or given, `rsvp` for invitations; check the id of the ticket.',
  ],
  'tec-tickets-rest-invalid_price': [
    'The price is no number, less than 0, or too large.',
    'Send a decimal number such as `12.50`; empty or `0` is free.',
  ],
  not_acceptable: [
    'The event or the ticket was deleted while the ticket was being saved.',
    'Read the event anew; make the ticket again if it is still there.',
  ],
  'ticket-capacity-below-sold': [
    'More places are sold or in carts than the new capacity.',
    'Send at least their number, or wait until carts end.',
  ],
  'invalid-page-number': ['`page` is behind the last one.', 'Stop at `total_pages`.'],
  'attendee-not-found': ['The attendee does not exist.', 'Check the id.'],
  'attendee-not-accessible': [
    'The attendee is not shown to this caller.',
    'Sign in as staff, or use a scanner key for the event.',
  ],
  rest_note_not_found: [
    'The note was deleted, or is about something else.',
    'Look it up in `GET /orders/{id}/notes` or `GET /attendees/{id}/notes`.',
  ],
  rest_notes_full: [
    'One order or attendee has at most 200 notes.',
    'Delete a note that nobody needs.',
  ],
  'invalid-attendee-id': ['The id names no attendee.', 'Look it up in `GET /attendees`.'],
  'invalid-attendee-status': [
    'Attendees of this kind of ticket cannot get the status, or this one has ended.',
    'Send a status of this kind of ticket; give places back by refunding or cancelling the order.',
  ],
  'attendee-creation-failed': [
    'The ticket is sold out, or its last places are in carts.',
    'Raise the capacity, or wait until carts end.',
  ],
  'attendee-move-not-allowed': [
    'The other ticket belongs to another event or kind, costs more than was paid, or is sold in another currency; `message` says which.',
    'Choose another ticket of the event. Where it costs more: `POST /attendees/{id}/moves` of the administration with `price` as `keep` or `settle` as `forgive`, or sell the new ticket and refund the old one.',
  ],
  'tec-et-attendee-already-checked-in': [
    'The attendee is inside.',
    'Nothing has to be done; `check_in=false` undoes it.',
  ],
  'tec-et-attendee-invalid-check-in': [
    'The order is not paid, or was given back.',
    'Look at the order.',
  ],
  'scanner-key-not-found': ['The scanner key was deleted.', 'Look it up in `GET /scanner-keys`.'],
  api_key_not_valid: [
    'The scanner key is unknown or its time is over; `msg` says which.',
    'Make a new one with `POST /scanner-keys`.',
  ],
  security_code_not_valid: [
    'The code does not belong to the attendee; a ticket that was passed on has a new code.',
    'Ask the holder for the newest ticket.',
  ],
  attendee_not_found: [
    'No attendee has the scanned number.',
    'Check that the ticket is for this installation.',
  ],
  attendee_not_authorized: [
    'The order is not paid, was given back or is disputed, or the key is for another event.',
    'Look at the order, and at the event of the scanner key.',
  ],
  attendee_already_checked_in: [
    'The ticket was scanned before.',
    'Check the holder: somebody else may have come in with a copy of this ticket.',
  ],
  event_cancelled: [
    'The event does not take place.',
    'Send `happening: scheduled` to the event if it does.',
  ],
  event_not_happening_now: [
    '`CHECK_IN_ONLY_DURING_EVENT` is on, and it is too early or too late.',
    'Wait, raise `CHECK_IN_BUFFER_MINUTES`, or switch the setting off.',
  ],

  ...accessCures,
  ...doorCures,
  ...shopCures,
}

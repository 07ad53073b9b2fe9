import type { ErrorRow } from './row.ts'

/** Errors of sign-in, credentials and the rights of staff. */
export const accessErrors = {
  invalid_username: {
    status: 401,
    message: 'Unknown username. Check again or try the email address.',
    cause: 'No account has this login.',
    cure: 'Check the login, or use the e-mail address. `marquee user add` makes an account.',
  },
  invalid_email: {
    status: 401,
    message: 'Unknown email address. Check again or try the username.',
    cause: 'No account has this e-mail address.',
    cure: 'Check the address, or use the login.',
  },
  incorrect_password: {
    status: 401,
    message: 'The provided password is not valid.',
    cause: 'The password of the account is another.',
    cure: 'For the interface use an application password. `marquee user password` sets a new one.',
  },
  rest_invalid_token: {
    status: 401,
    message: 'The bearer token is unknown or has expired.',
    cause: 'The bearer token is no key of this installation, or its time is over.',
    cure: 'Make a new key (`POST /keys`), and send it as `Authorization: Bearer …`.',
  },
  rest_cookie_invalid_nonce: {
    status: 403,
    message:
      'A signed-in browser may write only from a page of this site and with the session’s nonce in the header `X-WP-Nonce` (GET /session). Reload the page.',
    cause: 'A browser wrote with its cookie but without the nonce, or from another site.',
    cure: 'Read `GET /session` and send its nonce as `X-WP-Nonce`.',
  },
  rest_user_exists: {
    status: 409,
    message: 'There is already a user with this login or email address.',
    cause: 'Another account has this login or e-mail address, as its login or as its address.',
    cure: 'Choose another, or change the existing account.',
  },
  rest_last_administrator: {
    status: 409,
    message: 'The last administrator cannot be removed; create another one first.',
    cause: 'The change would leave no administrator.',
    cure: 'Create another administrator first.',
  },
  rest_user_not_found: {
    status: 404,
    message: 'There is no user with this id.',
    cause: 'The account was deleted or never existed.',
    cure: 'Look it up in `GET /users`.',
  },
  rest_key_not_found: {
    status: 404,
    message: 'There is no key with this id.',
    cause: 'The key was deleted or belongs to somebody else.',
    cure: 'Look it up in `GET /keys`.',
  },
  rest_session_not_found: {
    status: 404,
    message: 'There is no such sign-in.',
    cause: 'The sign-in was ended, or its time is over.',
    cure: 'Nothing is left to end.',
  },
  rest_link_not_found: {
    status: 404,
    message:
      'This link is not good any more: it works once and for a limited time. Ask for a new one.',
    cause: 'The link was used, or is too old.',
    cure: 'Ask for a new one: `marquee user link`.',
  },
  rest_confirm_required: {
    status: 403,
    message:
      'Give your password again: this browser signed in more than ten minutes ago (POST /session/confirm).',
    cause:
      'A browser that signed in, or confirmed, more than ten minutes ago changes people, keys, money or where money goes.',
    cure: 'Send the password to `POST /session/confirm`, then repeat the request. Without a password, the mailed link confirms.',
  },
  rest_code_required: {
    status: 401,
    message: 'Signing in to this account takes a code of its second factor; send it as `code`.',
    cause: 'The account has a second factor, and the request has only the password.',
    cure: 'Send a code of the app, or a recovery code, as `code`.',
  },
  incorrect_code: {
    status: 401,
    message: 'This code is not right, its time is over, or it was used already.',
    cause:
      'The code was mistyped, is older than a minute, or was used before. A clock that is wrong has the same effect.',
    cure: 'Wait for the next code of the app. Without the app, use a recovery code, or ask the operator for `marquee user reset-factor`.',
  },
  rest_second_factor_required: {
    status: 403,
    message:
      'This site demands a second factor of you. Set one up first (POST /me/second-factor, or the page /account/second-factor).',
    cause:
      'The setting `second_factor` demands a second factor of everybody who may give money back or let others in.',
    cure: 'Set it up on the page `/account/second-factor`. Application passwords and API keys that exist are not affected; until then a password makes no new ones.',
  },
  rest_second_factor_exists: {
    status: 409,
    message: 'This account has a second factor already; remove it first.',
    cause: 'A second factor was confirmed before.',
    cure: 'Remove it with password and code (`DELETE /me/second-factor`), then begin anew.',
  },
  rest_second_factor_not_begun: {
    status: 409,
    message: 'No set-up of a second factor waits for a code; begin one.',
    cause: 'The set-up was not begun, or longer than an hour ago.',
    cure: 'Begin with `POST /me/second-factor`.',
  },
  rest_second_factor_missing: {
    status: 404,
    message: 'This account has no second factor.',
    cause: 'The account has none, or somebody removed it.',
    cure: 'Nothing: signing in takes the password alone.',
  },
  rest_grant_not_found: {
    status: 404,
    message: 'There is no grant with this id.',
    cause: 'The grant was removed, or is of an event whose team you may not see.',
    cure: 'Look it up in `GET /team`.',
  },
  rest_grant_exists: {
    status: 409,
    message: 'This person already has this set here; change that grant.',
    cause: 'The person has the same set at the same place.',
    cure: 'Change that grant with `PATCH /team/{id}`.',
  },
  rest_note_not_found: {
    status: 404,
    message: 'There is no note with this id here.',
    cause: 'The note was deleted, or is about something else.',
    cure: 'Look it up in `GET /orders/{id}/notes` or `GET /attendees/{id}/notes`.',
  },
  rest_notes_full: {
    status: 409,
    message: 'There are 200 notes already; delete one first.',
    cause: 'One order or attendee has at most 200 notes.',
    cure: 'Delete a note that nobody needs.',
  },
  'refund-over-limit': {
    status: 403,
    message: 'This refund is larger than your limit allows.',
    cause:
      'Your grant limits what you give back of one order, or the site what all give back in a day; `message` says what is left.',
    cure: 'Give back less, or ask somebody with a higher limit.',
  },
} as const satisfies Record<string, ErrorRow>

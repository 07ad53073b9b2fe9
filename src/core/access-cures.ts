/** Causes and cures of the errors in access-errors.ts; part of `errorCures`. */
export const accessCures = {
  rest_confirm_required: [
    'A browser that signed in, or confirmed, more than ten minutes ago changes people, keys, money or where money goes.',
    'Send the password to `POST /session/confirm`, then repeat the request. Without a password, the mailed link confirms.',
  ],
  rest_code_required: [
    'The account has a second factor, and the request has only the password.',
    'Send a code of the app, or a recovery code, as `code`.',
  ],
  incorrect_code: [
    'The code was mistyped, is older than a minute, or was used before. A clock that is wrong has the same effect.',
    'Wait for the next code of the app. Without the app, use a recovery code, or ask the operator for `marquee user reset-factor`.',
  ],
  rest_second_factor_required: [
    'The setting `second_factor` demands a second factor of everybody who may give money back or let others in.',
    'Set it up on the page `/account/second-factor`. Application passwords and API keys are not affected.',
  ],
  rest_second_factor_exists: [
    'A second factor was confirmed before.',
    'Remove it with password and code (`DELETE /me/second-factor`), then begin anew.',
  ],
  rest_second_factor_not_begun: [
    'The set-up was not begun, or longer than an hour ago.',
    'Begin with `POST /me/second-factor`.',
  ],
  rest_second_factor_missing: [
    'The account has none, or somebody removed it.',
    'Nothing: signing in takes the password alone.',
  ],
  rest_grant_not_found: [
    'The grant was removed, or is of an event whose team you may not see.',
    'Look it up in `GET /team`.',
  ],
  rest_grant_exists: [
    'The person has the same set at the same place.',
    'Change that grant with `PATCH /team/{id}`.',
  ],
  'refund-over-limit': [
    'Your grant limits what you give back of one order, or the site what all give back in a day; `message` says what is left.',
    'Give back less, or ask somebody with a higher limit.',
  ],
} as const

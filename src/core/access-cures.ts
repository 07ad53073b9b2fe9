/** Causes and cures of the errors in access-errors.ts; part of `errorCures`. */
export const accessCures = {
  rest_confirm_required: [
    'A browser that signed in, or confirmed, more than ten minutes ago changes people, keys, money or where money goes.',
    'Send the password to `POST /session/confirm`, then repeat the request. Without a password, the mailed link confirms.',
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

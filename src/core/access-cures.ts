/** Causes and cures of the errors in access-errors.ts; part of `errorCures`. */
export const accessCures = {
  rest_confirm_required: [
    'A browser that signed in, or confirmed, more than ten minutes ago changes people, keys, money or where money goes.',
    'Send the password to `POST /session/confirm`, then repeat the request. Without a password, the mailed link confirms.',
  ],
  'refund-over-limit': [
    'Your grant limits what you give back of one order, or the site what all give back in a day; `message` says what is left.',
    'Give back less, or ask somebody with a higher limit.',
  ],
} as const

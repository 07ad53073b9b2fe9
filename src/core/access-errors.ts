/** Errors about sign-in and the rights of staff; part of the error table. */
export const accessErrors = {
  rest_session_not_found: { status: 404, message: 'There is no such sign-in.' },
  rest_link_not_found: {
    status: 404,
    message:
      'This link is not good any more: it works once and for a limited time. Ask for a new one.',
  },
  rest_confirm_required: {
    status: 403,
    message:
      'Give your password again: this browser signed in more than ten minutes ago (POST /session/confirm).',
  },
  rest_code_required: {
    status: 401,
    message: 'Signing in to this account takes a code of its second factor; send it as `code`.',
  },
  incorrect_code: {
    status: 401,
    message: 'This code is not right, its time is over, or it was used already.',
  },
  rest_second_factor_required: {
    status: 403,
    message:
      'This site demands a second factor of you. Set one up first (POST /me/second-factor, or the page /account/second-factor).',
  },
  rest_second_factor_exists: {
    status: 409,
    message: 'This account has a second factor already; remove it first.',
  },
  rest_second_factor_not_begun: {
    status: 409,
    message: 'No set-up of a second factor waits for a code; begin one.',
  },
  rest_second_factor_missing: { status: 404, message: 'This account has no second factor.' },
  rest_grant_not_found: { status: 404, message: 'There is no grant with this id.' },
  rest_grant_exists: {
    status: 409,
    message: 'This person already has this set here; change that grant.',
  },
  rest_note_not_found: { status: 404, message: 'There is no note with this id here.' },
  rest_notes_full: { status: 409, message: 'There are 200 notes already; delete one first.' },
  'refund-over-limit': {
    status: 403,
    message: 'This refund is larger than your limit allows.',
  },
} as const

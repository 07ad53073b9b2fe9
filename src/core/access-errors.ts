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
  rest_grant_not_found: { status: 404, message: 'There is no grant with this id.' },
  rest_grant_exists: {
    status: 409,
    message: 'This person already has this set here; change that grant.',
  },
  'refund-over-limit': {
    status: 403,
    message: 'This refund is larger than your limit allows.',
  },
} as const

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
  'refund-over-limit': {
    status: 403,
    message: 'This refund is larger than your limit allows.',
  },
} as const

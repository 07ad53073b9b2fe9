/** Errors about the list of changes and the outbox; part of the error table. */
export const messagingErrors = {
  cursor_expired: {
    status: 410,
    message:
      'The changes after this cursor have been deleted: read all records again, then follow the changes from the cursor `data.first`.',
  },

  message_not_found: { status: 404, message: 'There is no message with this id.' },
  suppression_not_found: {
    status: 404,
    message: 'Nothing of this scope keeps mail from this address.',
  },
  mail_text_not_found: {
    status: 404,
    message: 'There is no text of your own for this kind of mail and language.',
  },
  mail_not_configured: {
    status: 409,
    message: 'No mail server is set, so this mail cannot be sent.',
  },
  message_move_not_allowed: {
    status: 409,
    message: 'The message is not in a state in which that can be done.',
  },
} as const

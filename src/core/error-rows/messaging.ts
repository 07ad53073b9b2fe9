import type { ErrorRow } from './row.ts'

/** Errors of mail and the list of changes. */
export const messagingErrors = {
  cursor_expired: {
    status: 410,
    message:
      'The changes after this cursor have been deleted: read all records again, then follow the changes from the cursor `data.first`.',
    cause: 'The reader was away for longer than `FACTS_DAYS`.',
    cure: 'Read the records anew, then follow from `data.first`.',
  },
  message_not_found: {
    status: 404,
    message: 'There is no message with this id.',
    cause: 'The outbox has no mail with this id.',
    cure: 'Look it up in `GET /messages`.',
  },
  suppression_not_found: {
    status: 404,
    message: 'Nothing of this scope keeps mail from this address.',
    cause:
      'The address is not on the list of addresses that get no mail, or not with this `scope`.',
    cure: 'Nothing has to be done, unless the recipient unsubscribed and asks for such mails again: then send the `scope` that `GET /suppressions` lists.',
  },
  mail_text_not_found: {
    status: 404,
    message: 'There is no text of your own for this kind of mail and language.',
    cause: 'The site, or the event, has no text of its own for this kind of mail and language.',
    cure: 'Nothing has to be done: the usual text is used.',
  },
  mail_not_configured: {
    status: 409,
    message: 'No mail server is set, so this mail cannot be sent.',
    cause:
      'The mail has a link that opens an account. Without `SMTP_URL` mails are only kept, and such a mail never is.',
    cure: 'Set `SMTP_URL`, or pass on the link that `POST /users/<id>/links` returns.',
  },
  message_move_not_allowed: {
    status: 409,
    message: 'The message is not in a state in which that can be done.',
    cause: 'The mail was sent already, or withdrawn.',
    cure: 'Read its state with `GET /messages/<id>`.',
  },
} as const satisfies Record<string, ErrorRow>

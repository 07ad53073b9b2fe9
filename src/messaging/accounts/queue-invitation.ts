import { fail } from '../../core/errors.ts'
import type { Locale } from '../../core/locale.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../deps.ts'
import { invitationOf } from './jobs.ts'
import { queueMessages } from '../outbox/queue-messages.ts'

type Invited = { id: number; email: string; locale: Locale | undefined }

/**
 * Queues the mail with which the owner of a new account chooses a password, in the transaction that creates the
 * account. Without a mail server it fails with `mail_not_configured`.
 */
export async function queueInvitation(
  deps: Deps,
  tx: Tx,
  { id, email, locale = deps.siteSettings().language }: Invited,
): Promise<void> {
  if (!deps.mailer) fail('mail_not_configured', { message: useLinkInstead })
  await queueMessages(deps, tx, [
    {
      kind: 'account.invited',
      cause: invitationOf(id),
      recipient: email,
      aboutKind: 'account',
      aboutId: id,
      locale,
      sendAt: deps.clock.now(),
    },
  ])
}

const useLinkInstead =
  'No mail server is set (SMTP_URL), so no invitation can be sent, and no account was added. Add it without `invite`, and pass on the link that `POST /users/<id>/links` returns.'

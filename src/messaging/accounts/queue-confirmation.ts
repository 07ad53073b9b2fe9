import { fail } from '../../core/errors.ts'
import type { Terms } from '../../platform/budgets/budgets.ts'
import type { Deps } from '../deps.ts'
import { queueMessages } from '../outbox/queue-messages.ts'

/** How many such mails an account gets in an hour. */
const sentToAccount: Terms = {
  name: 'confirmations of an account',
  limit: 3,
  windowSeconds: 3600,
  always: true,
}

/**
 * Queues the mail by whose link somebody without a password signs in again (contract.md 21.4). Fails with
 * `mail_not_configured` and `rest_too_many_requests`.
 */
export async function queueConfirmation(
  deps: Deps,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const { db, budgets, clock, random, siteSettings } = deps
  if (!deps.mailer || email === '') fail('mail_not_configured', { message: askForLink })
  const budget = budgets.budget(sentToAccount)
  const [spent = 0] = await budgets.settle([{ budget, key: `account ${id}`, cost: 1 }])
  if (spent > budget.limit) fail('rest_too_many_requests')
  await queueMessages(deps, db, [
    {
      kind: 'account.confirm',
      cause: `confirm ${random.uuid()}`,
      recipient: email,
      aboutKind: 'account',
      aboutId: id,
      locale: siteSettings().language,
      sendAt: clock.now(),
    },
  ])
}

const askForLink =
  'This account has no password, and no mail can be sent to it. Ask an administrator for a new link, and sign in with it.'

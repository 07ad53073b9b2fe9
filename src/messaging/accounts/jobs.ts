import { findAddressee } from '../../access/users/lookup.ts'
import type { Locale } from '../../core/locale.ts'
import type { Terms } from '../../platform/budgets/budgets.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import type { Deps } from '../deps.ts'
import { wasCaused } from '../outbox/lookup.ts'
import { queueMessages } from '../outbox/queue-messages.ts'

/** The name of the job that mails somebody the link for a new password. */
export const resetJob = 'account.reset'

/** The wish for a new password; account 0 when the visitor named none that exists. */
export type ResetWish = { account: number; locale: Locale; cause: string }

/** How many such mails an account gets in an hour, however many networks ask. */
const sentToAccount: Terms = {
  name: 'password resets of an account',
  limit: 3,
  windowSeconds: 3600,
  always: true,
}

/** The cause of an account's invitation. */
export const invitationOf = (accountId: number) => `account ${accountId}`

/** Queues the mails with which people choose a new password. */
export function accountJobs(deps: Deps) {
  const handlers: Record<string, JobHandler> = {
    [resetJob]: { run: payload => queueReset(deps, payload as ResetWish) },
  }
  return { handlers, schedules: [] }
}

async function queueReset(deps: Deps, { account: id, locale, cause }: ResetWish) {
  const { db, budgets, clock } = deps
  const account = id === 0 ? undefined : await findAddressee(db, id)
  if (!account || account.email === '') return
  // An account that was made without a password for keys alone does not get one by mail.
  if (!account.has_password && !(await wasCaused(db, 'account.invited', invitationOf(id)))) return
  const budget = budgets.budget(sentToAccount)
  const [spent = 0] = await budgets.settle([{ budget, key: `account ${id}`, cost: 1 }])
  if (spent > budget.limit) return
  await queueMessages(deps, db, [
    {
      kind: 'account.reset',
      cause,
      recipient: account.email,
      aboutKind: 'account',
      aboutId: id,
      locale,
      sendAt: clock.now(),
    },
  ])
}

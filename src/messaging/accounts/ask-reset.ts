import { findUserByLogin } from '../../access/users/lookup.ts'
import { fail } from '../../core/errors.ts'
import type { Locale } from '../../core/locale.ts'
import type { Terms } from '../../platform/budgets/budgets.ts'
import { networkOf } from '../../platform/net/network-of.ts'
import type { Deps } from '../deps.ts'
import { resetJob, type ResetWish } from './jobs.ts'

/** How many new passwords a network may ask for in an hour. */
const askedByNetwork: Terms = { name: 'password resets', limit: 30, windowSeconds: 3600 }

type Wish = { name: string; address: string; locale: Locale }

/**
 * Has a mail sent with which somebody chooses a new password. `name` is a login or an e-mail address. The answer and
 * the statements are the same whether there is an account or not: the job, which nobody waits for, decides. Fails with
 * `mail_not_configured` and `rest_too_many_requests`.
 */
export async function askReset(deps: Deps, { name, address, locale }: Wish): Promise<void> {
  const { db, budgets, jobs, random, mailer } = deps
  if (!mailer) fail('mail_not_configured')
  const budget = budgets.budget(askedByNetwork)
  const network = networkOf(address)
  if (!budget.take(network)) {
    fail('rest_too_many_requests', { retryAfterSeconds: budget.secondsLeft(network) })
  }
  const account = await findUserByLogin(db, name.trim())
  // The job keeps the account and not what was typed, which may be anything.
  const wish: ResetWish = { account: account?.id ?? 0, locale, cause: `reset ${random.uuid()}` }
  await jobs.enqueue(db, resetJob, wish)
}

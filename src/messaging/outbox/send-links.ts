import { acceptedLocale, localeNamed } from '../../core/locale.ts'
import { fail } from '../../core/errors.ts'
import type { Terms } from '../../platform/budgets/budgets.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import { networkOf } from '../../platform/net/network-of.ts'
import type { Deps } from '../deps.ts'
import { wasQueuedSince } from './lookup.ts'
import { queueMessages } from './queue-messages.ts'
import { addressHash } from './rules.ts'

/** How many such requests a network may send in an hour. */
const askedByNetwork: Terms = { name: 'order links', limit: 30, windowSeconds: 3600 }

const hourMs = 3_600_000
const hourBefore = (now: Date) => new Date(now.getTime() - hourMs)

type LinksWish = {
  email: string
  request: RequestInfo
  /** The language of the mail; by default the one that the request accepts. */
  language?: string
}

/**
 * Mails somebody the links of their orders and tickets. Whether there are any is found out when the mail is composed, so the
 * answer and its time are the same for every address. One address gets one such mail an hour; of simultaneous requests
 * the cause, which names the hour, lets one through.
 */
export async function sendLinks(
  deps: Deps,
  { email, request, language }: LinksWish,
): Promise<void> {
  const { budgets, clock, secrets, config } = deps
  const budget = budgets.budget(askedByNetwork)
  const network = networkOf(request.address)
  if (!budget.take(network)) {
    fail('rest_too_many_requests', { retryAfterSeconds: budget.secondsLeft(network) })
  }
  const now = clock.now()
  const recipient = email.trim().toLowerCase()
  if (await wasQueuedSince(deps.db, 'order.links', { recipient, since: hourBefore(now) })) return
  const address = addressHash(secrets.order, email).toString('base64url').slice(0, 16)
  const header = request.headers['accept-language']
  const locale = language === undefined ? acceptedLocale(header?.toString()) : localeNamed(language)
  await queueMessages(deps, deps.db, [
    {
      kind: 'order.links',
      cause: `links ${address} ${Math.floor(now.getTime() / hourMs)}`,
      recipient,
      aboutKind: 'address',
      aboutId: 0,
      locale: locale ?? config.siteLanguage,
      sendAt: now,
    },
  ])
}

import { type Caller, can, isStale, refundLimitOf, userIdOf } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import { exactDecimal, formatDecimal } from '../../../core/money.ts'
import { refuse } from '../../../platform/http/access.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../deps.ts'
import type { OrderRow } from '../record/lookup.ts'
import { lockRefundDay, refundedBy, refundedSince } from './store.limits.ts'

/** The person who gives back, and the events of what is given back. */
export type Refunder = { caller: Caller; events: readonly number[] }

type RefundAttempt = { by: Refunder; order: OrderRow; amountMinor: number }

/**
 * Ends a refund beyond what this person may give back (contract.md 28.5): of one order by the grant, in a day by the
 * site's setting, which binds everybody but administrators. Fails with `refund-over-limit`, and with
 * `rest_confirm_required` in a browser whose person should give the password again. The order is locked.
 */
export async function demandRefundLimit(
  tx: Tx,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { by: { caller, events }, order, amountMinor }: RefundAttempt,
): Promise<void> {
  const inMinor = (amount: string, currency: string) => exactDecimal(amount, currency)?.minor ?? 0
  const isSiteMoney = order.currency === config.currency
  const asksAbove = isSiteMoney ? inMinor(config.refundsConfirmedAbove, order.currency) : 0
  if (isStale(caller) && amountMinor > asksAbove) fail('rest_confirm_required')
  const limit = refundLimitOf(caller, events, order.currency)
  if (limit === undefined) refuse(caller)
  if (limit !== null) {
    const left = Math.max(0, limit - (await refundedBy(tx, order.id, userIdOf(caller) ?? 0)))
    if (amountMinor > left) failOver(`Your limit leaves ${inWords(left, order)} of this order.`)
  }
  if (config.refundsADay === '' || !isSiteMoney || can(caller, 'manage_site')) return
  // Of two refunds at the same time, the second counts the first.
  await lockRefundDay(tx)
  const dayMs = 24 * 60 * 60 * 1000
  const since = new Date(clock.now().getTime() - dayMs)
  const most = inMinor(config.refundsADay, order.currency)
  const left = Math.max(0, most - (await refundedSince(tx, order.currency, since)))
  if (amountMinor > left)
    failOver(
      `The site's limit for a day leaves ${inWords(left, order)}; an administrator may go on.`,
    )
}

const inWords = (minor: number, { currency }: OrderRow) =>
  `${formatDecimal({ minor, currency })} ${currency}`

const failOver = (message: string): never => fail('refund-over-limit', { message })

import { callerNow } from '../../../access/callers/caller-now.ts'
import {
  type Caller,
  can,
  holdsAtAll,
  isStale,
  refundLimitOf,
  userIdOf,
} from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import { exactDecimal, formatDecimal } from '../../../core/money.ts'
import { refuse } from '../../../platform/http/access.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { OrderRow } from '../record/lookup.ts'
import { lockRefundDay, refundedBy, refundedSince } from './store.limits.ts'

/** The person who gives back, and the events of what is given back. */
export type Refunder = { caller: Caller; events: readonly number[] }

type RefundAttempt = { by: Refunder; order: OrderRow; amountMinor: number }
type LimitDeps = Pick<Deps, 'config' | 'clock'>

/**
 * Ends a refund beyond what this person may give back (contract.md 28.5): of one order by the grant, in a day by the
 * site's setting, which binds everybody but administrators. Rights are those that the person has now. Fails with
 * `rest_forbidden`, with `refund-over-limit`, and with `rest_confirm_required` in a browser whose person should give the
 * password again. The order is locked.
 */
export async function demandRefundLimit(
  tx: Tx,
  deps: LimitDeps,
  attempt: RefundAttempt,
): Promise<void> {
  const { by, order, amountMinor } = attempt
  const asksAbove = isSiteMoney(deps, order)
    ? inMinor(deps.config.refundsConfirmedAbove, order.currency)
    : 0
  if (isStale(by.caller) && amountMinor > asksAbove) fail('rest_confirm_required')
  // Of two refunds at the same time, the second counts the first.
  if (hasDayLimit(deps, order)) await lockRefundDay(tx)
  const { orderMinor, dayMinor } = await refundLimits(tx, deps, attempt)
  if (orderMinor !== null && amountMinor > orderMinor)
    failOver(`Your limit leaves ${inWords(orderMinor, order)} of this order.`)
  if (dayMinor !== null && amountMinor > dayMinor)
    failOver(
      `The site's limit for a day leaves ${inWords(dayMinor, order)}; an administrator may go on.`,
    )
}

/** What a person may still give back, in minor units; null without a limit. */
export type LimitsLeft = { orderMinor: number | null; dayMinor: number | null }

/** What the person's limit leaves of a locked order, and the site's of this day. */
export async function refundLimits(
  tx: Tx,
  deps: LimitDeps,
  { by, order }: Pick<RefundAttempt, 'by' | 'order'>,
): Promise<LimitsLeft> {
  const caller = await callerNow(tx, by.caller)
  const limit = refundLimitOf(caller, by.events, order.currency)
  if (limit === undefined || !holdsAtAll(caller, 'orders.refund', by.events)) refuse(caller)
  const given = limit === null ? 0 : await refundedBy(tx, order.id, userIdOf(caller) ?? 0)
  const orderMinor = limit === null ? null : Math.max(0, limit - given)
  if (!hasDayLimit(deps, order) || can(caller, 'manage_site')) return { orderMinor, dayMinor: null }
  const since = new Date(deps.clock.now().getTime() - dayMs)
  const most = inMinor(deps.config.refundsADay, order.currency)
  const dayMinor = Math.max(0, most - (await refundedSince(tx, order.currency, since)))
  return { orderMinor, dayMinor }
}

/** The same, outside a transaction, for a preview. */
export const limitsOf = (
  deps: LimitDeps & Pick<Deps, 'db'>,
  attempt: Pick<RefundAttempt, 'by' | 'order'>,
): Promise<LimitsLeft> => transaction(deps.db, tx => refundLimits(tx, deps, attempt))

const dayMs = 24 * 60 * 60 * 1000

const isSiteMoney = ({ config }: LimitDeps, { currency }: OrderRow) => currency === config.currency

const hasDayLimit = (deps: LimitDeps, order: OrderRow) =>
  deps.config.refundsADay !== '' && isSiteMoney(deps, order)

const inMinor = (amount: string, currency: string) => exactDecimal(amount, currency)?.minor ?? 0

const inWords = (minor: number, { currency }: OrderRow) =>
  `${formatDecimal({ minor, currency })} ${currency}`

const failOver = (message: string): never => fail('refund-over-limit', { message })

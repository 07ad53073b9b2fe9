import { callerNow } from '../../../access/callers/caller-now.ts'
import { can } from '../../../core/caller.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { askBuyer } from '../choices/ask-buyer.ts'
import { nextStep, type OfferedChoice } from '../choices/rules.ts'
import { findChoice } from '../choices/lookup.ts'
import { AppError } from '../../../core/errors.ts'
import { GatewayRefused, GatewayUnavailable } from '../../../shop/payments/gateway-errors.ts'
import { cancelPayment } from '../../../shop/orders/paying/cancel-payment.ts'
import { findOrder } from '../../../shop/orders/record/lookup.ts'
import { findRefundByKey, type RefundMethod } from '../../../shop/orders/settling/lookup.ts'
import { refundAsPlanned, type RefundWanted } from '../../../shop/orders/settling/refund-order.ts'
import { sendRefund } from '../../../shop/orders/settling/send-refund.ts'
import type { Deps } from '../../deps.ts'
import type { ItemWork } from '../record/kinds.ts'
import { type Ending, hashOf } from '../record/rules.ts'
import { endItem, noteRefund } from '../record/store.ts'
import { judgeNow, whyKept } from './plan-refunds.ts'
import { classOf, type RefundDetail, type RefundsWish } from './rules.ts'

/**
 * Gives one order back what was planned, once, however often it is called: an attempt that was cut off left a refund under the key of
 * the item, and the provider is asked for that one before anything is done again.
 */
export async function giveBack(deps: Deps, work: ItemWork): Promise<Ending> {
  const detail = work.detail as RefundDetail & { cancel?: true }
  try {
    if (detail.cancel) return await giveUp(deps, work)
    const before = await findRefundByKey(deps.db, work.providerKey)
    if (before) await sendRefund(deps, before.id)
    else {
      const ending = (await whyNot(deps, work)) ?? (await followChoice(deps, work, detail))
      if (ending) return ending
      await reserveAndSend(deps, work, { method: 'paid', wanted: wantedOf(detail) })
    }
  } catch (error) {
    return endingOf(deps, work, error)
  }
  return endingOfRefund(deps, work)
}

/** Why an order is left out by now that was not when it was planned: a dispute, somebody who came in, another sum. */
async function whyNot(deps: Deps, work: ItemWork): Promise<Ending | undefined> {
  const judged = await judgeNow(deps, work.subjectId, work.run.wish as RefundsWish)
  if (judged?.action === 'skip') {
    const isTold = judged.reason === 'dispute' || judged.reason === 'checked_in'
    return isTold ? { state: 'skipped', because: judged.reason } : changed
  }
  const isSame =
    judged?.amountMinor === work.amountMinor &&
    placesIn(judged.detail) === placesIn(work.detail as RefundDetail)
  return isSame ? undefined : changed
}

const placesIn = ({ parts, attendees }: RefundDetail) => hashOf([parts, attendees])

/** Asks the buyer, waits, or leaves the money where the buyer wants it; undefined where it goes back. */
async function followChoice(
  deps: Deps,
  work: ItemWork,
  detail: RefundDetail,
): Promise<Ending | undefined> {
  const { choice: offer } = detail
  if (!offer) return undefined
  const question = await findChoice(deps.db, { runId: work.run.id, n: work.n })
  const step = nextStep(offer, question, deps.clock.now())
  switch (step) {
    case 'refund':
      return undefined
    case 'ask':
    case 'wait':
      return (await mayAsk(deps, work, offer)) ?? later(offer)
    case 'keep':
      return { state: 'skipped', because: 'kept' }
    case 'unasked':
      return { state: 'skipped', because: 'not_asked' }
    default:
      await reserveAndSend(
        deps,
        { ...work, amountMinor: 0 },
        {
          method: 'paid',
          wanted: wantedOf({ ...detail, amountMinor: 0 }),
          without: { state: 'skipped', because: 'donated' },
        },
      )
      return { state: 'skipped', because: 'donated' }
  }
}

const later = ({ until }: OfferedChoice): Ending => ({
  state: 'later',
  because: 'asked',
  at: new Date(until),
})

/** Asks once; the person who plans it must still be allowed to give the money back. */
function mayAsk(deps: Deps, work: ItemWork, offer: OfferedChoice): Promise<Ending | undefined> {
  return transaction(deps.db, async (tx): Promise<Ending | undefined> => {
    const lost = await lostRights(tx, work)
    if (!lost) await askBuyer(deps, tx, { work, offer })
    return lost
  })
}

async function lostRights(tx: Tx, { caller, run: { wish } }: ItemWork) {
  const { event } = wish as RefundsWish
  return can(await callerNow(tx, caller), 'orders.refund', event) ? undefined : noRights
}

/** Records that an order that stood on the list by hand was given its money. Fails as a refund does. */
export const recordGiven = (deps: Deps, work: ItemWork): Promise<void> =>
  reserveAndSend(deps, work, {
    method: 'by_hand',
    wanted: wantedOf(work.detail as RefundDetail),
  })

function wantedOf({ parts, attendees, fees, amountMinor }: RefundDetail): RefundWanted {
  const how = { fees, endsPlaces: true, amountMinor }
  return attendees
    ? { kind: 'attendees', ids: attendees, ...how }
    : { kind: 'lines', parts: parts ?? [], ...how }
}

type How = {
  method: RefundMethod
  wanted: RefundWanted
  /** How an item ends of which no money goes back. */
  without?: { state: 'done' | 'skipped'; because: string | null }
}

function reserveAndSend(
  deps: Deps,
  work: ItemWork,
  { method, wanted, without = { state: 'done', because: null } }: How,
): Promise<void> {
  const { reason, message, event } = work.run.wish as RefundsWish
  return refundAsPlanned(
    deps,
    {
      orderId: work.subjectId,
      wanted,
      method,
      reason,
      words: message,
      by: { caller: work.caller, events: [event] },
    },
    {
      key: work.providerKey,
      amountMinor: work.amountMinor,
      // What is settled at once ends with its item in one transaction: nobody could ask a provider for it later.
      alongside: async (tx, refundId) => {
        if (refundId !== undefined) await noteRefund(tx, work, refundId)
        if (refundId === undefined) await endItem(tx, work, without)
        else if (method !== 'paid') await endItem(tx, work, { state: 'done', because: 'given' })
      },
    },
  )
}

/** Gives up an order that nobody paid. The provider is asked before anything is written, so rights are read before that. */
async function giveUp(deps: Deps, work: ItemWork): Promise<Ending> {
  const lost = await transaction(deps.db, tx => lostRights(tx, work))
  if (lost) return lost
  const order = await findOrder(deps.db, work.subjectId)
  if (!order) return changed
  const wish = work.run.wish as RefundsWish
  const kept = await whyKept(deps, order.id, wish)
  if (kept !== undefined) return { state: 'skipped', because: kept }
  const { reason } = wish
  const { status } = await cancelPayment(deps, order, { to: 'voided', reason })
  return status === 'completed' ? changed : { state: 'done', because: 'unpaid' }
}

async function endingOfRefund(deps: Deps, work: ItemWork): Promise<Ending> {
  const refund = await findRefundByKey(deps.db, work.providerKey)
  if (!refund || refund.state === 'done') return { state: 'done', because: null }
  if (refund.state === 'sent') return { state: 'done', because: 'pending' }
  if (refund.state === 'failed') return { state: 'failed', because: 'provider_refused' }
  return { state: 'again', because: 'provider_away' }
}

/** What an error means for the item. A promised refund is tried again until its outcome is known. */
async function endingOf(deps: Deps, { providerKey }: ItemWork, error: unknown): Promise<Ending> {
  const cause = error instanceof AppError ? error.cause : error
  const refund = await findRefundByKey(deps.db, providerKey)
  if (!refund) return endingWithout(error)
  if (refund.state === 'failed') {
    return {
      state: 'failed',
      because: cause instanceof GatewayRefused ? classOf(cause.facts) : 'provider_refused',
    }
  }
  if (!(error instanceof AppError)) throw error
  const isGone = error instanceof AppError && error.code === 'payment-provider-not-configured'
  return {
    state: 'again',
    because: isGone ? 'account_gone' : 'provider_away',
    afterSeconds: cause instanceof GatewayUnavailable ? cause.retryAfterSeconds : undefined,
  }
}

const noRights: Ending = { state: 'pause', because: 'rights' }
const changed: Ending = { state: 'skipped', because: 'changed' }

/** What an error means that came before any money was promised. */
const endings: Readonly<Record<string, Ending>> = {
  rest_forbidden: noRights,
  'refund-over-limit': { state: 'pause', because: 'limit' },
  'plan-is-stale': changed,
  'refund-not-possible': changed,
  'order-move-not-allowed': changed,
  'order-not-found': changed,
  'payment-provider-not-configured': { state: 'failed', because: 'account_gone' },
  'payment-provider-unavailable': { state: 'again', because: 'provider_away' },
}

function endingWithout(error: unknown): Ending {
  const ending = error instanceof AppError ? endings[error.code] : undefined
  if (!ending) throw error
  return ending
}

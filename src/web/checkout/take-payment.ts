import { anonymous } from '../../core/caller.ts'
import { AppError } from '../../core/errors.ts'
import { captureOnReturn } from '../../shop/checkout/pay-by-wallet.ts'
import { confirmCardPayment } from '../../shop/checkout/pay-by-card.ts'
import { settleReturn } from '../../shop/checkout/settle-return.ts'
import type { Deps } from '../../shop/deps.ts'
import {
  findOpenOrderOfCart,
  findOrder,
  listLines,
  type OrderRow,
} from '../../shop/orders/record/lookup.ts'
import { isOpen } from '../../shop/orders/record/rules.ts'
import { translated, upToDate } from '../../shop/orders/paying/start-payment.ts'
import { settleFromProvider } from '../../shop/orders/paying/settle-from-provider.ts'
import { gatewayOf } from '../../shop/payments/demand-gateway.ts'
import { GatewayRefused } from '../../shop/payments/gateway-errors.ts'
import type { PaymentState, SandboxOutcome } from '../../shop/payments/gateway.ts'
import type { FoundCart } from '../../shop/cart/lookup.ts'
import { readTickets } from '../../shop/cart/read-tickets.ts'
import type { Page, Redirect } from '../kit/page.ts'
import { placedHere, pricedNow, toOrderOf, toPlaced } from './basket.ts'
import { basketOf, type BuyerVisit, noBasketReason } from './buyer-visit.ts'
import { noBasketPage } from './checkout-page.tsx'
import { declineKey } from './decline-words.ts'
import { type OrderContents, paymentPage } from './payment-page.tsx'
import { proofHolds, proofOf } from './own-browser.ts'
import { refusalOf } from './refusals.ts'
import { shownText } from './shown-text.ts'
import type { WalletScript } from './wallet-payment.tsx'

const toCheckout: Redirect = { to: '/checkout', status: 303 }
const toPayment: Redirect = { to: '/checkout/pay', status: 303 }

/** The payment of the visitor's basket, while it is still open. */
type Waiting = { basket: FoundCart; order: OrderRow; payment: PaymentState }

/** The open payment, read from the provider; or the page to which the visitor is sent instead. */
async function waitingPayment(deps: Deps, visit: BuyerVisit): Promise<Waiting | Page | Redirect> {
  const basket = await basketOf(deps, visit)
  if (!basket) {
    return noBasketPage(visit.words, visit.site.base, noBasketReason(deps, visit))
  }
  const open = await findOpenOrderOfCart(deps.db, basket.cart.id)
  if (!open) return (await toOrderOf(deps, visit, basket)) ?? toCheckout
  // Whoever sent the link of the basket may have begun to pay it, for tickets of their own.
  if (!placedHere(open, visit)) return toCheckout
  const looked = await settleFromProvider(deps, open, 'page').catch((error: unknown) => {
    throw translated(error, 'order-not-found')
  })
  const order = (await findOrder(deps.db, open.id)) ?? open
  const isDone = !isOpen(order.status) || looked?.state.kind === 'processing'
  if (isDone) return toPlaced(deps, visit, order)
  const payment = looked && (await payableState(deps, order, looked.state))
  return payment ? { basket, order, payment } : toCheckout
}

/**
 * The payment, over the order's present total: a change that did not reach the provider is told now. Undefined when the
 * provider refuses the amount; ordering again says why.
 */
async function payableState(
  deps: Deps,
  order: OrderRow,
  looked: PaymentState,
): Promise<PaymentState | undefined> {
  const { gateway, gateway_order_id: reference, payment_behind: isBehind } = order
  if (!isBehind || reference === null) return looked
  try {
    return await upToDate(deps, gatewayOf(deps, { gateway, reference }), { order, reference })
  } catch (error) {
    if (error instanceof GatewayRefused) return undefined
    throw translated(error, 'order-not-found')
  }
}

type Failing = { refusal?: string; isDeclined?: boolean }

/** The payment page, while there is something to pay. */
export async function showPayment(deps: Deps, visit: BuyerVisit, failing: Failing = {}) {
  const waiting = await waitingPayment(deps, visit)
  return 'order' in waiting ? pageOf(deps, visit, { ...waiting, ...failing }) : waiting
}

/** What the wallet's button needs; undefined when the wallet is no longer connected. */
function walletScript(deps: Deps, { reference }: PaymentState): WalletScript | undefined {
  const { wallet, walletClientId: clientId } = deps.gateways
  if (!wallet || clientId === '') return undefined
  const host = wallet.mode === 'live' ? 'www.paypal.com' : 'www.sandbox.paypal.com'
  const recheck = `${deps.restRoot('tickets')}/commerce/paypal/order/${encodeURIComponent(reference)}`
  return { address: `https://${host}/web-sdk/v6/core`, clientId, recheck }
}

async function pageOf(
  deps: Deps,
  { words, browser }: BuyerVisit,
  shown: Waiting & Failing,
): Promise<Page> {
  const { basket, order, payment, refusal, isDeclined } = shown
  const { gateways, secrets } = deps
  const confirms = order.gateway === 'sandbox' && payment.kind === 'needs_action'
  const wasDeclined = !confirms && (isDeclined === true || 'decline' in payment)
  const ways = [gateways.card, gateways.wallet].filter(Boolean).length
  const contents = await contentsOf(deps, order)
  const props = {
    order,
    payment,
    contents,
    shown: shownLines(contents),
    priced: await pricedNow(deps, basket),
    now: deps.clock.now(),
    confirms,
    proof: proofOf(secrets.nonce, browser, basket.cart.id),
    publishableKey: gateways.publishableKey,
    wallet: order.gateway === 'wallet' ? walletScript(deps, payment) : undefined,
    hasOtherWay: ways > 1 && !gateways.sandbox,
    refusal,
    decline: wasDeclined ? declineKey(order, payment) : undefined,
  }
  return paymentPage(
    props,
    words,
    refusal === undefined && (confirms || isDeclined !== true) ? 200 : 402,
  )
}

/** The tickets of an order as the payment form carries them. */
const shownLines = ({ lines }: OrderContents) =>
  shownText(
    lines.map(({ ticket_id, quantity, unit_minor, going }) => ({
      ticketId: ticket_id ?? 0,
      quantity,
      price: String(unit_minor),
      going: going ?? undefined,
    })),
  )

async function contentsOf({ db, clock }: Deps, { id }: OrderRow): Promise<OrderContents> {
  const all = await listLines(db, [id])
  const lines = all.filter(({ kind }) => kind === 'ticket')
  const ids = lines.flatMap(({ ticket_id: ticketId }) => ticketId ?? [])
  return { lines, all, tickets: await readTickets(db, ids, clock.now()) }
}

const outcomes: readonly SandboxOutcome[] = ['succeed', 'decline', 'action', 'delay']

/**
 * Handles the buttons of the payment page: those of the sandbox, and the one that captures an approved wallet
 * payment.
 */
export async function takePayment(deps: Deps, visit: BuyerVisit): Promise<Page | Redirect> {
  const waiting = await waitingPayment(deps, visit)
  if (!('order' in waiting)) return waiting
  const { basket, order, payment } = waiting
  const { t } = visit.words
  const proof = { cartId: basket.cart.id, proof: visit.form['proof'] }
  if (!proofHolds(deps.secrets.nonce, visit.browser, proof)) {
    return pageOf(deps, visit, { ...waiting, refusal: t('refusal.otherBasket') })
  }
  // Another tab may have changed the basket, and its open payment, since the page was opened.
  const { total, shown } = visit.form
  if (total !== String(order.total_minor)) {
    return pageOf(deps, visit, { ...waiting, refusal: t('pay.totalChanged') })
  }
  if (shown !== shownLines(await contentsOf(deps, order))) {
    return pageOf(deps, visit, { ...waiting, refusal: t('refusal.ticketsChanged') })
  }
  const { reference } = payment
  try {
    if (order.gateway === 'wallet') await captureOnReturn(deps, order, { reference })
    else {
      await confirmCardPayment(deps, {
        caller: anonymous,
        cartSecrets: [basket.cartSecret],
        reference,
        clientSecret: payment.clientSecret?.reveal(),
        sandboxOutcome: outcomes.find(outcome => outcome === visit.form['do']),
      })
    }
    return toPlaced(deps, visit, order)
  } catch (error) {
    return afterFailure(deps, visit, error)
  }
}

const declines: readonly string[] = [
  'tec-tc-gateway-stripe-failed-payment',
  'tec-tc-gateway-paypal-capture-declined',
  'tec-tc-gateway-paypal-failed-capture',
]

/** A failed payment can be tried again while its order is open. */
async function afterFailure(
  deps: Deps,
  visit: BuyerVisit,
  error: unknown,
): Promise<Page | Redirect> {
  if (!(error instanceof AppError)) throw error
  if (declines.includes(error.code)) return showPayment(deps, visit, { isDeclined: true })
  return showPayment(deps, visit, { refusal: refusalOf(error, visit.words).text })
}

/** Settles a payment after the card processor's page, or its fields on our page, finished with it. */
export async function returnFromCard(deps: Deps, visit: BuyerVisit): Promise<Redirect | undefined> {
  const { payment_intent: reference, payment_intent_client_secret: secret } = visit.query
  if (typeof reference !== 'string' || typeof secret !== 'string') return undefined
  const address = await settleReturn(deps, { reference, secret, caller: anonymous })
  const order = await deps.findOrderByReference(['card', 'sandbox'], reference)
  const isUnpaid = order?.status === 'created' || order?.status === 'action-req'
  // A bank's app may return to another browser, without the basket; the page of the order is shown instead.
  const basket = isUnpaid ? await basketOf(deps, visit) : undefined
  const isHere = basket !== undefined && basket.cart.id === order?.cart_id
  return isHere ? toPayment : { to: address.slice(deps.publicRoot.length), status: 303 }
}

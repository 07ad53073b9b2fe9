import { anonymous } from '../../core/caller.ts'
import { AppError } from '../../core/errors.ts'
import { localeNamed } from '../../core/locale.ts'
import type { PricedCart } from '../../shop/cart/load-cart.ts'
import type { FoundCart } from '../../shop/cart/lookup.ts'
import { localeOf } from '../../shop/checkout/buyer.ts'
import { orderFreely } from '../../shop/checkout/order-freely.ts'
import { startCardPayment } from '../../shop/checkout/pay-by-card.ts'
import { startWalletPayment } from '../../shop/checkout/pay-by-wallet.ts'
import { firstLink } from '../../shop/orders/record/order-address.ts'
import type { ShownTicket } from '../../shop/orders/record/shown-tickets.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Problem } from '../kit/form.tsx'
import type { Page, Redirect } from '../kit/page.ts'
import type { Words } from '../../core/words/speak.ts'
import { nameField, namedPlaces } from './attendee-fields.tsx'
import { answersLacking } from './basket-questions.tsx'
import { pricedNow, toOrder, toOrderOf, totalOf } from './basket.ts'
import { buyerCookie } from './buyer-cookie.ts'
import { basketOf, type BuyerVisit } from './buyer-visit.ts'
import { placerOf } from './own-browser.ts'
import { refusalOf } from './refusals.ts'
import { buyerProblems, type CheckoutForm } from './sent-basket.ts'

export type Failing = { refusal?: string; problems?: readonly Problem[]; status: number }

export type Ordering = {
  basket: FoundCart
  fields: CheckoutForm
  /** The tickets that the buyer saw, with what the form changes of them. */
  seen: readonly ShownTicket[]
  /** Shows the page again with what was sent and what is wrong. */
  page: (failing: Failing) => Promise<Page>
}

/** Orders the basket, if it is as the buyer saw it; otherwise shows the page again and says why. */
export async function orderBasket(
  deps: Deps,
  visit: BuyerVisit,
  { basket, fields, seen, page }: Ordering,
): Promise<Page | Redirect> {
  const { words } = visit
  const current = (await basketOf(deps, visit)) ?? basket
  const priced = await pricedNow(deps, current)
  const problems = [
    ...orderProblems(priced, fields, {
      words,
      wantsTerms: deps.siteSettings().termsUrl !== '',
    }),
    ...(await answersLacking(deps, current, { answers: fields.answers, words })),
  ]
  if (problems.length > 0) return page({ problems, status: 422 })
  if (priced.lostCoupon !== null) {
    const refusal = words.t('checkout.couponLost', { code: priced.lostCoupon })
    return page({ refusal, status: 409 })
  }
  if (totalOf(priced) !== fields.expectedTotal) {
    return page({ refusal: words.t('refusal.totalChanged'), status: 409 })
  }
  try {
    return await placed(deps, visit, {
      basket: current,
      fields,
      seen,
      isFree: priced.totals.totalMinor === 0,
    })
  } catch (error) {
    // A form that is sent twice makes one order, and both requests are redirected to it.
    const made = await toOrderOf(deps, visit, current)
    if (made) return made
    const { text: refusal, status } = refusalOf(asChangedTotal(error), words)
    return page({ refusal, status })
  }
}

/** The refusal of a cart that is no longer free, or became empty, in words for the buyer: its total changed. */
const asChangedTotal = (error: unknown) =>
  error instanceof AppError &&
  ['tec_tickets_commerce_free_order_invalid_cart', 'tec-tc-empty-cart'].includes(error.code)
    ? new AppError('cart-total-changed')
    : error

type Placing = Pick<Ordering, 'basket' | 'fields' | 'seen'> & { isFree: boolean }

async function placed(deps: Deps, visit: BuyerVisit, { basket, fields, seen, isFree }: Placing) {
  const { buyer, expectedTotal } = fields
  const { termsUrl, termsVersion } = deps.siteSettings()
  const start = {
    caller: anonymous,
    cartSecrets: [basket.cartSecret],
    address: visit.address,
    purchaser: buyer,
    expectedTotal,
    expectedTickets: seen,
    locale: localeNamed(visit.words.language) ?? localeOf(visit.request),
    placedBy: placerOf(visit.browser),
    terms: termsUrl === '' ? null : termsVersion || termsUrl,
  }
  const cookies = [buyerCookie(buyer, visit.site)]
  if (isFree) {
    const { orderId } = await orderFreely(deps, start)
    return { ...toOrder(deps, firstLink(orderId)), cookies }
  }
  const byWallet = deps.gateways.card === undefined || fields.way === 'wallet'
  const pay = byWallet && !deps.gateways.sandbox ? startWalletPayment : startCardPayment
  const { order, payment } = await pay(deps, start)
  const next: Redirect = { to: '/checkout/pay', status: 303 }
  const isPaid =
    payment === undefined || (payment.kind === 'processing' && pay === startCardPayment)
  return { ...(isPaid ? toOrder(deps, order) : next), cookies }
}

function orderProblems(
  priced: PricedCart,
  { buyer, names, termsAccepted }: CheckoutForm,
  { words: { t }, wantsTerms }: { words: Words; wantsTerms: boolean },
): Problem[] {
  const own = buyerProblems(buyer).map(name => ({
    name,
    text: t(name === 'name' ? 'problem.name' : 'problem.email'),
  }))
  const guests = namedPlaces(priced, names).flatMap(({ ticket, index, name, number }) => {
    if (ticket.attendeeNames !== 'required') return []
    const of = t('checkout.guest', { number, ticket: ticket.name })
    const field = (part: 'name' | 'email') => nameField(ticket.id, index, part)
    return [
      ...(name.full_name === '' ? [{ name: field('name'), text: t('problem.guestName'), of }] : []),
      ...(name.email === '' ? [{ name: field('email'), text: t('problem.email'), of }] : []),
    ]
  })
  const terms = wantsTerms && !termsAccepted ? [{ name: 'terms', text: t('problem.terms') }] : []
  return [...own, ...guests, ...terms]
}

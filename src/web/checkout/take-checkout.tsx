import { AppError } from '../../core/errors.ts'
import { applyCoupon, removeCoupon } from '../../shop/cart/apply-coupon.ts'
import { networkKey } from '../../shop/cart/cart-secret.ts'
import type { ChangeRequest } from '../../shop/cart/change-cart.ts'
import { extendHold } from '../../shop/cart/extend-hold.ts'
import type { CouponGuess } from '../../shop/coupons/guess-coupon.ts'
import { readCartSheet } from '../../shop/questions/cart-answers.ts'
import type { PricedCart } from '../../shop/cart/load-cart.ts'
import type { FoundCart } from '../../shop/cart/lookup.ts'
import type { Deps } from '../../shop/deps.ts'
import {
  areSameTickets,
  type ShownTicket,
  ticketsNow,
} from '../../shop/orders/record/shown-tickets.ts'
import { demandUnpaid, isPaidFor, repriceOrder } from '../../shop/orders/paying/reprice-order.ts'
import { doneCookie } from '../kit/done-cookie.ts'
import type { Problem } from '../kit/form.tsx'
import type { Page, Redirect } from '../kit/page.ts'
import type { Words } from '../../core/words/speak.ts'
import { saveAnswers } from './basket-questions.tsx'
import { changeOf, pricedNow, sameAgain, toOrderOf } from './basket.ts'
import { buyerCookie } from './buyer-cookie.ts'
import { basketOf, type BuyerVisit, noBasketReason } from './buyer-visit.ts'
import { nameField, namedPlaces } from './attendee-fields.tsx'
import { checkoutPage, noBasketPage } from './checkout-page.tsx'
import type { CheckoutProps } from './checkout-props.ts'
import { type Failing, orderBasket, type Ordering } from './order-basket.ts'
import { proofHolds, proofOf } from './own-browser.ts'
import { refusalOf } from './refusals.ts'
import { canBeKept, type CheckoutForm, sentCheckout, type SentName } from './sent-basket.ts'
import { unpriced } from './shown-text.ts'

export type CheckoutContext = {
  deps: Deps
  changeCart: (request: ChangeRequest) => Promise<{ priced: PricedCart; cartSecret: string }>
  guessCoupon: CouponGuess
}

/** Handles the checkout form. Every button first saves what was entered and then does its own work. */
export async function takeCheckout(
  context: CheckoutContext,
  visit: BuyerVisit,
): Promise<Page | Redirect> {
  const { deps } = context
  const fields = sentCheckout(visit.form)
  const basket = await basketOf(deps, visit)
  if (!basket) {
    return noBasketPage(visit.words, visit.site.base, noBasketReason(deps, visit))
  }
  if (basket.cart.state === 'ordered')
    return (await toOrderOf(deps, visit, basket)) ?? toCheckout(visit, fields)
  const page = shower(context, visit, { basket, fields })
  const { t } = visit.words
  const form = { cartId: basket.cart.id, proof: visit.form['proof'] }
  if (!proofHolds(deps.secrets.nonce, visit.browser, form)) {
    return page({ refusal: t('refusal.otherBasket'), status: 409 })
  }
  const problems = fieldProblems(fields, visit.words)
  if (problems.length > 0) return page({ problems, status: 422 })
  const isOrder = fields.what === 'order'
  // Another tab, or whoever sent the link of the basket, may have changed it since it was shown.
  if (isOrder && !(await isAsShown(deps, basket, fields))) {
    return page({ refusal: t('refusal.ticketsChanged'), status: 409 })
  }
  try {
    const { gone, tickets } = await save(context, visit, { basket, fields })
    if (isOrder && gone.length > 0) {
      const names = new Set(gone.flatMap(id => tickets.get(id)?.name ?? []))
      const refusal = t('refusal.takenOut', { names: visit.words.list([...names]) })
      return await page({ refusal, status: 409 })
    }
    const kept = (await basketOf(deps, visit)) ?? basket
    const wrong = await saveAnswers(deps, kept, { answers: fields.answers, words: visit.words })
    // While quantities change, somebody may be in the middle of an answer.
    if (wrong.length > 0 && fields.what !== 'save') {
      return await page({ problems: wrong, status: 422 })
    }
  } catch (error) {
    const { text, status } = refusalOf(error, visit.words)
    return isAboutCoupon(error)
      ? page({ problems: [{ name: 'coupon', text }], status })
      : page({ refusal: text, status })
  }
  if (isOrder) return orderBasket(deps, visit, { basket, fields, seen: seenTickets(fields), page })
  return fields.what === 'extend'
    ? extend(context, visit, { basket, fields, page })
    : toCheckout(visit, fields)
}

const isAboutCoupon = (error: unknown) =>
  error instanceof AppError && error.code === 'tickets_apply_coupon_error'

/** Extends the time. Another tab may have done so twice already, or the time may be over, of which the page tells. */
async function extend(
  { deps }: CheckoutContext,
  visit: BuyerVisit,
  { basket, fields, page }: Omit<Ordering, 'seen'>,
) {
  if (await extendHold(deps, basket.cart.id)) return toCheckout(visit, fields)
  const now = await basketOf(deps, visit)
  if (now?.cart.expires_at == null || now.cart.expired)
    return toCheckout(visit, { ...fields, what: '' })
  return page({ refusal: visit.words.t('refusal.noMoreTime'), status: 409 })
}

/** Shows the page again with what was sent and what is wrong. */
function shower(
  { deps }: CheckoutContext,
  visit: BuyerVisit,
  { basket, fields }: { basket: FoundCart; fields: CheckoutForm },
) {
  return async ({ status, ...failing }: Failing): Promise<Page> => {
    const now = (await basketOf(deps, visit)) ?? basket
    const priced = await pricedNow(deps, now)
    if (priced.cart.lines.length === 0 && failing.refusal !== undefined) {
      return noBasketPage(visit.words, visit.site.base, { text: failing.refusal, status })
    }
    const { buyer, names, coupon, way, termsAccepted, answers } = fields
    const entered = { buyer, names, coupon, way, termsAccepted, answers }
    const shown = { ...(await propsOf(deps, visit, priced)), ...entered, ...failing }
    const page = checkoutPage(shown, visit.words, status)
    return { ...page, cookies: [buyerCookie({ ...buyer, termsAccepted }, visit.site)] }
  }
}

/** The parts of the page that depend on the cart and not on what was entered. */
export async function propsOf(
  { db, secrets, gateways, siteSettings, clock }: Deps,
  { browser }: BuyerVisit,
  priced: PricedCart,
): Promise<Omit<CheckoutProps, 'buyer'>> {
  const ways = (['card', 'wallet'] as const).filter(way => gateways[way] !== undefined)
  return {
    priced,
    sheet: await readCartSheet(db, priced.cart),
    proof: proofOf(secrets.nonce, browser, priced.cart.id),
    ways,
    isSandbox: gateways.sandbox,
    terms: siteSettings().termsUrl === '' ? undefined : { url: siteSettings().termsUrl },
    now: clock.now(),
  }
}

/** The language that was chosen with the form stays chosen. */
function toCheckout(
  { site, query }: BuyerVisit,
  { buyer, what, termsAccepted }: Pick<CheckoutForm, 'buyer' | 'what' | 'termsAccepted'>,
): Redirect {
  const done = what in doneWords ? [doneCookie(what, site)] : []
  const { lang } = query
  const language = typeof lang === 'string' ? `?lang=${encodeURIComponent(lang)}` : ''
  const cookies = [buyerCookie({ ...buyer, termsAccepted }, site), ...done]
  return { to: `/checkout${language}`, status: 303, cookies }
}

/** The message of the page after a button did its work. */
export const doneWords = {
  coupon: 'done.coupon',
  uncoupon: 'done.uncoupon',
  extend: 'done.extend',
  again: 'done.again',
  copy: 'done.copy',
  save: 'done.save',
} as const

function fieldProblems({ quantities, names }: CheckoutForm, { t }: Words): Problem[] {
  const unread = [...quantities].flatMap(([id, quantity]) =>
    quantity === undefined ? [{ name: `tickets[t${id}]`, text: t('problem.quantity') }] : [],
  )
  const badNames = [...names].flatMap(([id, list]) =>
    list.flatMap((name, index) =>
      canBeKept(name) ? [] : [{ name: nameField(id, index, 'email'), text: t('problem.email') }],
    ),
  )
  return [...unread, ...badNames]
}

/** Whether the basket has the tickets that the page showed. Prices are compared later, with the total. */
async function isAsShown(deps: Deps, basket: FoundCart, { shown }: CheckoutForm) {
  const now = ticketsNow(await pricedNow(deps, basket))
  return areSameTickets(unpriced(shown), now)
}

/** The tickets as they were shown, with the quantities of the form. */
const seenTickets = ({ shown, quantities }: CheckoutForm): ShownTicket[] =>
  shown.flatMap(ticket => {
    const isAsked = ticket.going !== false
    const quantity = (isAsked ? quantities.get(ticket.ticketId) : undefined) ?? ticket.quantity
    return quantity === 0 ? [] : [{ ...ticket, quantity }]
  })

type Saving = { basket: FoundCart; fields: CheckoutForm }

/** Saves what was entered, and does the button's work. Returns the cart as it was. Fails as the actions of the cart do. */
async function save(
  context: CheckoutContext,
  visit: BuyerVisit,
  { basket, fields }: Saving,
): Promise<PricedCart> {
  const { deps, changeCart } = context
  const priced = await pricedNow(deps, basket)
  const { what } = fields
  const names = what === 'copy' ? copies(priced, fields) : fields.names
  const change = what === 'again' ? sameAgain(priced) : changeOf(priced, { ...fields, names })
  if (change) {
    await changeCart({
      cartSecrets: [basket.cartSecret],
      change,
      address: visit.address,
      networkKey: networkKey(visit.address, deps.secrets.nonce),
      password: undefined,
    })
  }
  await saveCoupon(context, visit, { basket, fields, slug: priced.coupon ?? priced.lostCoupon })
  return priced
}

/** Applies or removes the coupon; `slug` is the cart's current one. */
async function saveCoupon(
  context: CheckoutContext,
  visit: BuyerVisit,
  { basket, fields, slug }: Saving & { slug: string | null },
) {
  const { deps } = context
  const { what } = fields
  const cartSecrets = [basket.cartSecret]
  const isNew = fields.coupon !== '' && slug === null
  const isAsked = what === 'uncoupon' || isNew
  const isPaying = isAsked && basket.cart.state === 'paying'
  // An order leads to the payment that was made before, which accepts no coupon.
  if (isPaying && what === 'order' && (await isPaidFor(deps, basket.cart.id))) return
  // An order that is sent changes its payment itself.
  const changesPayment = isPaying && what !== 'order'
  if (changesPayment) await demandUnpaid(deps, basket.cart.id)
  if (what === 'uncoupon' && slug !== null) await removeCoupon(deps, { slug, cartSecrets })
  if (isNew) {
    await context.guessCoupon(visit, fields.coupon, basket.cart.id)
    await applyCoupon(deps, { slug: fields.coupon, cartSecrets })
  }
  if (changesPayment) await repriceOrder(deps, basket.cart.id)
}

/** Gives the buyer's details to every attendee without a name. */
function copies(priced: PricedCart, { buyer, names }: CheckoutForm): Map<number, SentName[]> {
  const copied = new Map<number, SentName[]>()
  for (const { ticket, name } of namedPlaces(priced, names)) {
    const isBlank = name.full_name === '' && name.email === ''
    const usable = canBeKept({ full_name: '', email: buyer.email }) ? buyer.email.trim() : ''
    const own = { full_name: buyer.name, email: usable }
    copied.set(ticket.id, [...(copied.get(ticket.id) ?? []), isBlank ? own : name])
  }
  return copied
}

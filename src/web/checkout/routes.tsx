import { mayReadRecord } from '../../access/records/rules.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import { anonymous } from '../../core/caller.ts'
import { networkKey, cartCookieHeader, sentCartSecrets } from '../../shop/cart/cart-secret.ts'
import { cartChanger } from '../../shop/cart/change-cart.ts'
import { couponGuess } from '../../shop/cart/guess-coupon.ts'
import type { Deps } from '../../shop/deps.ts'
import { toldOnce } from '../kit/done-cookie.ts'
import { seesAll } from '../kit/open-event.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { pricedNow, toOrderOf } from './basket.ts'
import { keptBuyer, keptTerms } from './buyer-cookie.ts'
import {
  basketOf,
  buyerForm,
  buyerPage,
  type BuyerVisit,
  findBasket,
  noBasketReason,
} from './buyer-visit.ts'
import { checkoutPage, noBasketPage } from './checkout-page.tsx'
import { choicePage } from './choice-page.tsx'
import { choiceOf } from './event-choice.ts'
import { freshCartSecret } from './own-browser.ts'
import { refusalOf } from './refusals.ts'
import { sentQuantities } from './sent-basket.ts'
import { doneWords, type CheckoutContext, propsOf, takeCheckout } from './take-checkout.tsx'
import { returnFromCard, showPayment, takePayment } from './take-payment.ts'

/** Choosing, ordering and paying without scripts: every form is answered with a redirect (contract.md 26). */
export function checkoutPages(pages: Pages, deps: Deps) {
  const context: CheckoutContext = {
    deps,
    changeCart: cartChanger(deps),
    guessCoupon: couponGuess(deps),
  }
  pages.show({
    path: '/cart',
    kind: 'personal',
    handle: buyerPage(deps, visit => openCart(deps, visit)),
  })
  pages.take({
    path: '/cart',
    kind: 'personal',
    handle: buyerForm(deps, visit => choose(context, visit)),
  })
  pages.show({
    path: '/checkout',
    kind: 'personal',
    handle: buyerPage(deps, visit =>
      'cart' in visit.query ? openCart(deps, visit) : showCheckout(deps, visit),
    ),
  })
  pages.take({
    path: '/checkout',
    kind: 'personal',
    handle: buyerForm(deps, visit => takeCheckout(context, visit)),
  })
  pages.show({
    path: '/checkout/pay',
    kind: 'payment',
    handle: buyerPage(deps, visit => showPayment(deps, visit)),
  })
  pages.take({
    path: '/checkout/pay',
    kind: 'payment',
    handle: buyerForm(deps, visit => takePayment(deps, visit)),
  })
  pages.show({
    path: '/checkout/return',
    kind: 'personal',
    handle: buyerPage(deps, visit => returnFromCard(deps, visit)),
  })
}

/**
 * Opens a cart that an API client filled: its secret moves from the address into the cookie. It gets another one with the
 * first form of this browser, and not before: programs that preview links open them too.
 */
async function openCart(deps: Deps, visit: BuyerVisit): Promise<Redirect> {
  const { cart, lang } = visit.query
  const hashes = sentCartSecrets({}, typeof cart === 'string' ? cart : undefined)
  const basket = await findBasket(deps, visit, hashes)
  // A link that names no cart any more is kept only where nothing else is: the page then says so.
  const opened = basket?.cartSecret ?? ((await basketOf(deps, visit)) ? undefined : hashes[0])
  const cookies = opened === undefined ? [] : [cartCookieHeader(opened, deps.publicRoot)]
  const language = typeof lang === 'string' ? `?lang=${encodeURIComponent(lang)}` : ''
  return { to: `/checkout${language}`, status: 303, cookies }
}

async function showCheckout(deps: Deps, visit: BuyerVisit): Promise<Page | Redirect> {
  const { words, site, cookies } = visit
  const basket = await basketOf(deps, visit)
  if (!basket) return noBasketPage(words, site.base, noBasketReason(deps, visit))
  if (basket.cart.state === 'ordered') {
    return (await toOrderOf(deps, visit, basket)) ?? noBasketPage(words, site.base)
  }
  const priced = await pricedNow(deps, basket)
  if (priced.cart.lines.length === 0) return noBasketPage(words, site.base)
  const { done, cookies: told } = toldOnce(visit, doneWords)
  const props = propsOf(deps, visit, priced)
  const kept = { buyer: keptBuyer(cookies), termsAccepted: keptTerms(cookies) }
  return { ...checkoutPage({ ...props, ...kept, done }, words), cookies: told }
}

/** Adds the choice on an event's page to the basket. A refusal shows the choice again, with the reason. */
async function choose(
  { deps, changeCart }: CheckoutContext,
  visit: BuyerVisit,
): Promise<Page | Redirect | undefined> {
  const { form, address, cookies, words, browser } = visit
  const quantities = sentQuantities(form['tickets'])
  const lines = [...quantities].flatMap(([ticketId, quantity]) =>
    quantity === undefined || quantity === 0 ? [] : [{ ticketId, quantity }],
  )
  const isUnread = [...quantities.values()].includes(undefined)
  if (isUnread || lines.length === 0) {
    const text = words.t(isUnread ? 'problem.quantity' : 'problem.nothing')
    return choiceAgain(deps, visit, { refusal: { text, status: 422 }, quantities })
  }
  try {
    const { cartSecret } = await changeCart({
      cartSecrets: sentCartSecrets(cookies, undefined),
      change: { lines, names: null },
      address,
      networkKey: networkKey(address, deps.secrets.nonce),
      password: typeof form['password'] === 'string' ? form['password'] : undefined,
      freshCartSecret: freshCartSecret(deps.secrets.nonce, browser, deps.random),
    })
    const kept = cartSecret === '' ? [] : [cartCookieHeader(cartSecret, deps.publicRoot)]
    return { to: '/checkout', status: 303, cookies: kept }
  } catch (error) {
    return choiceAgain(deps, visit, { refusal: refusalOf(error, words), quantities })
  }
}

type Refused = {
  refusal: { text: string; status: number }
  quantities: ReadonlyMap<number, number | undefined>
}

async function choiceAgain(
  deps: Deps,
  visit: Visit,
  { refusal, quantities }: Refused,
): Promise<Page | Redirect | undefined> {
  const { event: eventName } = visit.form
  const id = /^\d{1,15}$/.test(String(eventName)) ? Number(eventName) : undefined
  const event = id === undefined ? undefined : await findEvent(deps.db, id)
  if (!event || !mayReadRecord(anonymous, event)) return undefined
  // The tickets of a protected event are for those who know its password. Its page asks for it.
  if (!seesAll(deps, event, visit)) {
    return { to: eventUrl(event, deps.publicRoot).slice(deps.publicRoot.length), status: 303 }
  }
  const { choice } = await choiceOf(deps, event)
  const chosen = new Map(
    [...quantities].flatMap(([ticket, n]) => (n === undefined ? [] : [[ticket, n] as const])),
  )
  return choicePage(visit.words, {
    event,
    status: refusal.status,
    choice: { ...choice, chosen, problem: refusal.text },
  })
}

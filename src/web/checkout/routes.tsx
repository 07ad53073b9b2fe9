import { cartCookieHeader, sentCartSecrets } from '../../shop/cart/cart-secret.ts'
import { cartChanger } from '../../shop/cart/change-cart.ts'
import { couponGuess } from '../../shop/coupons/guess-coupon.ts'
import type { Deps } from '../../shop/deps.ts'
import { toldOnce } from '../kit/done-cookie.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages } from '../kit/pages.ts'
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
import { handOverChoice, handoverPath, takeOverChoice } from './hand-over-choice.tsx'
import { takeChoice } from './take-choice.tsx'
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
    handle: buyerForm(deps, visit => takeChoice(context, visit)),
  })
  pages.take({
    path: handoverPath,
    kind: 'personal',
    handle: visit => handOverChoice(deps, visit),
  })
  pages.show({
    path: handoverPath,
    kind: 'personal',
    handle: buyerForm(deps, visit => takeOverChoice(context, visit)),
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
  const props = await propsOf(deps, visit, priced)
  const kept = { buyer: keptBuyer(cookies), termsAccepted: keptTerms(cookies) }
  return { ...checkoutPage({ ...props, ...kept, done }, words), cookies: told }
}

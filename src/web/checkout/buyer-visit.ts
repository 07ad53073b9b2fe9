import { cartCookie, cartCookieHeader, sentCartSecrets } from '../../shop/cart/cart-secret.ts'
import type { FoundCart } from '../../shop/cart/lookup.ts'
import { moveCart } from '../../shop/cart/move-cart.ts'
import type { Deps } from '../../shop/deps.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { type Browser, browserOf, isOwnCartSecret, movedCartSecret } from './own-browser.ts'

/** A request for a page of buyers, and the browser that sent it. */
export type BuyerVisit = Visit & { readonly browser: Browser }

type PageResult = Page | Redirect | undefined
type Handle = (visit: BuyerVisit) => PageResult | Promise<PageResult>

/** A page of buyers: a browser without a secret gets one. */
export const buyerPage =
  (deps: Deps, handle: Handle) =>
  async (visit: Visit): Promise<PageResult> => {
    const browser = browserOf(deps, visit)
    return withCookies(await handle({ ...visit, browser }), browser.cookies)
  }

/**
 * A form of buyers. Before anything is stored for the buyer, the basket moves to a secret of this browser, so that whoever
 * sent its link neither reads what is entered here nor orders it (contract.md 26.1).
 */
export const buyerForm =
  (deps: Deps, handle: Handle) =>
  async (visit: Visit): Promise<PageResult> => {
    const browser = browserOf(deps, visit)
    const moved = await movedBasket(deps, { ...visit, browser })
    const cookies = { ...visit.cookies, ...(moved && { [cartCookie]: moved }) }
    const shown = await handle({ ...visit, cookies, browser })
    const kept = moved ? [cartCookieHeader(moved, deps.publicRoot)] : []
    return withCookies(shown, [...browser.cookies, ...kept])
  }

const withCookies = (shown: PageResult, cookies: readonly string[]): PageResult =>
  shown && { ...shown, cookies: [...cookies, ...(shown.cookies ?? [])] }

/** The visitor's cart: the one that this browser moved, or the one that its cookie names. */
export const basketOf = (deps: Deps, visit: BuyerVisit): Promise<FoundCart | undefined> =>
  findBasket(deps, visit, sentCartSecrets(visit.cookies, undefined))

/** The cart of a secret that this browser was sent; or the same, where it has moved here since. */
export function findBasket(
  { findCart, secrets }: Deps,
  { browser }: BuyerVisit,
  cartSecrets: readonly string[],
): Promise<FoundCart | undefined> {
  const all = cartSecrets.flatMap(secret =>
    isOwnCartSecret(secrets.nonce, browser, secret)
      ? [secret]
      : [movedCartSecret(secrets.nonce, browser, secret), secret],
  )
  return all.length === 0 ? Promise.resolve(undefined) : findCart(all)
}

/** The new secret of a basket that a link opened here; undefined when there is none to move. */
async function movedBasket(deps: Deps, visit: BuyerVisit): Promise<string | undefined> {
  const { nonce } = deps.secrets
  const [secret] = sentCartSecrets(visit.cookies, undefined)
  if (secret === undefined || isOwnCartSecret(nonce, visit.browser, secret)) return undefined
  const basket = await basketOf(deps, visit)
  if (!basket || basket.cart.state === 'ordered') return undefined
  const own = movedCartSecret(nonce, visit.browser, secret)
  if (basket.cartSecret === own) return own
  return (await moveCart(deps, basket, own))?.cartSecret
}

/**
 * Why there is no basket: its link names none any more, because its time is over or another browser went on with it; or
 * else none was filled here.
 */
export function noBasketReason(
  { secrets }: Deps,
  { cookies, browser, words }: BuyerVisit,
): { text: string; status: number } {
  const [secret] = sentCartSecrets(cookies, undefined)
  const isLink = secret !== undefined && !isOwnCartSecret(secrets.nonce, browser, secret)
  return isLink
    ? { text: words.t('checkout.linkGone'), status: 404 }
    : { text: words.t('checkout.emptyText'), status: 200 }
}

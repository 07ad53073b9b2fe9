import type { Deps } from '../../messaging/deps.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import { orderUrl } from '../../shop/orders/record/order-address.ts'
import { placedHere } from '../checkout/basket.ts'
import { basketOf } from '../checkout/buyer-visit.ts'
import { browserOf } from '../checkout/own-browser.ts'
import { doneCookie } from '../kit/done-cookie.ts'
import type { Redirect } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { orderPage } from './order-page.tsx'
import type { OrderPageProps } from './order-props.ts'
import type { OwnOrder } from './own-order.ts'

/** What the page says after it did what a form asked for. */
export const doneWords = {
  holder: 'done.holder',
  back: 'done.giveBack',
  choice: 'done.choice',
  place: 'done.giveBackPlace',
  mails: 'done.mails',
  resent: 'done.resent',
  address: 'done.address',
  answers: 'done.answers',
} as const

/** The address of the page, without the parameters added by the wallet. */
export function toPage({ publicRoot, secrets }: Deps, order: OrderRow, more = ''): Redirect {
  const to = orderUrl({ publicRoot, key: secrets.order }, order).slice(publicRoot.length)
  return { to: to + more, status: 303 }
}

/** Leads to the page, which says once what was done. */
export const told = (to: Redirect, what: keyof typeof doneWords, { site }: Visit): Redirect => ({
  ...to,
  cookies: [doneCookie(what, site)],
})

type More = Partial<
  Pick<OrderPageProps, 'done' | 'refusal' | 'holder' | 'addressDraft' | 'answerDraft'>
> & {
  status?: number
}

export async function shown(
  deps: Deps,
  visit: Visit,
  { own, status, ...more }: More & { own: OwnOrder },
) {
  const may = await whatMayBeDone(deps, visit, own)
  return orderPage({ ...own, may, ...more }, visit.words, status ?? 200)
}

/** What the buyer may still do: nothing after the event began, and give back only what was free. */
export async function whatMayBeDone(deps: Deps, visit: Visit, own: OwnOrder) {
  const { order, places, events } = own
  const now = deps.clock.now()
  const isAhead = events.every(({ event }) => event.starts_at > now)
  const isPayable = order.status === 'created' || order.status === 'action-req'
  const isWhole = order.status === 'completed' && places.length > 0
  return {
    pay: isPayable && (await isPayableHere(deps, visit, order)),
    changeHolders: isAhead && isWhole,
    answer: isAhead && isWhole && own.sheet !== undefined,
    sendAgain: isWhole,
    correctAddress: isAhead && isWhole && isPlacedHere(deps, visit, order),
    giveBack: isAhead && isWhole && order.paid_minor === 0 && order.total_minor === 0,
  }
}

/** Whether the payment page of this browser is about this order: it placed the order, and its basket is the order's. */
async function isPayableHere(deps: Deps, visit: Visit, order: OrderRow): Promise<boolean> {
  if (!isPlacedHere(deps, visit, order)) return false
  const basket = await basketOf(deps, { ...visit, browser: browserOf(deps, visit) })
  return basket?.cart.id === order.cart_id
}

const isPlacedHere = (deps: Deps, visit: Visit, order: OrderRow): boolean =>
  placedHere(order, { ...visit, browser: browserOf(deps, visit) })

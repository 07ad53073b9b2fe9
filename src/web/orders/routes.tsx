import { anonymous } from '../../core/caller.ts'
import { AppError } from '../../core/errors.ts'
import { captureOnReturn } from '../../shop/checkout/pay-by-wallet.ts'
import { releaseMails } from '../../messaging/outbox/release-mails.ts'
import type { Deps } from '../../shop/deps.ts'
import { isOpen } from '../../shop/orders/record/rules.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import { orderUrl } from '../../shop/orders/record/order-address.ts'
import { giveBackPlaces } from '../../shop/orders/settling/give-back-places.ts'
import { placedHere } from '../checkout/basket.ts'
import { basketOf } from '../checkout/buyer-visit.ts'
import { browserOf } from '../checkout/own-browser.ts'
import { doneCookie, toldOnce } from '../kit/done-cookie.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { lostLinkPage } from './find-orders.tsx'
import { orderPage } from './order-page.tsx'
import type { OrderPageProps } from './order-props.ts'
import { linkedOrder, type OwnOrder, readOwnOrder } from './own-order.ts'
import { saveHolder } from './save-holder.ts'
import { ticketPages } from './ticket-pages.tsx'
import type { PlainKey } from '../../core/words/catalogue.ts'

const formPaths = ['/tickets-order/holder', '/tickets-order/give-back', '/tickets-order/send']

/** The pages after buying: an order with what its buyer may do, and each ticket by itself. */
export function orderPages(pages: Pages, deps: Deps) {
  pages.show({
    path: '/tickets-order',
    kind: 'personal',
    handle: visit => showOrder(deps, visit),
  })
  pages.take({
    path: '/tickets-order/holder',
    kind: 'personal',
    provesItself: true,
    handle: visit => changeHolder(deps, visit),
  })
  pages.take({
    path: '/tickets-order/give-back',
    kind: 'personal',
    provesItself: true,
    handle: visit => giveBack(deps, visit),
  })
  pages.take({
    path: '/tickets-order/send',
    kind: 'personal',
    handle: visit => sendMails(deps, visit),
  })
  for (const path of formPaths) {
    pages.show({
      path,
      kind: 'personal',
      handle: async visit => {
        const linked = await linkedOrder(deps, visit)
        return linked && toPage(deps, linked.order)
      },
    })
  }
  ticketPages(pages, deps)
}

async function showOrder(deps: Deps, visit: Visit): Promise<Page | Redirect | undefined> {
  const linked = await linkedOrder(deps, visit)
  if (!linked) return lostLinkPage(visit)
  const { query, request, words } = visit
  // The buyer returns from the wallet after approving the payment; only now is the money taken. A HEAD is no buyer.
  const returns = query['PayerID'] !== undefined && !request.isHead
  if (returns && linked.order.gateway === 'wallet') {
    return captured(deps, linked.order)
  }
  const { done, cookies } = toldOnce(visit, doneWords)
  // The page of an order that has ended says itself what became of its money.
  const key = isOpen(linked.order.status) ? captureFailures.get(query['failed']) : undefined
  const refusal = key && words.t(key)
  const own = await readOwnOrder(deps, linked)
  return { ...(await shown(deps, visit, { own, done, refusal })), cookies }
}

/** Why the money was not taken. A provider that does not answer may have taken it all the same. */
const captureFailures = new Map<unknown, PlainKey>([
  ['capture', 'pay.failed'],
  ['provider', 'refusal.providerAway'],
])

/** What the page says after it did what a form asked for. */
const doneWords = {
  holder: 'done.holder',
  back: 'done.giveBack',
  place: 'done.giveBackPlace',
  mails: 'done.mails',
} as const

/** The address of the page, without the parameters added by the wallet. */
function toPage({ publicRoot, secrets }: Deps, { id }: OrderRow, more = ''): Redirect {
  const to = orderUrl({ publicRoot, key: secrets.order }, id).slice(publicRoot.length)
  return { to: to + more, status: 303 }
}

/** Leads to the page, which says once what was done. */
const told = (to: Redirect, what: keyof typeof doneWords, { site }: Visit): Redirect => ({
  ...to,
  cookies: [doneCookie(what, site)],
})

async function captured(deps: Deps, order: OrderRow): Promise<Redirect> {
  const { gateway_order_id: reference } = order
  if (reference === null || !isOpen(order.status)) return toPage(deps, order)
  try {
    await captureOnReturn(deps, order, { reference })
    return toPage(deps, order)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const why = error.code === 'payment-provider-unavailable' ? 'provider' : 'capture'
    return toPage(deps, order, `&failed=${why}`)
  }
}

type More = Partial<Pick<OrderPageProps, 'done' | 'refusal' | 'holder'>> & { status?: number }

async function shown(deps: Deps, visit: Visit, { own, status, ...more }: More & { own: OwnOrder }) {
  const may = await whatMayBeDone(deps, visit, own)
  return orderPage({ ...own, may, ...more }, visit.words, status ?? 200)
}

/** What the buyer may still do: nothing after the event began, and give back only what was free. */
async function whatMayBeDone(deps: Deps, visit: Visit, own: OwnOrder) {
  const { order, places, events } = own
  const now = deps.clock.now()
  const isAhead = events.every(({ event }) => event.starts_at > now)
  const isPayable = order.status === 'created' || order.status === 'action-req'
  const isWhole = order.status === 'completed' && places.length > 0
  return {
    pay: isPayable && (await isPayableHere(deps, visit, order)),
    changeHolders: isAhead && isWhole,
    giveBack: isAhead && isWhole && order.paid_minor === 0 && order.total_minor === 0,
  }
}

/** Whether the payment page of this browser is about this order: it placed the order, and its basket is the order's. */
async function isPayableHere(deps: Deps, visit: Visit, order: OrderRow): Promise<boolean> {
  const buyer = { ...visit, browser: browserOf(deps, visit) }
  if (!placedHere(order, buyer)) return false
  const basket = await basketOf(deps, buyer)
  return basket?.cart.id === order.cart_id
}

async function changeHolder(deps: Deps, visit: Visit): Promise<Page | Redirect | undefined> {
  const { form, words } = visit
  const linked = await linkedOrder(deps, visit)
  if (!linked) return undefined
  const own = await readOwnOrder(deps, linked)
  const place = own.places.find(({ id }) => String(id) === form['attendee'])
  const may = await whatMayBeDone(deps, visit, own)
  if (!place || !may.changeHolders || !own.admitting.includes(place)) {
    return shown(deps, visit, { own, refusal: words.t('holder.tooLate'), status: 409 })
  }
  const outcome = await saveHolder(deps, visit, place)
  if (!outcome.saved) {
    const holder = { attendeeId: place.id, ...outcome.holder }
    const { text: refusal, status = 422 } = outcome.refusal ?? {}
    return shown(deps, visit, { own, holder, refusal, status })
  }
  return told(toPage(deps, own.order), 'holder', visit)
}

async function giveBack(deps: Deps, visit: Visit): Promise<Page | Redirect | undefined> {
  const linked = await linkedOrder(deps, visit)
  if (!linked) return undefined
  const own = await readOwnOrder(deps, linked)
  const may = await whatMayBeDone(deps, visit, own)
  // The form was sent before and its work is done.
  if (own.order.status === 'refunded') return told(toPage(deps, own.order), 'back', visit)
  const { attendee } = visit.form
  const place = own.places.find(({ id }) => String(id) === attendee)
  // Sent twice, too.
  if (attendee !== undefined && !place) return told(toPage(deps, own.order), 'place', visit)
  const isGiven =
    may.giveBack && (await returned(deps, visit, { orderId: own.order.id, attendeeId: place?.id }))
  if (!isGiven) {
    const refusal = visit.words.t('giveBack.tooLate')
    return shown(deps, visit, { own, refusal, status: 409 })
  }
  return told(toPage(deps, own.order), place ? 'place' : 'back', visit)
}

/** Sends the mails to holders that wait, as far as the limits allow. */
async function sendMails(deps: Deps, visit: Visit): Promise<Page | Redirect | undefined> {
  const linked = await linkedOrder(deps, visit)
  if (!linked) return undefined
  const { released, waiting } = await releaseMails(deps, linked.order)
  // With none waiting the form was sent twice, and its mails have left.
  if (released > 0 || waiting === 0) return told(toPage(deps, linked.order), 'mails', visit)
  const own = await readOwnOrder(deps, linked)
  return shown(deps, visit, { own, refusal: visit.words.t('mails.later'), status: 429 })
}

type Returned = { orderId: number; attendeeId: number | undefined }

/** Gives back one place, or all that nobody came in with; returns whether that was still possible. */
async function returned(deps: Deps, { address }: Visit, { orderId, attendeeId }: Returned) {
  try {
    const places = await giveBackPlaces(deps, { orderId, giving: { by: 'buyer', attendeeId } })
    deps.storage.countPlaces({ caller: anonymous, address }, places)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'refund-not-possible') return false
    throw error
  }
}

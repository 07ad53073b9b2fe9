import { taxesOfOrder } from '../../shop/books/taxes-of-order.ts'
import { anonymous } from '../../core/caller.ts'
import { AppError } from '../../core/errors.ts'
import { captureOnReturn } from '../../shop/checkout/pay-by-wallet.ts'
import type { Deps } from '../../messaging/deps.ts'
import { isOpen } from '../../shop/orders/record/rules.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import { giveBackPlaces } from '../../shop/orders/settling/give-back-places.ts'
import { toldOnce } from '../kit/done-cookie.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Pages, Visit } from '../kit/pages.ts'
import { lostLinkPage } from './find-orders.tsx'
import { takeAnswers } from './take-answers.ts'
import { linkedOrder, readOwnOrder } from './own-order.ts'
import { hasReceipt, receiptPage, receiptPath } from './receipt-page.tsx'
import { saveHolder } from './save-holder.ts'
import { doneWords, shown, toPage, told, whatMayBeDone } from './show-own-order.ts'
import { changeAddress, sendAgain, sendMails } from './take-mails.ts'
import { takeChoice } from './take-choice.ts'
import { ticketPages } from './ticket-pages.tsx'
import type { PlainKey } from '../../core/words/catalogue.ts'

const formPaths = [
  '/tickets-order/holder',
  '/tickets-order/give-back',
  '/tickets-order/choice',
  '/tickets-order/send',
  '/tickets-order/resend',
  '/tickets-order/address',
  '/tickets-order/answers',
]

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
    path: '/tickets-order/choice',
    kind: 'personal',
    provesItself: true,
    handle: visit => takeChoice(deps, visit),
  })
  pages.take({
    path: '/tickets-order/send',
    kind: 'personal',
    handle: visit => sendMails(deps, visit),
  })
  pages.take({
    path: '/tickets-order/resend',
    kind: 'personal',
    handle: visit => sendAgain(deps, visit),
  })
  pages.take({
    path: '/tickets-order/address',
    kind: 'personal',
    handle: visit => changeAddress(deps, visit),
  })
  pages.take({
    path: '/tickets-order/answers',
    kind: 'personal',
    provesItself: true,
    handle: visit => takeAnswers(deps, visit),
  })
  pages.show({
    path: receiptPath,
    kind: 'personal',
    handle: async visit => {
      const linked = await linkedOrder(deps, visit)
      if (!linked) return lostLinkPage(visit)
      if (!hasReceipt(linked.order)) return toPage(deps, linked.order)
      const own = await readOwnOrder(deps, linked)
      const taxes = await taxesOfOrder(deps.db, linked.order.id)
      return receiptPage({ ...own, taxes }, visit.words)
    },
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

import { AppError, fail } from '../../core/errors.ts'
import type { Deps } from '../../messaging/deps.ts'
import { releaseMails } from '../../messaging/outbox/release-mails.ts'
import { resendMails } from '../../messaging/outbox/resend-mails.ts'
import { correctAddress } from '../../organising/orders/correct-address.ts'
import type { Terms } from '../../platform/budgets/budgets.ts'
import { networkOf } from '../../platform/net/network-of.ts'
import { browserOf, placerOf } from '../checkout/own-browser.ts'
import { refusalOf } from '../checkout/refusals.ts'
import { buyerProblems, sentBuyer } from '../checkout/sent-basket.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { linkedOrder, readOwnOrder } from './own-order.ts'
import { shown, toPage, told, whatMayBeDone } from './show-own-order.ts'

const hour = 3600
/** How often a buyer has the tickets of an order mailed again, and its address corrected (contract.md 26.12). */
const limits = {
  resend: { name: 'mails of an order sent again', limit: 3, windowSeconds: hour },
  address: { name: 'corrected addresses of an order', limit: 3, windowSeconds: 24 * hour },
} as const satisfies Record<string, Terms>
const ofNetwork: Terms = { name: 'mails sent again by a network', limit: 30, windowSeconds: hour }

/** Counts a request for a mail against the budgets of its order and its network. Fails with `rest_too_many_requests`. */
function demandMail({ budgets }: Deps, terms: Terms, { orderId, address }: Wish): void {
  const costs = [
    { budget: budgets.budget(terms), key: String(orderId) },
    { budget: budgets.budget(ofNetwork), key: networkOf(address) },
  ]
  for (const { budget, key } of costs) {
    if (!budget.take(key)) {
      fail('rest_too_many_requests', { retryAfterSeconds: budget.secondsLeft(key) })
    }
  }
}

type Wish = { orderId: number; address: string }
type Answer = Promise<Page | Redirect | undefined>

/** Sends the mails to holders that wait, as far as the limits allow. */
export async function sendMails(deps: Deps, visit: Visit): Answer {
  const linked = await linkedOrder(deps, visit)
  if (!linked) return undefined
  const { released, waiting } = await releaseMails(deps, linked.order)
  // With none waiting the form was sent twice, and its mails have left.
  if (released > 0 || waiting === 0) return told(toPage(deps, linked.order), 'mails', visit)
  const own = await readOwnOrder(deps, linked)
  return shown(deps, visit, { own, refusal: visit.words.t('mails.later'), status: 429 })
}

/** Mails the tickets to the buyer again. */
export async function sendAgain(deps: Deps, visit: Visit): Answer {
  const linked = await linkedOrder(deps, visit)
  if (!linked) return undefined
  const { order } = linked
  try {
    demandMail(deps, limits.resend, { orderId: order.id, address: visit.address })
    await resendMails(deps, { orderId: order.id, by: 'buyer' }, { to: 'buyer' })
    return told(toPage(deps, order), 'resent', visit)
  } catch (error) {
    const { text, status } = refusalOf(error, visit.words)
    const refusal = status === 429 ? visit.words.t('mails.later') : text
    return shown(deps, visit, { own: await readOwnOrder(deps, linked), refusal, status })
  }
}

/** Corrects the address of the order, in the browser that placed it. */
export async function changeAddress(deps: Deps, visit: Visit): Answer {
  const linked = await linkedOrder(deps, visit)
  if (!linked) return undefined
  const { words, form, address } = visit
  const own = await readOwnOrder(deps, linked)
  const email = sentBuyer(form).email.trim()
  const draft = { email, problems: [] }
  if (!(await whatMayBeDone(deps, visit, own)).correctAddress) {
    return shown(deps, visit, { own, refusal: words.t('sent.tooLate'), status: 409 })
  }
  if (buyerProblems({ name: 'Somebody', email }).includes('email')) {
    const problems = [{ name: 'email', text: words.t('problem.email') }]
    return shown(deps, visit, { own, addressDraft: { email, problems }, status: 422 })
  }
  try {
    if (email !== own.order.purchaser_email) {
      demandMail(deps, limits.address, { orderId: own.order.id, address })
    }
    const placedBy = placerOf(browserOf(deps, visit))
    const order = await correctAddress(deps, own.order.id, { email, placedBy })
    return told(toPage(deps, order), 'address', visit)
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'order-move-not-allowed'
    const late = { text: words.t('sent.tooLate'), status: 409 }
    const { text: refusal, status } = isGone ? late : refusalOf(error, words)
    return shown(deps, visit, { own, addressDraft: draft, refusal, status })
  }
}

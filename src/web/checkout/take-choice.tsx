import { mayReadRecord } from '../../access/records/rules.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { eventUrl } from '../../catalogue/events/rules.ts'
import { anonymous } from '../../core/caller.ts'
import { AppError } from '../../core/errors.ts'
import { isPlainObject } from '../../platform/http/request/coerce.ts'
import { cartCookieHeader, networkKey, sentCartSecrets } from '../../shop/cart/cart-secret.ts'
import type { Deps } from '../../shop/deps.ts'
import { seesAll } from '../kit/open-event.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import type { Words } from '../../core/words/speak.ts'
import type { BuyerVisit } from './buyer-visit.ts'
import { choicePage } from './choice-page.tsx'
import { choiceOf } from './event-choice.ts'
import { freshCartSecret } from './own-browser.ts'
import { openingOf, sentCode } from './open-with-code.ts'
import { refusalOf } from './refusals.ts'
import { sentQuantities } from './sent-basket.ts'
import type { CheckoutContext } from './take-checkout.tsx'

/** Adds the choice on an event's page to the basket. */
export async function takeChoice(
  context: CheckoutContext,
  visit: BuyerVisit,
): Promise<Page | Redirect | undefined> {
  const { form } = visit
  const choice = readChoice(form, visit.words)
  const code = sentCode(form['code'])
  if ('refusal' in choice) return choiceAgain(context.deps, visit, { ...choice, code })
  const password = typeof form['password'] === 'string' ? form['password'] : undefined
  return fillBasket(context, visit, { ...choice, password, code })
}

/** The quantities of a form, or why they are none. */
export function readChoice(
  form: Visit['form'],
  { t }: Pick<Words, 't'>,
): { event: unknown; quantities: ReadonlyMap<number, number> } | Refused {
  const { event } = form
  const fields = sentQuantities(form['tickets'])
  const quantities = new Map(
    [...fields].flatMap(([id, quantity]) => (quantity ? [[id, quantity] as const] : [])),
  )
  const isUnread = [...fields.values()].includes(undefined)
  if (!isUnread && quantities.size > 0) return { event, quantities }
  const text = t(isUnread ? 'problem.quantity' : 'problem.nothing')
  return { event, refusal: { text, status: 422 }, quantities: fields }
}

type Filling = {
  /** The id of the event, which shows the choice again. */
  event: unknown
  quantities: ReadonlyMap<number, number>
  password?: string | undefined
  /** A code that the basket gets, unless it is for other tickets. */
  code?: string | undefined
  /** What leads on to the basket, such as the language. */
  query?: string
}

/** Adds tickets to the visitor's basket. A refusal shows the choice again, with the reason. */
export async function fillBasket(
  { deps, changeCart }: CheckoutContext,
  visit: BuyerVisit,
  { event, quantities, password, code, query = '' }: Filling,
): Promise<Page | Redirect | undefined> {
  const { address, cookies, words, browser } = visit
  const lines = [...quantities].map(([ticketId, quantity]) => ({ ticketId, quantity }))
  try {
    const fill = (coupon: string | undefined) =>
      changeCart({
        cartSecrets: sentCartSecrets(cookies, undefined),
        change: { lines, names: null },
        address,
        networkKey: networkKey(address, deps.secrets.nonce),
        password,
        freshCartSecret: freshCartSecret(deps.secrets.nonce, browser, deps.random),
        coupon,
      })
    const { cartSecret } = await fill(code).catch((error: unknown) => {
      if (isForOtherTickets(error)) return fill(undefined)
      throw error
    })
    const kept = cartSecret === '' ? [] : [cartCookieHeader(cartSecret, deps.publicRoot)]
    return { to: `/checkout${query}`, status: 303, cookies: kept }
  } catch (error) {
    return choiceAgain(deps, visit, {
      event,
      refusal: refusalOf(error, words),
      quantities,
      code,
    })
  }
}

/** The visitor came with a code and chose something else: the code does not matter then. */
const isForOtherTickets = (error: unknown) =>
  error instanceof AppError &&
  error.code === 'tickets_apply_coupon_error' &&
  isPlainObject(error.data['limit']) &&
  error.data['limit']['kind'] === 'other_tickets'

type Refused = {
  event: unknown
  refusal: { text: string; status: number }
  quantities: ReadonlyMap<number, number | undefined>
  code?: string | undefined
}

/** The choice on a page of its own, with the reason why it was not taken. */
export async function choiceAgain(
  deps: Deps,
  visit: Visit,
  { event: eventName, refusal, quantities, code }: Refused,
): Promise<Page | Redirect | undefined> {
  const id = /^\d{1,15}$/.test(String(eventName)) ? Number(eventName) : undefined
  const event = id === undefined ? undefined : await findEvent(deps.db, id)
  if (!event || !mayReadRecord(anonymous, event)) return undefined
  // The tickets of a protected event are for those who know its password. Its page asks for it.
  if (!seesAll(deps, event, visit)) {
    return { to: eventUrl(event, deps.publicRoot).slice(deps.publicRoot.length), status: 303 }
  }
  const { choice } = await choiceOf(deps, event, await openingOf(deps, visit, code))
  const chosen = new Map(
    [...quantities].flatMap(([ticket, n]) => (n === undefined ? [] : [[ticket, n] as const])),
  )
  return choicePage(visit.words, {
    event,
    status: refusal.status,
    choice: { ...choice, chosen, problem: refusal.text },
  })
}

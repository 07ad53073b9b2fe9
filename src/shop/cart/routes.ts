import type { Static } from 'typebox'
import { type Caller, can } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { plainTitle } from '../../core/text.ts'
import type { Deps } from '../deps.ts'
import { Answer } from '../../platform/http/answer/answer.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { networkKey, cartCookieHeader, sentCartSecrets } from './cart-secret.ts'
import { answerCart, answerProblems } from '../questions/answer-cart.ts'
import { cartChanger } from './change-cart.ts'
import { loadPricedCart } from './load-cart.ts'
import type { CartChange } from './rules.ts'
import { CartBody, CartQuery, CartView, type SentName } from './schema.ts'
import { hasTickets, isEvent } from './store.ts'
import { cartView, noCartView, sandboxMark } from './view.ts'

// A cart belongs to one buyer, also without a sign-in, so no cache may keep the response.
const unstored = { 'cache-control': 'no-store, private' }
const rememberedMax = 10_000

const changeErrors = [
  'post-has-no-tickets',
  'ticket-does-not-exist',
  'ticket-capacity-not-available',
  'tickets_apply_coupon_error',
  'rest_too_many_requests',
  'event-password-protected',
  'cart-too-large',
  'too-many-holds',
  'sale-is-busy',
] as const

/** The routes of the cart: read and change it. */
export function cartRoutes(api: Api, deps: Deps) {
  const { db, clock, config, findCart } = deps
  const changeCart = cartChanger(deps)
  const { knownEvent, sellsTickets, checkBody } = eventChecks(deps)
  route(api, {
    method: 'GET',
    path: '/cart',
    summary: 'Read the cart with its present prices',
    access: 'public',
    query: CartQuery,
    returns: CartView,
    errors: ['post-has-no-tickets'],
    check: ({ query }) => knownEvent(query.post_id),
    handle: async ({ query, request }) => {
      await sellsTickets(query.post_id)
      const cartFound = await findCart(sentCartSecrets(request.cookies, query.cart_hash))
      if (!cartFound || cartFound.cart.state === 'ordered') {
        return new Answer(noCartView(config.currency), { headers: unstored })
      }
      const now = clock.now()
      const priced = await loadPricedCart(db, cartFound.cart, { now, currency: config.currency })
      const shown = { providers: query.provider, eventId: query.post_id }
      const view = cartView(deps, { priced, cartSecret: cartFound.cartSecret }, shown)
      return new Answer({ ...view, ...sandboxMark(deps, priced.totals) }, { headers: unstored })
    },
  })
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: '/cart',
    summary: 'Replace lines of the cart and hold their places, all or none',
    access: 'public',
    body: CartBody,
    returns: CartView,
    errors: changeErrors,
    check: ({ body }) => checkBody(body),
    handle: async ({ body, request, caller }) => {
      await sellsTickets(body.post_id)
      const { address } = request
      const changed = await changeCart({
        cartSecrets: sentCartSecrets(request.cookies, body.cart_hash),
        change: changeOf(body),
        address,
        networkKey: networkKeyFor(deps, caller, { eventId: body.post_id, address }),
        password: body.password,
        coupon: body.coupon,
      })
      if (changed.cartSecret !== '') {
        await answerCart(deps, changed.priced.cart, body.answers ?? [])
      }
      const view = { ...cartView(deps, changed), ...sandboxMark(deps, changed.priced.totals) }
      return new Answer(view, { headers: { ...unstored, ...cookieOf(deps, changed) } })
    },
  })
}

const cookieOf = ({ publicRoot }: Deps, { cartSecret }: { cartSecret: string }) =>
  cartSecret && { 'set-cookie': cartCookieHeader(cartSecret, publicRoot) }

/** The network that a cart counts for; blank for staff who sell at the event, who have no limit. */
const networkKeyFor = (
  { secrets }: Deps,
  caller: Caller,
  from: { eventId: number | undefined; address: string },
) => (can(caller, 'boxoffice.sell', from.eventId) ? '' : networkKey(from.address, secrets.nonce))

/**
 * Checks of `post_id`. Events known to sell tickets are remembered, because during a sale every request names
 * the same one.
 */
function eventChecks({ db }: Deps) {
  const selling = new Set<number>()
  const knownEvent = async (id: number | undefined): Promise<Problems> => {
    if (id === undefined || selling.has(id) || (await isEvent(db, id))) return {}
    return { post_id: { message: 'There is no event with this id.' } }
  }
  return {
    knownEvent,
    checkBody: async ({
      post_id: event,
      answers = [],
    }: Static<typeof CartBody>): Promise<Problems> => ({
      ...(await knownEvent(event)),
      ...(await answerProblems({ db }, answers)),
    }),
    sellsTickets: async (id: number | undefined) => {
      if (id === undefined || selling.has(id)) return
      if (!(await hasTickets(db, id))) fail('post-has-no-tickets')
      if (selling.size >= rememberedMax) selling.clear()
      selling.add(id)
    },
  }
}

/** Rows without a ticket are skipped. */
function changeOf({ tickets, meta }: Static<typeof CartBody>): CartChange {
  const lines = tickets?.flatMap(({ id, ticket_id = id, quantity = 0, optout, going }) =>
    ticket_id === undefined
      ? []
      : {
          ticketId: ticket_id,
          quantity,
          ...(optout === undefined ? {} : { optedOut: optout }),
          ...(going === undefined ? {} : { going }),
        },
  )
  const names = meta?.flatMap(({ ticket_id, items = [] }) =>
    ticket_id === undefined ? [] : { ticketId: ticket_id, items: items.map(nameOf) },
  )
  return { lines: lines ?? null, names: names ?? null }
}

function nameOf(person: SentName) {
  const name = {
    full_name: plainTitle(person?.full_name ?? ''),
    email: plainTitle(person?.email ?? ''),
  }
  return name.full_name === '' && name.email === '' ? null : name
}

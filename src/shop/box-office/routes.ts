import type { Static } from 'typebox'
import type { Actor } from '../../core/actor.ts'
import { can, type Caller, userIdOf } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import type { Deps } from '../deps.ts'
import { orderHere } from './order-here.ts'
import { atEventOfBody, lineProblems, linesOf, minorOf, payByProblems } from './read-body.ts'
import * as shapes from './schema.ts'
import { type DeskAct, sellAtDesk } from './sell-at-desk.ts'
import { showDesk } from './show-desk.ts'
import { showSale } from './show-sale.ts'
import { countComps, saveQuota } from './store.comps.ts'
import { findTill } from './store.ts'
import { takePayment } from './take-payment.ts'

/** Routes of the box office: sales, places that are given away, and orders that wait for their payment (contract.md 39). */
export function deskRoutes(api: Api, deps: Deps) {
  screenRoutes(api, deps)
  saleRoute(api, deps)
  compRoutes(api, deps)
  awaitedRoutes(api, deps)
}

type DeskBody = Pick<Static<typeof shapes.SaleRequest>, 'event' | 'lines' | 'name' | 'email'>
type Submission = {
  body: DeskBody
  caller: Caller
  actor: Actor | undefined
  attempt?: Attempt | undefined
}
type Doing = { act: DeskAct; expectedTotal: string; givenMinor?: number | undefined }

async function perform(
  deps: Deps,
  submission: Submission,
  { act, expectedTotal, givenMinor }: Doing,
) {
  const { body, caller, actor, attempt } = submission
  if (!(await findEvent(deps.db, body.event))) fail('rest-event-not-found')
  const { orderId } = await sellAtDesk(deps, {
    eventId: body.event,
    lines: linesOf(body.lines),
    expectedTotal,
    purchaser: { name: body.name?.trim() ?? '', email: body.email ?? '' },
    locale: null,
    userId: userIdOf(caller),
    act,
    actor,
    attempt,
  })
  return showSale(deps, orderId, givenMinor)
}

function screenRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/desk/events/:id',
    operation: 'getDesk',
    ours: true,
    summary: 'Read what the desk sells of an event, with prices that include fees and what is left',
    access: {
      who: 'Callers with `boxoffice.sell` at the event.',
      when: ({ params, caller }) => can(caller, 'boxoffice.sell', params.id),
    },
    params: shapes.EventParams,
    returns: shapes.DeskView,
    errors: ['rest-event-not-found'],
    handle: async ({ params }) => showDesk(deps, params.id),
  })
  route(api, {
    method: 'GET',
    path: '/desk/sales/:id',
    operation: 'getDeskSale',
    ours: true,
    summary: 'Read an order as its receipt says it',
    access: { needs: 'boxoffice.sell' },
    params: shapes.OrderParams,
    returns: shapes.SaleView,
    errors: ['order-not-found'],
    handle: async ({ params, caller }) => {
      const order = await orderHere(deps, params.id, caller)
      return showSale(deps, order.id)
    },
  })
}

const places = ['rest-event-not-found', 'ticket-does-not-exist', 'desk-not-sold'] as const
const stock = ['ticket-capacity-not-available', 'cart-too-large', 'sale-is-busy'] as const

function saleRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/desk/sales',
    operation: 'sellAtDesk',
    ours: true,
    summary: 'Sell places for cash or at a card terminal: stock, order, payment and till in one',
    access: atEventOfBody,
    body: shapes.SaleRequest,
    returns: shapes.SaleView,
    status: 201,
    errors: [
      ...places,
      ...stock,
      'cash-is-off',
      'desk-total-changed',
      'desk-given-too-little',
      'till-not-open',
    ],
    check: async ({ body }) => ({ ...lineProblems(body), ...givenProblems(body) }),
    handle: async ({ body, caller, actor, attempt }) => {
      const { method, till: tillId, given, reference = '', expected_total: expectedTotal } = body
      const givenMinor =
        given === undefined ? undefined : minorOf('given', given, deps.config.currency)
      const act = { kind: 'sale', method, tillId, givenMinor, reference } as const
      return perform(deps, { body, caller, actor, attempt }, { act, expectedTotal, givenMinor })
    },
  })
}

/** Whoever pays at a terminal hands nothing over: the change would come out of the till that got nothing. */
const givenProblems = ({ method, given }: Static<typeof shapes.SaleRequest>) =>
  method === 'cash' || given === undefined
    ? {}
    : { given: { message: 'goes with cash: at a terminal nothing is handed over.' } }

function compRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/desk/comps',
    operation: 'giveComps',
    ours: true,
    summary: 'Give places away, with a reason and within the quota of the event',
    access: atEventOfBody,
    body: shapes.CompRequest,
    returns: shapes.SaleView,
    status: 201,
    errors: [...places, ...stock, 'comp-quota-used'],
    check: async ({ body }) => lineProblems(body),
    handle: async ({ body, caller, actor, attempt }) => {
      const act = { kind: 'comp', reason: body.reason, note: body.note?.trim() ?? '' } as const
      return perform(deps, { body, caller, actor, attempt }, { act, expectedTotal: '0' })
    },
  })
  route(api, {
    method: 'PUT',
    path: '/desk/events/:id/comp-quota',
    operation: 'setCompQuota',
    ours: true,
    summary: 'Set how many places of an event may be given away',
    access: {
      who: 'Callers with `tickets.write` at the event.',
      when: ({ params, caller }) => can(caller, 'tickets.write', params.id),
    },
    params: shapes.EventParams,
    body: shapes.QuotaRequest,
    returns: shapes.CompCountView,
    errors: ['rest-event-not-found'],
    handle: async ({ params, body, actor }) => {
      if (!(await findEvent(deps.db, params.id))) fail('rest-event-not-found')
      const { db } = actingAs(deps, actor)
      await saveQuota(db, params.id, body.places)
      return { event: params.id, ...(await countComps(deps.db, params.id)) }
    },
  })
}

function awaitedRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/desk/orders',
    operation: 'orderByInvoice',
    ours: true,
    summary:
      'Make an order that is paid later, by invoice or transfer: its places are taken at once',
    access: atEventOfBody,
    body: shapes.AwaitedRequest,
    returns: shapes.SaleView,
    status: 201,
    errors: [...places, ...stock, 'desk-total-changed'],
    check: async ({ body }) => ({ ...lineProblems(body), ...payByProblems(deps, body) }),
    handle: async ({ body, caller, actor, attempt }) => {
      const act = { kind: 'order', payBy: body.pay_by } as const
      const expectedTotal = body.expected_total
      return perform(deps, { body, caller, actor, attempt }, { act, expectedTotal })
    },
  })
  route(api, {
    method: 'POST',
    path: '/desk/orders/:id/payments',
    operation: 'takeDeskPayment',
    ours: true,
    summary: 'Mark an order that waits for its payment as paid, with how and by which reference',
    access: { needs: 'boxoffice.sell' },
    params: shapes.OrderParams,
    body: shapes.PaidRequest,
    returns: shapes.SaleView,
    status: 201,
    errors: [
      'order-not-found',
      'order-move-not-allowed',
      'till-not-open',
      'cash-is-off',
      'sale-is-busy',
    ],
    check: async ({ body }) => tillProblems(body),
    handle: async ({ params, body, caller, actor, attempt }) => {
      const order = await orderHere(deps, params.id, caller)
      const { method, reference = '', till = null } = body
      if (till !== null && (await findTill(deps.db, till))?.currency !== order.currency) {
        failParams({ till: { message: 'This till is in another currency, or is none.' } })
      }
      const wish = { order, method, reference, tillId: till, userId: userIdOf(caller) }
      await takePayment(deps, { ...wish, actor, attempt })
      return showSale(deps, order.id)
    },
  })
}

function tillProblems({ method, till }: Static<typeof shapes.PaidRequest>) {
  if ((method === 'bank') === (till === undefined)) return {}
  return {
    till: {
      message:
        method === 'bank'
          ? 'What came to the bank is in no till: leave it out.'
          : 'Name the open till of yours that took it.',
    },
  }
}

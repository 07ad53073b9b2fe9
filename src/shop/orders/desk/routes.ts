import type { Static } from 'typebox'
import { type Caller, reachOf } from '../../../core/caller.ts'
import { fail, failParams } from '../../../core/errors.ts'
import type { Right } from '../../../core/rights.ts'
import { exactDecimal, exponentOf, formatDecimal } from '../../../core/money.ts'
import type { Deps } from '../../deps.ts'
import { actingAs } from '../../../platform/db/acting.ts'
import { refuse } from '../../../platform/http/access.ts'
import { Answer } from '../../../platform/http/answer/answer.ts'
import { type Api, route } from '../../../platform/http/route.ts'
import type { Problems } from '../../../platform/http/request/validation.ts'
import { stepOf } from '../../payments/amounts.ts'
import { addNote } from './add-note.ts'
import { cancelPayment } from '../paying/cancel-payment.ts'
import { listOrders } from './filters.ts'
import { findOrder, listLines, type OrderRow, type OrderWithLines } from '../record/lookup.ts'
import { type Refunder, refundOrder } from '../settling/refund-order.ts'
import * as shapes from './schema.ts'
import { showOrder } from './show-order.ts'
import { eventsOf, holdsAtAll, type OrderPart, partOf, type Sees, seesInLists } from './sight.ts'
import { orderView } from './view.ts'

const reading = { needs: 'orders.read' } as const
const writing = { needs: 'orders.write' } as const

/** Routes of orders for staff. Buyers reach their own orders by the link they got. */
export function orderRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/orders',
    ours: true,
    summary: 'List orders, newest first',
    access: reading,
    query: shapes.OrderQuery,
    returns: shapes.OrderList,
    errors: ['invalid-page-number'],
    handle: ({ query, request, caller }) => list(deps, query, { url: request.url, caller }),
  })
  route(api, {
    method: 'GET',
    path: '/orders/:id',
    ours: true,
    summary: 'Read an order with its lines, attendees, history and refunds',
    access: reading,
    params: shapes.OrderParams,
    returns: shapes.OrderDetailView,
    errors: ['order-not-found'],
    handle: async ({ params, caller }) => showOrder(deps, await orderOf(deps, params.id, caller)),
  })
  route(api, {
    method: 'POST',
    path: '/orders/:id/cancel',
    operation: 'cancelOrder',
    ours: true,
    summary: 'Give up an unpaid order and free its places',
    access: writing,
    params: shapes.OrderParams,
    body: shapes.CancelRequest,
    returns: shapes.OrderDetailView,
    errors: [
      'order-not-found',
      'order-move-not-allowed',
      'payment-provider-unavailable',
      'sale-is-busy',
    ],
    handle: async ({ params, body, caller, actor }) => {
      const order = await wholeOrderOf(deps, params.id, caller)
      await cancelPayment(actingAs(deps, actor), order, { to: 'voided', reason: body.reason ?? '' })
      return showOrder(deps, await orderOf(deps, order.id, caller))
    },
  })
  refundRoutes(api, deps)
}

function refundRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/orders/:id/refunds',
    ours: true,
    summary: 'Give back places, everything, or money while the places stay taken',
    access: { needs: 'orders.refund' },
    params: shapes.OrderParams,
    body: shapes.RefundRequest,
    returns: shapes.OrderDetailView,
    status: 201,
    errors: [
      'order-not-found',
      'order-move-not-allowed',
      'refund-not-possible',
      'refund-over-limit',
      'rest_confirm_required',
      'payment-provider-unavailable',
      'payment-provider-not-configured',
      'sale-is-busy',
    ],
    check: async ({ body }) => refundProblems(body),
    handle: async ({ params, body, caller, actor, attempt }) => {
      const part = await orderOf(deps, params.id, caller)
      const wanted = wantedRefund(body, part.order)
      await refundOrder(actingAs(deps, actor), {
        orderId: part.order.id,
        reason: body.reason ?? '',
        wanted,
        by: refunderOf(caller, part, body),
        attempt,
      })
      return showOrder(deps, await orderOf(deps, part.order.id, caller))
    },
  })
  route(api, {
    method: 'POST',
    path: '/orders/:id/notes',
    ours: true,
    summary: "Add a note to an order's history",
    access: writing,
    params: shapes.OrderParams,
    body: shapes.NoteRequest,
    returns: shapes.OrderDetailView,
    status: 201,
    errors: ['order-not-found'],
    handle: async ({ params, body, caller, actor }) => {
      await addNote(actingAs(deps, actor), await wholeOrderOf(deps, params.id, caller), body.note)
      return showOrder(deps, await orderOf(deps, params.id, caller))
    },
  })
}

type RefundBody = Static<typeof shapes.RefundRequest>

function refundProblems({ lines, amount, whole, fees }: RefundBody): Problems {
  if ([lines, amount, whole || undefined].filter(one => one !== undefined).length !== 1) {
    return { lines: { message: 'Send one of lines, amount and whole.' } }
  }
  return amount !== undefined && fees !== undefined
    ? { fees: { message: 'An amount is of no fees; send lines or whole.' } }
    : {}
}

function wantedRefund({ lines, amount, fees = 'refund' }: RefundBody, order: OrderRow) {
  if (amount !== undefined) {
    return { kind: 'amount', amountMinor: exactAmount(amount, order).minor } as const
  }
  if (lines === undefined) return { kind: 'whole', fees } as const
  const parts = lines.map(({ id, quantity }) => ({ lineId: id, quantity }))
  return { kind: 'lines', parts, fees } as const
}

/** An amount with at most the decimals that the gateway can refund; it is never rounded. */
function exactAmount(text: string, { currency, gateway }: OrderRow) {
  const amount = exactDecimal(text, currency)
  if (!amount) {
    const decimals = exponentOf(currency)
    const message = `must be an amount of ${currency}, with at most ${decimals} decimals.`
    return failParams({ amount: { message } })
  }
  const step = stepOf(gateway, currency)
  if (amount.minor % step === 0) return amount
  const least = formatDecimal({ minor: step, currency })
  const message = `must be a multiple of ${least} ${currency}, the least that is moved by ${gateway}.`
  return failParams({ amount: { message } })
}

/** The part of an order that the caller sees. What is of other events only does not exist for the caller. */
async function orderOf({ db }: Deps, id: number, caller: Caller): Promise<OrderPart> {
  const order = await findOrder(db, id)
  const part = order && partOf(order, await listLines(db, [id]), caller)
  return part ?? fail('order-not-found')
}

/** An order whose every event the caller may write; 403 where only a part of it is the caller's. */
async function wholeOrderOf(deps: Deps, id: number, caller: Caller): Promise<OrderRow> {
  const part = await orderOf(deps, id, caller)
  demandAll(part, caller, 'orders.write')
  return part.order
}

function demandAll({ isWhole, events }: OrderPart, caller: Caller, right: Right) {
  if (isWhole && holdsAtAll(caller, right, events)) return
  refuse(caller, `This order has places of events at which you do not have \`${right}\`.`)
}

/**
 * Who gives back, and within which limit. Places of own events can be given back alone; everything, or an amount, only
 * by somebody who may refund at all events of the order.
 */
function refunderOf(caller: Caller, part: OrderPart, { lines }: RefundBody): Refunder {
  const named = lines && part.lines.filter(({ id }) => lines.some(line => line.id === id))
  const events = named && named.length > 0 ? eventsOf(named) : part.events
  if (lines === undefined) demandAll(part, caller, 'orders.refund')
  else if (!holdsAtAll(caller, 'orders.refund', events)) {
    refuse(caller, 'The places are of an event at which you do not have `orders.refund`.')
  }
  const within = new Set(part.lines.map(({ id }) => id))
  const foreign = lines?.find(({ id }) => !within.has(id))
  if (foreign) {
    fail('refund-not-possible', { message: 'One of the lines is not a ticket line of this order.' })
  }
  return { caller, events }
}

const everything: Sees = { money: true, contacts: true, links: true }
const showListed = (order: OrderWithLines) => orderView(order, order.lines, everything)

type Reader = { url: string; caller: Caller }

async function list(deps: Deps, query: Static<typeof shapes.OrderQuery>, { url, caller }: Reader) {
  const { page = 1, per_page = 10, post_id: eventId, ...filters } = query
  const reach = reachOf(caller, 'orders.read')
  const sees = seesInLists(caller, reach)
  const filter = {
    ...filters,
    ...(eventId !== undefined && { eventId }),
    inAddresses: sees.contacts,
    ...(reach !== 'all' && { within: reach }),
  }
  const { orders, total } = await listOrders(deps.db, filter, {
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  const pages = Math.ceil(total / per_page)
  if (page > 1 && page > pages) fail('invalid-page-number')
  const showPart = (row: OrderWithLines) => {
    const part = partOf(row, row.lines, caller) ?? fail('internal_server_error')
    return orderView(part.order, part.lines, part.sees)
  }
  const seesAll = reach === 'all' && sees.money && sees.contacts
  const body = {
    orders: orders.map(row => (seesAll ? showListed(row) : showPart(row))),
    total,
    total_pages: pages,
    rest_url: deps.publicRoot + url,
  }
  const headers = { 'x-et-total': String(total), 'x-et-total-pages': String(pages) }
  return new Answer(body, { headers })
}

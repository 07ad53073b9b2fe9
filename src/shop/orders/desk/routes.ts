import type { Static } from 'typebox'
import { fail, failParams } from '../../../core/errors.ts'
import { exactDecimal, exponentOf, formatDecimal } from '../../../core/money.ts'
import type { Deps } from '../../deps.ts'
import { actingAs } from '../../../platform/db/acting.ts'
import { Answer } from '../../../platform/http/answer/answer.ts'
import { type Api, route } from '../../../platform/http/route.ts'
import { rowWriter } from '../../../platform/http/kept/row-writer.ts'
import type { Problems } from '../../../platform/http/request/validation.ts'
import { stepOf } from '../../payments/amounts.ts'
import { addNote } from './add-note.ts'
import { cancelPayment } from '../paying/cancel-payment.ts'
import { listOrders } from './filters.ts'
import { findOrder, type OrderRow, type OrderWithLines } from '../record/lookup.ts'
import { refundOrder } from '../settling/refund-order.ts'
import * as shapes from './schema.ts'
import { showOrder } from './show-order.ts'
import { orderView } from './view.ts'

/** Routes of orders for administrators. Buyers reach their own orders by the link they got. */
export function orderRoutes(api: Api, deps: Deps) {
  const access = { needs: 'manage_site' } as const
  route(api, {
    method: 'GET',
    path: '/orders',
    ours: true,
    summary: 'List orders, newest first',
    access,
    query: shapes.OrderQuery,
    returns: shapes.OrderList,
    errors: ['invalid-page-number'],
    handle: ({ query, request }) => list(deps, query, request.url),
  })
  route(api, {
    method: 'GET',
    path: '/orders/:id',
    ours: true,
    summary: 'Read an order with its lines, attendees, history and refunds',
    access,
    params: shapes.OrderParams,
    returns: shapes.OrderDetailView,
    errors: ['order-not-found'],
    handle: async ({ params }) => showOrder(deps, await orderOf(deps, params.id)),
  })
  route(api, {
    method: 'POST',
    path: '/orders/:id/cancel',
    operation: 'cancelOrder',
    ours: true,
    summary: 'Give up an unpaid order and free its places',
    access,
    params: shapes.OrderParams,
    body: shapes.CancelRequest,
    returns: shapes.OrderDetailView,
    errors: [
      'order-not-found',
      'order-move-not-allowed',
      'payment-provider-unavailable',
      'sale-is-busy',
    ],
    handle: async ({ params, body, actor }) => {
      const order = await orderOf(deps, params.id)
      await cancelPayment(actingAs(deps, actor), order, { to: 'voided', reason: body.reason ?? '' })
      return showOrder(deps, await orderOf(deps, order.id))
    },
  })
  refundRoutes(api, deps)
}

function refundRoutes(api: Api, deps: Deps) {
  const access = { needs: 'manage_site' } as const
  route(api, {
    method: 'POST',
    path: '/orders/:id/refunds',
    ours: true,
    summary: 'Give back places, everything, or money while the places stay taken',
    access,
    params: shapes.OrderParams,
    body: shapes.RefundRequest,
    returns: shapes.OrderDetailView,
    status: 201,
    errors: [
      'order-not-found',
      'order-move-not-allowed',
      'refund-not-possible',
      'payment-provider-unavailable',
      'payment-provider-not-configured',
      'sale-is-busy',
    ],
    check: async ({ body }) => refundProblems(body),
    handle: async ({ params, body, actor, attempt }) => {
      const order = await orderOf(deps, params.id)
      const wanted = wantedRefund(body, order)
      await refundOrder(actingAs(deps, actor), {
        orderId: order.id,
        reason: body.reason ?? '',
        wanted,
        attempt,
      })
      return showOrder(deps, await orderOf(deps, order.id))
    },
  })
  route(api, {
    method: 'POST',
    path: '/orders/:id/notes',
    ours: true,
    summary: "Add a note to an order's history",
    access,
    params: shapes.OrderParams,
    body: shapes.NoteRequest,
    returns: shapes.OrderDetailView,
    status: 201,
    errors: ['order-not-found'],
    handle: async ({ params, body, actor }) => {
      await addNote(actingAs(deps, actor), await orderOf(deps, params.id), body.note)
      return showOrder(deps, await orderOf(deps, params.id))
    },
  })
}

type RefundBody = Static<typeof shapes.RefundRequest>

function refundProblems({ lines, amount, whole, fees }: RefundBody): Problems {
  if ([lines, amount, whole || undefined].filter(sent => sent !== undefined).length !== 1) {
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

async function orderOf({ db }: Deps, id: number) {
  return (await findOrder(db, id)) ?? fail('order-not-found')
}

const showListed = rowWriter((order: OrderWithLines) => orderView(order, order.lines))

async function list(deps: Deps, query: Static<typeof shapes.OrderQuery>, url: string) {
  const { page = 1, per_page = 10, ...filter } = query
  const { orders, total } = await listOrders(deps.db, filter, {
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  const pages = Math.ceil(total / per_page)
  if (page > 1 && page > pages) fail('invalid-page-number')
  const body = {
    orders: orders.map(showListed),
    total,
    total_pages: pages,
    rest_url: deps.publicRoot + url,
  }
  const headers = { 'x-et-total': String(total), 'x-et-total-pages': String(pages) }
  return new Answer(body, { headers })
}

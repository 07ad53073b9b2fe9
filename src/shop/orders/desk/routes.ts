import type { Static } from 'typebox'
import { type Caller, reachOf } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { actingAs } from '../../../platform/db/acting.ts'
import { Answer } from '../../../platform/http/answer/answer.ts'
import { type Api, route } from '../../../platform/http/route.ts'
import { addNote } from './add-note.ts'
import { cancelPayment } from '../paying/cancel-payment.ts'
import { listOrders } from './filters.ts'
import type { OrderWithLines } from '../record/lookup.ts'
import { orderOf, wholeOrderOf } from './find-part.ts'
import * as shapes from './schema.ts'
import { showOrder } from './show-order.ts'
import { partOf, type Sees, seesInLists } from './sight.ts'
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
    versioned: { record: 'order', id: ({ params }) => params.id },
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
    versioned: { record: 'order', id: ({ params }) => params.id, shownAt: '/orders/:id' },
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
  noteRoute(api, deps)
}

function noteRoute(api: Api, deps: Deps) {
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

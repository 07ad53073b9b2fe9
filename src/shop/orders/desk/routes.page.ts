import type { Deps } from '../../deps.ts'
import { type Api, route } from '../../../platform/http/route.ts'
import { OrderParams } from './schema.ts'
import { OrderPage, Timeline, TimelineQuery } from './schema.page.ts'
import { showPage } from './show-page.ts'
import { showTimeline } from './show-timeline.ts'

/** Routes of the page of an order, for the desk. */
export function orderPageRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/orders/:id',
    operation: 'getOrderPage',
    ours: true,
    summary:
      'Read an order with its money, places, moves, refunds and the other orders of its buyer',
    access: { needs: 'orders.read' },
    params: OrderParams,
    returns: OrderPage,
    versioned: { record: 'order', id: ({ params }) => params.id },
    errors: ['order-not-found'],
    handle: ({ params, caller }) => showPage(deps, params.id, caller),
  })
  route(api, {
    method: 'GET',
    path: '/orders/:id/timeline',
    operation: 'listOrderTimeline',
    ours: true,
    summary: 'List what happened to an order: moves, mails, scans, notes, refunds and corrections',
    access: { needs: 'orders.read' },
    params: OrderParams,
    query: TimelineQuery,
    returns: Timeline,
    errors: ['order-not-found'],
    handle: ({ params, query: { before, limit = 50 }, caller }) =>
      showTimeline(deps, params.id, { caller, before, limit }),
  })
}

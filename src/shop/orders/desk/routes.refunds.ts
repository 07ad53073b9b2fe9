import { formatDecimal } from '../../../core/money.ts'
import type { Deps } from '../../deps.ts'
import { actingAs } from '../../../platform/db/acting.ts'
import { type Api, route } from '../../../platform/http/route.ts'
import { previewRefund, type PreviewedRefund } from '../settling/preview-refund.ts'
import { refundOrder } from '../settling/refund-order.ts'
import { orderOf } from './find-part.ts'
import { refunderOf, refundProblems, wantedRefund } from './refund-wish.ts'
import { OrderDetailView, OrderParams } from './schema.ts'
import { RefundPreview, RefundRequest } from './schema.refunds.ts'
import { showOrder } from './show-order.ts'
import type { OrderPart } from './sight.ts'

const errors = [
  'order-not-found',
  'order-move-not-allowed',
  'refund-not-possible',
  'payment-provider-not-configured',
] as const

/** Routes that give places and money back. */
export function refundRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/orders/:id/refunds',
    ours: true,
    summary: 'Give back places, everything, or money while the places stay taken',
    access: { needs: 'orders.refund' },
    params: OrderParams,
    body: RefundRequest,
    versioned: { record: 'order', id: ({ params }) => params.id, shownAt: '/orders/:id' },
    returns: OrderDetailView,
    status: 201,
    errors: [
      ...errors,
      'refund-over-limit',
      'rest_confirm_required',
      'payment-provider-unavailable',
      'sale-is-busy',
    ],
    check: async ({ body }) => refundProblems(body),
    handle: async ({ params, body, caller, actor, attempt }) => {
      const part = await orderOf(deps, params.id, caller)
      await refundOrder(actingAs(deps, actor), {
        orderId: part.order.id,
        reason: body.reason ?? '',
        words: body.message?.trim() ?? '',
        method: body.method ?? 'paid',
        wanted: wantedRefund(body, part.order),
        by: await refunderOf(deps, caller, { part, body }),
        attempt,
      })
      return showOrder(deps, await orderOf(deps, part.order.id, caller))
    },
  })
  route(api, {
    method: 'POST',
    path: '/orders/:id/refunds/preview',
    operation: 'previewOrderRefund',
    ours: true,
    summary: 'Read what a refund would give back and end, without doing it',
    access: { needs: 'orders.refund' },
    params: OrderParams,
    body: RefundRequest,
    returns: RefundPreview,
    errors,
    check: async ({ body }) => refundProblems(body),
    handle: async ({ params, body, caller }) => {
      const part = await orderOf(deps, params.id, caller)
      const { method = 'paid' } = body
      const previewed = await previewRefund(deps, {
        orderId: part.order.id,
        method,
        wanted: wantedRefund(body, part.order),
        by: await refunderOf(deps, caller, { part, body }),
      })
      return previewView(previewed, part, method)
    },
  })
}

function previewView(
  { order, amountMinor, leftMinor, limits, ending, staying }: PreviewedRefund,
  { isWhole, events }: OrderPart,
  method: 'paid' | 'cash' | 'by_hand',
) {
  const shown = (minor: number) => formatDecimal({ minor, currency: order.currency })
  const least = (minor: number | null) => (minor === null ? null : shown(minor))
  const { orderMinor, dayMinor } = limits
  const buyer = order.purchaser_email.toLowerCase()
  const others = ending.map(({ holder_email: email }) => email.trim().toLowerCase())
  const holders = new Set(others.filter(email => email !== '' && email !== buyer))
  return {
    currency: order.currency,
    method,
    amount: shown(amountMinor),
    // What is left of the whole order is not for somebody who sees a part of it.
    ...(isWhole && { left_before: shown(leftMinor), left_after: shown(leftMinor - amountMinor) }),
    places_ending: ending.map(place => ({
      id: place.id,
      ticket_id: place.ticket_id,
      ticket: place.ticket_name,
      title: place.holder_name,
      checked_in: place.checked_in,
      passed_on: place.passed_on,
    })),
    places_left: staying.filter(({ event_id: id }) => isWhole || events.includes(id)).length,
    ends_order: staying.length === 0 && ending.length > 0,
    limit: {
      order_left: least(orderMinor),
      day_left: least(dayMinor),
      allows:
        (orderMinor === null || amountMinor <= orderMinor) &&
        (dayMinor === null || amountMinor <= dayMinor),
    },
    mails: {
      buyer: buyer !== '',
      holders: holders.size,
    },
  }
}

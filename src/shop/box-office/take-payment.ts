import type { Actor } from '../../core/actor.ts'
import { AppError } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { noteMade } from '../../platform/idempotency/store.ts'
import { attendeesToLock } from '../../ticketing/attendees/return-attendees.ts'
import { type LaneKind, type Refused, refused } from '../../ticketing/inventory/lanes.ts'
import { recordPayment } from '../books/record-payment.ts'
import type { Deps } from '../deps.ts'
import { holdOrder, holdOrders } from '../orders/record/hold-order.ts'
import { listLines, type OrderRow } from '../orders/record/lookup.ts'
import { hasAttendees } from '../orders/record/rules.ts'
import { completeOrders } from '../orders/settling/complete-orders.ts'
import { demandCash } from './cash-switch.ts'
import { type DeskMethod, roundedCash, sellsWith } from './rules.ts'
import { insertTillMove, lockOpenTills } from './store.ts'

export type PaymentWish = {
  order: Pick<OrderRow, 'id' | 'event_id'>
  method: DeskMethod | 'bank'
  /** The till that took it; null for what came to the bank. */
  tillId: number | null
  reference: string
  userId: number | null
  actor: Actor | undefined
  attempt: Attempt | undefined
}

type Request = { deps: Deps; wish: PaymentWish; now: Date }

/**
 * Marks an order that waits for its payment as paid: its places are let in from now on (contract.md 39.4). Fails with
 * `order-move-not-allowed` for any other order, with `cash-is-off` and `till-not-open`. The same request under its key does it once.
 */
export async function takePayment(deps: Deps, wish: PaymentWish): Promise<void> {
  if (wish.attempt?.made?.['order_id'] !== undefined) return
  const { order, actor, method } = wish
  if (method === 'cash') await demandCash(deps)
  const events = order.event_id === null ? [] : [order.event_id]
  const request = { deps, wish, now: deps.clock.now() }
  await deps.lanes.runAs(actor, events, { kind: paymentKind, request })
}

const ids = (requests: readonly Request[]) => requests.map(({ wish }) => wish.order.id)

const paymentKind: LaneKind<Request, true> = {
  name: 'desk-payment',
  locks: {
    orders: { ids: async (_, requests) => ids(requests), lock: holdOrders },
    attendees: {
      ids: async (tx, requests) => attendeesToLock.ids(tx, ids(requests)),
      lock: attendeesToLock.lock,
    },
  },
  oneByOne: true,
  settle: async (tx, requests) => {
    const tillIds = requests.flatMap(({ wish }) => wish.tillId ?? [])
    const tills = await lockOpenTills(tx, [...new Set(tillIds)])
    const results: (true | Refused)[] = []
    for (const { wish, now } of requests) {
      const till = tills.find(({ id }) => id === wish.tillId)
      const seller = { userId: wish.userId, eventId: wish.order.event_id }
      const isTheirs = wish.tillId === null || (till && sellsWith(till, seller))
      results.push(isTheirs ? await payOne(tx, wish, now) : refused(new AppError('till-not-open')))
    }
    return results
  },
}

async function payOne(tx: Tx, wish: PaymentWish, now: Date): Promise<true | Refused> {
  const { method, tillId, reference, userId, attempt } = wish
  const order = await holdOrder(tx, wish.order.id)
  if (!order || order.gateway !== 'staff' || !hasAttendees(order)) {
    const message = `The order is ${order?.status ?? 'gone'}, and waits for no payment at the desk.`
    return refused(new AppError('order-move-not-allowed', { message }))
  }
  const lines = await listLines(tx, [order.id])
  const total = order.total_minor
  const paidMinor = method === 'cash' ? roundedCash(total, order.currency) : total
  const paid = { order, cart: undefined, lines, paidMinor, backMinor: 0, cause: `paid: ${method}` }
  await completeOrders(tx, [paid], [])
  const { id: orderId, currency } = order
  await recordPayment(tx, {
    orderId,
    method,
    amountMinor: paidMinor,
    currency,
    at: now,
    reference,
    tillId,
    userId,
  })
  if (tillId !== null && method !== 'bank') {
    const move = { kind: 'sale' as const, method, amountMinor: paidMinor, orderId }
    await insertTillMove(tx, tillId, { ...move, userId, at: now })
  }
  if (attempt) await noteMade(tx, attempt.row, { order_id: orderId })
  return true
}

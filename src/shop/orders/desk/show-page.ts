import type { Caller } from '../../../core/caller.ts'
import { formatDecimal } from '../../../core/money.ts'
import { orderOf } from './find-part.ts'
import { showOrder } from './show-order.ts'
import { type OrderPart, partOf } from './sight.ts'
import { placeMoveView } from '../moving/show-move.ts'
import { listEveryLine, listOrders } from '../record/lookup.ts'
import { listRefunds } from '../settling/lookup.ts'
import { listPlaceMoves } from '../settling/lookup.moves.ts'
import { taxesOfOrder } from '../../books/taxes-of-order.ts'
import { taxSumsView } from '../../taxes/tax-sums.ts'
import type { Deps } from '../../deps.ts'
import { everyPlace } from './store.places.ts'
import { otherOrders } from './store.timeline.ts'

const othersMost = 10

/** An order with all that staff need to answer its buyer, as far as the caller sees it (contract.md 28.3). */
export async function showPage(deps: Deps, id: number, caller: Caller) {
  const part = await orderOf(deps, id, caller)
  const { order, isWhole, events, sees } = part
  const { attendees: _attendees, history: _history, ...facts } = await showOrder(deps, part)
  const refunds = await listRefunds(deps.db, order.id)
  const places = await everyPlace(deps.db, order.id)
  const shown = places.filter(({ event_id: event }) => isWhole || events.includes(event))
  const backOf = new Map(refunds.map(({ id: refund, amount_minor: minor }) => [refund, minor]))
  const moves = await listPlaceMoves(deps.db, order.id)
  return {
    ...facts,
    ...(isWhole &&
      sees.money && {
        money: moneyBox(part, refunds),
        taxes: taxSumsView(await taxesOfOrder(deps.db, order.id), order.currency),
      }),
    places: shown.map((place, at) => ({
      id: place.id,
      number: at + 1,
      name: place.holder_name,
      ...(sees.contacts && { email: place.holder_email }),
      ticket_id: place.ticket_id,
      ticket: place.ticket_name,
      line: place.order_line_id,
      valid: place.is_valid,
      status: place.order_status,
      checked_in_at: place.checked_in_at?.toISOString() ?? null,
      passed_on_at: place.passed_on_at?.toISOString() ?? null,
    })),
    moves: moves
      .filter(({ event_id: event }) => isWhole || events.includes(event))
      .map(move =>
        placeMoveView(
          { ...move, reason: isWhole ? move.reason : '' },
          {
            currency: order.currency,
            backMinor: backOf.get(move.refund_id ?? 0) ?? 0,
            seesMoney: sees.money,
          },
        ),
      ),
    ...(isWhole && sees.contacts && { other_orders: await othersOf(deps, part, caller) }),
  }
}

type Refunds = Awaited<ReturnType<typeof listRefunds>>

function moneyBox({ order }: OrderPart, refunds: Refunds) {
  const shown = (minor: number) => formatDecimal({ minor, currency: order.currency })
  const promised = refunds
    .filter(({ state }) => state === 'reserved' || state === 'sent')
    .reduce((sum, { amount_minor: minor }) => sum + minor, 0)
  const left = Math.max(0, order.paid_minor - order.refunded_minor - promised)
  return {
    charged: shown(order.total_minor),
    paid: shown(order.paid_minor),
    returned: shown(order.refunded_minor),
    promised: shown(promised),
    left: shown(left),
  }
}

/** The buyer's other orders, as far as the caller may see each. */
async function othersOf({ db }: Deps, { order }: OrderPart, caller: Caller) {
  const email = order.purchaser_email.trim().toLowerCase()
  if (email === '') return []
  const ids = await otherOrders(db, { email, except: order.id, limit: othersMost })
  const orders = await listOrders(db, ids)
  const lines = await listEveryLine(db, ids)
  const parts = orders.flatMap(
    one =>
      partOf(
        one,
        lines.filter(line => line.order_id === one.id),
        caller,
      ) ?? [],
  )
  return parts
    .toSorted((one, other) => other.order.id - one.order.id)
    .map(({ order: one, sees }) => ({
      id: one.id,
      status: one.status,
      ...(sees.money && {
        total: formatDecimal({ minor: one.total_minor, currency: one.currency }),
      }),
      currency: one.currency,
      created_at: one.created_at.toISOString(),
    }))
}

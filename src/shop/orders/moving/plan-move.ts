import { callerNow } from '../../../access/callers/caller-now.ts'
import { type Caller, can } from '../../../core/caller.ts'
import { AppError } from '../../../core/errors.ts'
import { formatDecimal } from '../../../core/money.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/http/access.ts'
import { findMovable, type Movable } from '../../../ticketing/attendees/move-bought.ts'
import { stepOf } from '../../payments/amounts.ts'
import type { OrderRow } from '../record/lookup.ts'
import { lockOrder } from '../record/store.ts'
import { moneyLeft, refundableLines } from '../settling/refundable-lines.ts'
import { type NetOfLine, worthOfPlace } from '../settling/rules.ts'
import { decideMove, type MoveDecision, type MoveTerms } from './rules.ts'

export type MoveWish = MoveTerms & { attendeeId: number; ticketId: number; now: Date; by: Caller }

/** A move as it would be done to locked rows. Money in minor units of `currency`. */
export type PlannedMove = {
  movable: Movable
  /** Undefined for a place that staff made without an order: it has no money. */
  bought: { order: OrderRow; lineId: number } | undefined
  before: NetOfLine
  decision: Extract<MoveDecision, { kind: 'move' }>
  currency: string
}

const no = (message: string) => new AppError('attendee-move-not-allowed', { message })

/**
 * What a move would do. Locks the order and then the attendee, and changes nothing. Answers with the error that refuses it. Fails
 * with `rest_forbidden` when the caller does not hold `attendees.write` at the event any more.
 */
export async function planMove(
  tx: Tx,
  orderId: number | undefined,
  wish: MoveWish,
): Promise<PlannedMove | AppError> {
  const order = orderId === undefined ? undefined : await lockOrder(tx, orderId)
  const movable = await findMovable(tx, wish)
  if (movable instanceof AppError) return movable
  const { place, target } = movable
  await demandWriter(tx, wish.by, place.event_id)
  const lineId = place.order_line_id
  const bought = order && lineId !== null ? { order, lineId } : undefined
  const currency = order?.currency ?? place.currency
  const problem = unsettled(order) ?? foreign(movable, { wish, bought, currency })
  if (problem) return problem
  const money = bought ? await moneyOf(tx, bought, place.id) : freeOfMoney
  if (money instanceof AppError) return money
  const { before, leftMinor, step } = money
  const costsMinor = movable.priceMinor
  const decision = decideMove(
    { beforeMinor: before.ticketMinor, costsMinor, leftMinor, step },
    wish,
  )
  if (decision.kind === 'dearer') return dearer(decision.byMinor, target.currency)
  return { movable, bought, before, decision, currency }
}

async function demandWriter(tx: Tx, caller: Caller, eventId: number) {
  const now = await callerNow(tx, caller)
  if (!can(now, 'attendees.write', eventId)) refuse(now)
}

const unsettled = (order: OrderRow | undefined) =>
  order && order.status !== 'completed' ? no(`The order is ${order.status}.`) : undefined

type Selling = { wish: MoveWish; bought: Bought | undefined; currency: string }

const foreign = ({ target, priceMinor }: Movable, { wish, bought, currency }: Selling) =>
  bought && wish.pricing === 'new' && priceMinor > 0 && target.currency !== currency
    ? no('The ticket is sold in another currency. Send `price` as `keep`.')
    : undefined

const freeOfMoney = { before: { ticketMinor: 0, feeMinor: 0 }, leftMinor: 0, step: 1 }

const dearer = (minor: number, currency: string) =>
  no(
    `The ticket costs ${formatDecimal({ minor, currency })} ${currency} more than was paid for this place, and nothing can be charged for it now. Send \`price\` as \`keep\` to give it for what was paid, or \`settle\` as \`forgive\` to book its price without the difference.`,
  )

type Bought = { order: OrderRow; lineId: number }

async function moneyOf(tx: Tx, { order, lineId }: Bought, attendeeId: number) {
  const { lines, named } = await refundableLines(tx, order.id)
  const step = stepOf(order.gateway, order.currency)
  const before = named.has(attendeeId) ? undefined : worthOfPlace(lines, lineId, step)
  if (!before) return no('The place is being given back.')
  return { before, step, leftMinor: await moneyLeft(tx, order) }
}

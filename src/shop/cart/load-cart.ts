import type { Db, Tx } from '../../platform/db/database.ts'
import { couponsOfCarts } from '../coupons/lookup.ts'
import { couponRule } from '../coupons/rules.ts'
import { feesForTickets } from '../fees/lookup.ts'
import { limitProblem, type LimitProblem, opensTicket } from '../pricing/limits/rules.ts'
import {
  type CouponRule,
  type FeeRule,
  type PricedLine,
  totalCart,
  type Totals,
} from '../pricing/rules.ts'
import type { Cart } from './lookup.ts'
import { type CartTicket, readTickets } from './read-tickets.ts'
import type { CartLine } from './rules.ts'

export type PricedCart = {
  cart: Cart
  /** The cart's lines without those that can no longer be bought. */
  lines: CartLine[]
  tickets: ReadonlyMap<number, CartTicket>
  totals: Totals
  /** The slug of the coupon that counts. */
  coupon: string | null
  /** The slug of a coupon that no longer counts: it ended, was switched off, spent or deleted. */
  lostCoupon: string | null
  /** Why the limits of a usable coupon keep it from counting for what is in the cart. */
  limitProblem?: LimitProblem | undefined
  /** Tickets in the cart that can no longer be bought: taken off sale, or not held while their sale is over. */
  gone: number[]
}

type PriceContext = { now: Date; currency: string }

/** A cart with its present prices, fees and coupon. Nothing is locked or written. */
export async function loadPricedCart(
  db: Db | Tx,
  cart: Cart,
  pricing: PriceContext,
): Promise<PricedCart> {
  const [priced] = await loadPricedCarts(db, [cart], pricing)
  if (!priced) throw new Error('A cart has a price')
  return priced
}

/**
 * Many carts with their present prices, fees and coupons, in three statements. For an order, load them under
 * its locks.
 */
export async function loadPricedCarts(
  db: Db | Tx,
  carts: readonly Cart[],
  { now, currency }: PriceContext,
): Promise<PricedCart[]> {
  const ids = [...new Set(carts.flatMap(({ lines }) => lines.map(line => line.ticket_id)))]
  const [tickets, fees, coupons] = await Promise.all([
    readTickets(db, ids, now),
    ids.length === 0 ? new Map<number, FeeRule[]>() : feesForTickets(db, ids, now),
    couponsOfCarts(db, carts, { now, currency }),
  ])
  return carts.map(cart => {
    const own = coupons.get(cart.id)
    const coupon = own?.usable ? couponRule(own) : null
    const priced = priceCart({ cart, tickets, fees, coupon, currency })
    return { ...priced, lostCoupon: own && priced.coupon === null ? own.slug : cart.lost_coupon }
  })
}

type ToPrice = {
  cart: Cart
  tickets: ReadonlyMap<number, CartTicket>
  fees: ReadonlyMap<number, readonly FeeRule[]>
  coupon: CouponRule | null
  currency: string
}

/** The cart, from data that was read before. Hidden tickets are bought only with the coupon that opens them. */
export function priceCart({ cart, tickets, fees, coupon, currency }: ToPrice): PricedCart {
  const holds = cart.expires_at !== null && !cart.expired
  const isOpened = (id: number) =>
    tickets.get(id)?.isHidden !== true || opensTicket(coupon?.limits, id)
  const lines = cart.lines.filter(
    line => isHad(tickets.get(line.ticket_id), { holds, currency }) && isOpened(line.ticket_id),
  )
  const priced = lines.flatMap(line => pricedLine(line, tickets.get(line.ticket_id)))
  const gone = cart.lines.filter(line => !lines.includes(line)).map(line => line.ticket_id)
  const totals = totalCart({ currency, lines: priced, fees, coupon })
  if (coupon && !totals.coupon) {
    const baseMinor = totals.subtotalMinor + totals.feesMinor
    const problem = limitProblem(coupon.limits, { lines: totals.lines, currency, baseMinor })
    return {
      ...priceCart({ cart, tickets, fees, coupon: null, currency }),
      limitProblem: problem,
    }
  }
  return { cart, lines, tickets, totals, coupon: coupon?.slug ?? null, lostCoupon: null, gone }
}

/** A held place can still be bought after the sale has ended; a place that is not held cannot. */
function isHad(
  ticket: CartTicket | undefined,
  { holds, currency }: { holds: boolean; currency: string },
) {
  if (!ticket?.isSold || ticket.calledOff || !(ticket.isOpen || holds)) return false
  return ticket.unitMinor === 0 || ticket.currency === currency
}

function pricedLine(line: CartLine, ticket: CartTicket | undefined): PricedLine[] {
  if (!ticket) return []
  return [
    {
      ticketId: line.ticket_id,
      eventId: line.event_id,
      name: ticket.name,
      quantity: line.quantity,
      unitMinor: ticket.unitMinor,
      regularUnitMinor: ticket.priceMinor,
      names: line.names,
      optedOut: line.opted_out,
      going: line.going,
    },
  ]
}

import type { Money } from '../../core/money.ts'
import type { Instant } from '../../core/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { feesForTickets } from '../../shop/fees/lookup.ts'
import { totalCart } from '../../shop/pricing/rules.ts'
import { availability } from '../../ticketing/inventory/lookup.ts'
import { type SaleTicket, ticketsOfEvents } from '../../ticketing/tickets/lookup.ts'
import { isForeign, isReduced, priceNow, saleProblem } from '../../ticketing/tickets/rules.ts'

/** Whether a ticket is available, and why not. */
type OfferState =
  | { readonly kind: 'open'; readonly left: number | null }
  | { readonly kind: 'not_yet'; readonly from: Date }
  | { readonly kind: 'over' | 'sold_out' | 'in_carts' | 'called_off' }

/** A ticket as a visitor sees it. */
export type Offer = {
  readonly ticket: SaleTicket
  readonly state: OfferState
  /** The price of one ticket, fees included. */
  readonly price: Money
  /** Whether fees are part of that price. */
  readonly hasFees: boolean
  /** The price without the current reduction; undefined when there is none. */
  readonly regular: Money | undefined
}

/** The moment and the currency in which the site sells. */
type Sale = { now: Instant; currency: string }

/** The tickets of these events as offers; four statements for any number of events. */
export async function offersOf(
  db: Db,
  eventIds: readonly number[],
  { now, currency }: Sale,
): Promise<ReadonlyMap<number, Offer[]>> {
  const tickets = await ticketsOfEvents(db, eventIds)
  const ids = tickets.map(({ id }) => id)
  const offers = new Map<number, Offer[]>()
  if (ids.length === 0) return offers
  const [stock, fees] = await Promise.all([availability(db, ids), feesForTickets(db, ids, now)])
  for (const ticket of tickets) {
    const whole = (unitMinor: number) => {
      const line = { ...lineOf(ticket), unitMinor, regularUnitMinor: unitMinor }
      const { totalMinor, feesMinor } = totalCart({
        currency: ticket.currency,
        lines: [line],
        fees,
        coupon: null,
      })
      return { price: { minor: totalMinor, currency: ticket.currency }, hasFees: feesMinor > 0 }
    }
    const reduced = isReduced(ticket, now) && priceNow(ticket, now) < ticket.priceMinor
    const offer = {
      ticket,
      state: stateOf(ticket, stock.get(ticket.id), { now, currency }),
      ...whole(priceNow(ticket, now)),
      regular: reduced ? whole(ticket.priceMinor).price : undefined,
    }
    offers.set(ticket.eventId, [...(offers.get(ticket.eventId) ?? []), offer])
  }
  return offers
}

const lineOf = ({ id: ticketId, eventId, name }: SaleTicket) => ({
  ticketId,
  eventId,
  name,
  quantity: 1,
  names: [],
  optedOut: false,
  going: null,
})

type Stock = { readonly available: number | null; readonly held: number } | undefined

function stateOf(ticket: SaleTicket, stock: Stock, { now, currency }: Sale): OfferState {
  const problem = saleProblem(ticket, 1, now)
  if (problem?.kind === 'over') return { kind: 'over' }
  if (problem?.kind === 'not_yet') return { kind: 'not_yet', from: problem.from }
  if (problem || isForeign(ticket, now, currency)) return { kind: 'called_off' }
  return stockState(ticket, stock)
}

function stockState({ minPerOrder }: SaleTicket, stock: Stock): OfferState {
  const left = stock?.available ?? null
  if (left === null || left >= minPerOrder) return { kind: 'open', left }
  return { kind: (stock?.held ?? 0) > 0 ? 'in_carts' : 'sold_out' }
}

/** A summary of several offers, for an event in a list. */
export type Summary = {
  /** The lowest price on sale now, else the lowest price of all. */
  readonly price: Money
  readonly isOnlyPrice: boolean
  /** How many places are left in all; undefined when unlimited. */
  readonly left: number | null
  readonly state: OfferState['kind']
  readonly opens: Date | undefined
}

/** Undefined without offers. */
export function summaryOf(offers: readonly Offer[]): Summary | undefined {
  const open = offers.filter(({ state }) => state.kind === 'open')
  const shown = open.length > 0 ? open : offers
  const [cheapest] = [...shown].sort((one, other) => one.price.minor - other.price.minor)
  if (!cheapest) return undefined
  const lefts = open.map(({ state }) => (state.kind === 'open' ? state.left : null))
  const opens = offers.flatMap(({ state }) => (state.kind === 'not_yet' ? [state.from] : []))
  const kinds = ['open', 'not_yet', 'in_carts', 'sold_out', 'called_off', 'over'] as const
  return {
    price: cheapest.price,
    isOnlyPrice: shown.every(({ price }) => price.minor === cheapest.price.minor),
    left: leftOf(lefts, open),
    state: kinds.find(kind => offers.some(({ state }) => state.kind === kind)) ?? 'over',
    opens: opens.sort((one, other) => one.getTime() - other.getTime())[0],
  }
}

/** Remaining places of tickets that share a stock are not added up. */
function leftOf(lefts: readonly (number | null)[], open: readonly Offer[]): number | null {
  if (lefts.length === 0 || lefts.includes(null)) return null
  const shared = new Map<number, number>()
  open.forEach(({ ticket }, index) => {
    const pool = ticket.sharedPoolId ?? ticket.poolId
    shared.set(pool, Math.max(shared.get(pool) ?? 0, lefts[index] ?? 0))
  })
  return [...shared.values()].reduce((sum, left) => sum + left, 0)
}

import type { Db } from '../../platform/db/database.ts'
import type { Instant } from '../../core/time.ts'
import { feesForTickets } from '../../shop/fees/lookup.ts'
import { totalCart } from '../../shop/pricing/rules.ts'
import { type Availability, availability } from '../../ticketing/inventory/lookup.ts'
import { type SaleTicket, ticketsOfEvent } from '../../ticketing/tickets/lookup.ts'
import { isForeign, isReduced, priceNow, saleProblem } from '../../ticketing/tickets/rules.ts'

/** A ticket as buyers choose it. Money is in minor units, for one ticket, fees included. */
export type Offer = {
  readonly id: number
  readonly name: string
  /** What buyers read about the ticket; empty when the organiser shows nothing. */
  readonly description: string
  readonly currency: string
  readonly timezone: string
  readonly wholeMinor: number
  readonly feesMinor: number
  /** The price without the reduction; undefined when there is none. */
  readonly regularMinor: number | undefined
  /** Last day of the reduction in the event's zone, `2026-12-31`. */
  readonly reducedUntil: string | undefined
  /** Whether it is sold while the event runs, until it ends. */
  readonly untilEnd: boolean
  readonly least: number
  readonly most: number
  readonly state: OfferState
}

type OfferState =
  | { kind: 'open'; left: number | undefined }
  | { kind: 'soon'; from: Instant }
  | { kind: 'over' }
  | { kind: 'sold out' }
  /** All remaining places are in carts. `next` is when the first hold may end. */
  | { kind: 'in carts'; next: Instant | undefined }
  | { kind: 'closed' }

type OfferContext = {
  db: Db
  now: Instant
  currency: string
  /** The hidden tickets that the visitor's code opens. */
  opened?: readonly number[]
}

/** The tickets of an event at this moment, in their order; three statements. */
export async function offersOf(
  { db, now, currency, opened = [] }: OfferContext,
  eventId: number,
): Promise<Offer[]> {
  const tickets = await ticketsOfEvent(db, eventId, opened)
  if (tickets.length === 0) return []
  const ids = tickets.map(({ id }) => id)
  const [stock, fees] = await Promise.all([availability(db, ids), feesForTickets(db, ids, now)])
  const priced = (ticket: SaleTicket, unitMinor: number) =>
    totalCart({ currency: ticket.currency, lines: [oneOf(ticket, unitMinor)], fees, coupon: null })
  return tickets.map(ticket => {
    const unitMinor = priceNow(ticket, now)
    const { totalMinor: wholeMinor, feesMinor } = priced(ticket, unitMinor)
    const reduced = isReduced(ticket, now) && unitMinor < ticket.priceMinor
    const left = stock.get(ticket.id)?.available ?? undefined
    return {
      ...ticket,
      wholeMinor,
      feesMinor,
      regularMinor: reduced ? priced(ticket, ticket.priceMinor).totalMinor : undefined,
      reducedUntil: (reduced && ticket.salePriceUntil) || undefined,
      untilEnd:
        ticket.saleEndsAt > ticket.eventStartsAt &&
        ticket.saleEndsAt.getTime() === ticket.eventEndsAt.getTime(),
      least: ticket.minPerOrder,
      most: Math.min(ticket.maxPerOrder, left ?? ticket.maxPerOrder),
      state: stateOf(ticket, stock.get(ticket.id), { now, currency }),
    }
  })
}

const oneOf = (ticket: SaleTicket, unitMinor: number) => ({
  ticketId: ticket.id,
  eventId: ticket.eventId,
  name: ticket.name,
  quantity: 1,
  unitMinor,
  regularUnitMinor: ticket.priceMinor,
  names: [],
  optedOut: true,
  going: null,
})

function stateOf(
  ticket: SaleTicket,
  stock: Availability | undefined,
  { now, currency }: Pick<OfferContext, 'now' | 'currency'>,
): OfferState {
  const problem = saleProblem(ticket, 0, now)
  if (problem?.kind === 'not_yet') return { kind: 'soon', from: problem.from }
  if (problem?.kind === 'over') return { kind: 'over' }
  return problem || isForeign(ticket, now, currency)
    ? { kind: 'closed' }
    : stockState(ticket, stock)
}

function stockState({ minPerOrder }: SaleTicket, stock: Availability | undefined): OfferState {
  const left = stock?.available ?? undefined
  if (left === undefined || left >= minPerOrder) return { kind: 'open', left }
  return stock && stock.held > 0
    ? { kind: 'in carts', next: stock.nextExpiresAt ?? undefined }
    : { kind: 'sold out' }
}

/** The whole seconds until the first sale begins; undefined while a ticket is on sale. */
export function secondsToSale(offers: readonly Offer[], now: Instant): number | undefined {
  if (offers.some(({ state }) => state.kind === 'open')) return undefined
  const begins = offers.flatMap(({ state }) => (state.kind === 'soon' ? state.from.getTime() : []))
  if (begins.length === 0) return undefined
  return Math.max(1, Math.ceil((Math.min(...begins) - now.getTime()) / 1000))
}

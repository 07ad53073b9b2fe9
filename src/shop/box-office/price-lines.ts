import { AppError } from '../../core/errors.ts'
import { formatDecimal, isSameDecimal } from '../../core/money.ts'
import type { Tx } from '../../platform/db/database.ts'
import { noSuchTicket } from '../cart/check-cart.ts'
import { type CartTicket, readTickets } from '../cart/read-tickets.ts'
import { feesForTickets } from '../fees/lookup.ts'
import { roundedTo, totalCart, type Totals } from '../pricing/rules.ts'
import { roundedCash } from './rules.ts'

export type DeskLine = { ticketId: number; quantity: number }

type Pricing = {
  eventId: number
  lines: readonly DeskLine[]
  now: Date
  currency: string
  /** Places that are given away cost nothing, and have no fees. */
  isFree: boolean
  /** Cash is counted out in the coins that there are. */
  inCash: boolean
}

/**
 * What places cost at the desk now, or why they cannot be had there. Staff sell hidden tickets, and outside the times of sale and the
 * limits of one order; nobody sells an event that was called off or is over.
 */
export async function priceLines(tx: Tx, pricing: Pricing): Promise<Totals | AppError> {
  const { lines, now, currency } = pricing
  const ids = lines.map(({ ticketId }) => ticketId)
  const tickets = await readTickets(tx, ids, now)
  for (const { ticketId } of lines) {
    const refusal = refusalOf(tickets.get(ticketId), ticketId, pricing)
    if (refusal) return refusal
  }
  const fees = pricing.isFree ? new Map<number, never>() : await feesForTickets(tx, ids, now)
  const totals = totalCart({
    currency,
    coupon: null,
    fees,
    lines: lines.flatMap(({ ticketId, quantity }) => {
      const ticket = tickets.get(ticketId)
      return ticket ? [pricedLine(ticket, quantity, pricing.isFree)] : []
    }),
  })
  return pricing.inCash ? roundedTo(totals, roundedCash(totals.totalMinor, currency)) : totals
}

const pricedLine = (ticket: CartTicket, quantity: number, isFree: boolean) => ({
  ticketId: ticket.id,
  eventId: ticket.eventId,
  name: ticket.name,
  quantity,
  unitMinor: isFree ? 0 : ticket.unitMinor,
  regularUnitMinor: ticket.priceMinor,
  names: [],
  optedOut: true,
  going: null,
})

function refusalOf(
  ticket: CartTicket | undefined,
  id: number,
  { eventId, currency, isFree }: Pricing,
): AppError | undefined {
  if (ticket?.eventId !== eventId) return noSuchTicket(id)
  const { name, calledOff, isSold } = ticket
  const because = (message: string) => new AppError('desk-not-sold', { message })
  if (!isSold) return because(`"${name}" or its event is not published.`)
  if (calledOff) return because(`"${name}" is not sold: its event is ${calledOff}.`)
  if (isFree || ticket.unitMinor === 0 || ticket.currency === currency) return undefined
  return because(`"${name}" is priced in ${ticket.currency}, and this site sells in ${currency}.`)
}

/** The refusal when places cost something else than the screen said; it has both totals (contract.md 39.3). */
export function totalChanged(totals: Totals, expected: string): AppError | undefined {
  const { currency, roundingMinor, totalMinor } = totals
  const amount = (minor: number) => formatDecimal({ minor, currency })
  const exact = amount(totalMinor - roundingMinor)
  const total = amount(totalMinor)
  if ([exact, total].some(each => isSameDecimal(each, expected))) return undefined
  return new AppError('desk-total-changed', {
    message: `The total is ${total} ${currency} now, not ${expected}. Nothing was sold: show the new total, and send it as expected_total.`,
    data: { expected_total: expected, total, currency },
  })
}

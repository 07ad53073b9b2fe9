import { AppError } from '../../../core/errors.ts'
import { formatDecimal, isSameDecimal } from '../../../core/money.ts'
import type { PricedCart } from '../../cart/load-cart.ts'
import type { Totals } from '../../pricing/rules.ts'
import { totalProblem } from './orderable.ts'

/** A ticket as a client showed it: how many, and in major units what one costs, fees and coupon aside. */
export type ShownTicket = {
  ticketId: number
  quantity: number
  price?: string | undefined
  /** False for guests who decline an invitation; they have a row of their own. */
  going?: boolean | undefined
}

const rowOf = ({ ticketId, going }: ShownTicket) =>
  `${ticketId} ${going === false ? 'declines' : ''}`

/** The tickets of a cart with their present prices, those that can no longer be bought included. */
export const ticketsNow = ({ cart, tickets, totals }: PricedCart): ShownTicket[] =>
  cart.lines.map(({ ticket_id: ticketId, quantity, going }) => ({
    ticketId,
    quantity,
    price: formatDecimal({
      minor: tickets.get(ticketId)?.unitMinor ?? 0,
      currency: totals.currency,
    }),
    ...(going === false ? { going } : {}),
  }))

/** Whether both name the same tickets, quantities and prices. A price that one of them leaves out is not compared. */
export function areSameTickets(one: readonly ShownTicket[], other: readonly ShownTicket[]) {
  const rows = new Map(other.map(ticket => [rowOf(ticket), ticket]))
  // A row that one of them names twice stands for no other.
  const named = new Set(one.map(rowOf))
  if ([named.size, one.length, other.length].some(size => size !== rows.size)) return false
  return one.every(ticket => {
    const same = rows.get(rowOf(ticket))
    if (same?.quantity !== ticket.quantity) return false
    const { price } = ticket
    return price === undefined || same.price === undefined || isSameDecimal(price, same.price)
  })
}

/**
 * The refusal when a cart has other tickets, quantities or prices than its buyer was shown, even when they cost the same
 * (contract.md 8.18a).
 */
function ticketsProblem(
  priced: PricedCart,
  expected: readonly ShownTicket[] | undefined,
): AppError | undefined {
  if (expected === undefined) return undefined
  const now = ticketsNow(priced)
  if (areSameTickets(expected, now)) return undefined
  const told = now.map(({ ticketId: ticket_id, quantity, price, going }) => ({
    ticket_id,
    name: priced.tickets.get(ticket_id)?.name ?? '',
    quantity,
    price,
    ...(going === undefined ? {} : { going }),
  }))
  return new AppError('cart-tickets-changed', { data: { tickets: told } })
}

type Expected = {
  readonly expectedTotal?: string | undefined
  readonly expectedTickets?: readonly ShownTicket[] | undefined
}

/** Why a cart is not what its buyer was shown: its total, or its tickets. */
export const unseenProblem = (
  priced: PricedCart,
  { expectedTotal, expectedTickets }: Expected,
  payable?: Pick<Totals, 'totalMinor'>,
): AppError | undefined =>
  totalProblem(priced, expectedTotal, payable) ?? ticketsProblem(priced, expectedTickets)

import { AppError } from '../../core/errors.ts'
import type { Shortage } from '../../ticketing/inventory/rules.ts'
import type { CartTicket } from './read-tickets.ts'
import {
  brokenLimit,
  brokenMinimum,
  type CartLine,
  distinctTicketsMax,
  type UnderMinimum,
  type WantedLine,
} from './rules.ts'

export type CartCheck = {
  /** What was asked for; removing something is always possible. */
  wanted: readonly WantedLine[]
  /** What the cart would hold. */
  lines: readonly CartLine[]
  tickets: ReadonlyMap<number, CartTicket>
  /** Password-protected events that this buyer has opened. */
  openedEvents: ReadonlySet<number>
  currency: string
}

/** Why the lines cannot be had, apart from stock. */
export function cartRefusal({ wanted, lines, ...rest }: CartCheck): AppError | undefined {
  for (const { ticketId, quantity } of wanted) {
    if (quantity === 0) continue
    const refusal = ticketRefusal(rest.tickets.get(ticketId), rest)
    if (refusal) return refusal
  }
  const types = new Set(lines.map(line => line.ticket_id)).size
  if (types > distinctTicketsMax) {
    const tickets = `must be of at most ${distinctTicketsMax} types.`
    return new AppError('rest_invalid_param', {
      message: 'Invalid parameter(s): tickets',
      data: { params: { tickets }, details: [] },
    })
  }
  return limitRefusal(wanted, lines, rest.tickets)
}

function limitRefusal(
  wanted: readonly WantedLine[],
  lines: readonly CartLine[],
  tickets: CartCheck['tickets'],
): AppError | undefined {
  // A minimum that was raised meanwhile keeps nobody from changing other lines; the order asks again.
  const asked = new Set(wanted.map(({ ticketId }) => ticketId))
  const under = brokenMinimum(
    lines.filter(line => asked.has(line.ticket_id)),
    tickets,
  )
  if (under) return notAvailable(minimumSentence(under), [])
  const over = brokenLimit(lines, tickets)
  if (!over) return undefined
  return notAvailable(`At most ${over.allowed} of "${over.ticket.name}" can be had in one order.`, [
    {
      ticketId: over.ticket.id,
      ticketName: over.ticket.name,
      requested: over.requested,
      available: over.allowed,
    },
  ])
}

export const minimumSentence = ({ ticket, needed }: UnderMinimum) =>
  `At least ${needed} of "${ticket.name}" have to be had in one order.`

type Surroundings = Pick<CartCheck, 'openedEvents' | 'currency'>

function ticketRefusal(
  ticket: CartTicket | undefined,
  { openedEvents, currency }: Surroundings,
): AppError | undefined {
  if (!ticket?.isSold) return new AppError('ticket-does-not-exist')
  if (ticket.eventPasswordHash !== null && !openedEvents.has(ticket.eventId)) {
    return new AppError('event-password-protected')
  }
  if (!ticket.calledOff && !ticket.isOpen) {
    return notAvailable(`"${ticket.name}" is not on sale now.`, [])
  }
  const reason = unsoldReason(ticket, currency)
  return reason === undefined ? undefined : notAvailable(reason, [])
}

/** Why nothing of a published ticket is sold, whoever holds places of it: by its event, or by its currency. */
export function unsoldReason(ticket: CartTicket, currency: string): string | undefined {
  const { name, calledOff } = ticket
  if (calledOff) return `"${name}" is not sold: its event is ${calledOff}.`
  if (ticket.unitMinor === 0 || ticket.currency === currency) return undefined
  const is = `"${name}" is priced in ${ticket.currency} and this site sells in ${currency}`
  return `${is}: it can be had once its organizer has given it a new price.`
}

/** The refusal for want of stock: each ticket that is short, and what is left of it. */
export function stockRefusal(shortages: readonly Shortage[]): AppError {
  const sentences = shortages.map(({ ticketName, available }) =>
    available === 0 ? `"${ticketName}" is sold out.` : `Only ${available} of "${ticketName}" left.`,
  )
  return notAvailable(sentences.join(' '), shortages)
}

type Lacking = Pick<Shortage, 'ticketId' | 'ticketName' | 'requested' | 'available'>

function notAvailable(message: string, lacking: readonly Lacking[]): AppError {
  const validation_errors = lacking.map(({ ticketId, ticketName, requested, available }) => ({
    ticket_id: ticketId,
    ticket_name: ticketName,
    requested,
    available,
    insufficient: true,
  }))
  return new AppError('ticket-capacity-not-available', { message, data: { validation_errors } })
}

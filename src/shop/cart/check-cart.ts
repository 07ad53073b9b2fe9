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
  /** The requested lines; removing something is always allowed. */
  wanted: readonly WantedLine[]
  /** The lines the cart would have. */
  lines: readonly CartLine[]
  tickets: ReadonlyMap<number, CartTicket>
  /** Password-protected events that this buyer has opened. */
  openedEvents: ReadonlySet<number>
  /** Hidden tickets that the cart's coupon opens. */
  openedTickets: ReadonlySet<number>
  currency: string
}

/** Why these lines cannot be held, apart from stock. */
export function cartRefusal({ wanted, lines, ...rest }: CartCheck): AppError | undefined {
  for (const { ticketId, quantity } of wanted) {
    if (quantity === 0) continue
    const refusal = ticketRefusal(ticketId, rest)
    if (refusal) return refusal
  }
  const types = new Set(lines.map(line => line.ticket_id)).size
  if (types > distinctTicketsMax) {
    const tickets = `may contain at most ${distinctTicketsMax} kinds of ticket.`
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
  // A minimum that was raised later does not prevent changes of other lines; the order checks it again.
  const ticketIds = new Set(wanted.map(({ ticketId }) => ticketId))
  const under = brokenMinimum(
    lines.filter(line => ticketIds.has(line.ticket_id)),
    tickets,
  )
  if (under) return notAvailable(minimumSentence(under), [])
  const over = brokenLimit(lines, tickets)
  if (!over) return undefined
  return notAvailable(`One order can have at most ${over.allowed} of "${over.ticket.name}".`, [
    {
      ticketId: over.ticket.id,
      ticketName: over.ticket.name,
      requested: over.requested,
      available: over.allowed,
    },
  ])
}

export const minimumSentence = ({ ticket, needed }: UnderMinimum) =>
  `One order must have at least ${needed} of "${ticket.name}".`

export const noSuchTicket = (id: number) =>
  new AppError('ticket-does-not-exist', {
    message: `ticket_id: no ticket that is sold has the id ${id}. Send one from GET /tickets.`,
  })

type Surroundings = Pick<CartCheck, 'tickets' | 'openedEvents' | 'openedTickets' | 'currency'>

function ticketRefusal(
  ticketId: number,
  { tickets, openedEvents, openedTickets, currency }: Surroundings,
): AppError | undefined {
  const ticket = tickets.get(ticketId)
  if (!ticket?.isSold) return noSuchTicket(ticketId)
  // Whoever has no coupon that opens it does not learn that it exists.
  if (ticket.isHidden && !openedTickets.has(ticketId)) return noSuchTicket(ticketId)
  if (ticket.eventPasswordHash !== null && !openedEvents.has(ticket.eventId)) {
    return new AppError('event-password-protected')
  }
  if (!ticket.calledOff && !ticket.isOpen) {
    return notAvailable(`"${ticket.name}" is not on sale now.`, [])
  }
  const reason = unsoldReason(ticket, currency)
  return reason === undefined ? undefined : notAvailable(reason, [])
}

/** Why a published ticket is not sold at all, even when it is held: because of its event or its currency. */
export function unsoldReason(ticket: CartTicket, currency: string): string | undefined {
  const { name, calledOff } = ticket
  if (calledOff) return `"${name}" is not sold: its event is ${calledOff}.`
  if (ticket.unitMinor === 0 || ticket.currency === currency) return undefined
  const is = `"${name}" is priced in ${ticket.currency}, but this site sells in ${currency}`
  return `${is}: it can be bought when its organizer has set a new price.`
}

/** The error for a lack of stock: each short ticket, and what is left of it. */
export function stockRefusal(shortages: readonly Shortage[]): AppError {
  const sentences = shortages.map(({ ticketName, available }) =>
    available === 0 ? `"${ticketName}" is sold out.` : `Only ${available} of "${ticketName}" left.`,
  )
  return notAvailable(sentences.join(' '), shortages)
}

type ShortTicket = Pick<Shortage, 'ticketId' | 'ticketName' | 'requested' | 'available'>

function notAvailable(message: string, lacking: readonly ShortTicket[]): AppError {
  const validation_errors = lacking.map(({ ticketId, ticketName, requested, available }) => ({
    ticket_id: ticketId,
    ticket_name: ticketName,
    requested,
    available,
    insufficient: true,
  }))
  return new AppError('ticket-capacity-not-available', { message, data: { validation_errors } })
}

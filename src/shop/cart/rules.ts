import type { AttendeeName } from '../pricing/rules.ts'

/** A line as the cart stores it. */
export type CartLine = {
  ticket_id: number
  event_id: number
  quantity: number
  opted_out: boolean
  /** The answer to an RSVP; a line that declines takes no stock. */
  going: boolean | null
  /** Item n names attendee n; null and missing items take the purchaser's name. */
  names: (AttendeeName | null)[]
  /** The price of one when the cart was written; absent for free tickets. */
  shown_minor?: number
}

export type WantedLine = {
  ticketId: number
  quantity: number
  optedOut?: boolean
  going?: boolean
}

/** A change that a client asks for. Null leaves the lines, or the names, as they are. */
export type CartChange = {
  lines: readonly WantedLine[] | null
  names: readonly { ticketId: number; items: readonly (AttendeeName | null)[] }[] | null
}

export const distinctTicketsMax = 50

/** What the rules of a cart need to know of a ticket. */
export type LimitedTicket = {
  id: number
  eventId: number
  name: string
  provider: string
  minPerOrder: number
  maxPerOrder: number
  sharedPoolId: number | null
}

/**
 * The lines after a change. A listed ticket gets the sum of the quantities listed for it; 0 removes it. Other
 * tickets stay. Attendees keep their names as far as there are places for them.
 */
export function changedLines(
  current: readonly CartLine[],
  { lines, names }: CartChange,
  tickets: ReadonlyMap<number, LimitedTicket>,
): CartLine[] {
  const listed = new Set((lines ?? []).map(({ ticketId }) => ticketId))
  const kept = current.filter(line => !listed.has(line.ticket_id))
  const replaced = [...listed].flatMap(id =>
    listedLines(
      current.filter(line => line.ticket_id === id),
      (lines ?? []).filter(line => line.ticketId === id),
      tickets.get(id),
    ),
  )
  // Lines that existed before keep their position.
  const order = [...new Set([...current.map(line => line.ticket_id), ...listed])]
  const merged = order.flatMap(id => [...kept, ...replaced].filter(line => line.ticket_id === id))
  return named(merged, names ?? [])
}

function listedLines(
  current: readonly CartLine[],
  wanted: readonly WantedLine[],
  ticket: LimitedTicket | undefined,
): CartLine[] {
  if (!ticket) return []
  const coming = (line: WantedLine) => ticket.provider !== 'rsvp' || line.going !== false
  return [true, false].flatMap(comes => {
    const group = wanted.filter(line => coming(line) === comes)
    const quantity = group.reduce((sum, line) => sum + line.quantity, 0)
    if (quantity === 0) return []
    const before = current.find(line => (line.going !== false) === comes)
    const optedOut = group.findLast(line => line.optedOut !== undefined)?.optedOut
    return {
      ticket_id: ticket.id,
      event_id: ticket.eventId,
      quantity,
      opted_out: optedOut ?? before?.opted_out ?? true,
      going: ticket.provider === 'rsvp' ? comes : null,
      names: before?.names ?? [],
    }
  })
}

function named(lines: readonly CartLine[], names: NonNullable<CartChange['names']>): CartLine[] {
  const given = new Map(names.map(({ ticketId, items }) => [ticketId, [...items]]))
  return lines.map(line => {
    const items = given.get(line.ticket_id)
    const own = items ? items.splice(0, line.quantity) : line.names.slice(0, line.quantity)
    return { ...line, names: own.some(name => name !== null) ? own : [] }
  })
}

/** The places a cart takes; a declined RSVP takes none. */
export function placesOf(lines: readonly CartLine[]): { ticketId: number; quantity: number }[] {
  const places = new Map<number, number>()
  for (const { ticket_id, quantity, going } of lines) {
    if (going !== false) places.set(ticket_id, (places.get(ticket_id) ?? 0) + quantity)
  }
  return [...places].map(([ticketId, quantity]) => ({ ticketId, quantity }))
}

export type OverLimit = { ticket: LimitedTicket; requested: number; allowed: number }

/**
 * The first limit per order that the lines exceed. All lines of a ticket count together. So do all tickets of
 * one shared stock, up to the highest limit among them.
 */
export function brokenLimit(
  lines: readonly CartLine[],
  tickets: ReadonlyMap<number, LimitedTicket>,
): OverLimit | undefined {
  const ticketLines = lines.flatMap(line => {
    const ticket = tickets.get(line.ticket_id)
    return ticket ? [{ ticket, quantity: line.quantity }] : []
  })
  const groups = new Map<string, typeof ticketLines>()
  const join = (name: string, line: (typeof ticketLines)[number]) =>
    groups.set(name, [...(groups.get(name) ?? []), line])
  for (const line of ticketLines) {
    join(`ticket ${line.ticket.id}`, line)
    if (line.ticket.sharedPoolId !== null) join(`pool ${line.ticket.sharedPoolId}`, line)
  }
  for (const group of groups.values()) {
    const requested = group.reduce((sum, { quantity }) => sum + quantity, 0)
    const allowed = Math.max(...group.map(({ ticket }) => ticket.maxPerOrder))
    const [first] = group
    if (first && requested > allowed) return { ticket: first.ticket, requested, allowed }
  }
  return undefined
}

export type UnderMinimum = { ticket: LimitedTicket; requested: number; needed: number }

/** The first ticket with fewer places than one order must have, but more than none. Declined RSVPs do not count. */
export function brokenMinimum(
  lines: readonly CartLine[],
  tickets: ReadonlyMap<number, LimitedTicket>,
): UnderMinimum | undefined {
  for (const { ticketId, quantity: requested } of placesOf(lines)) {
    const ticket = tickets.get(ticketId)
    if (ticket && requested < ticket.minPerOrder) {
      return { ticket, requested, needed: ticket.minPerOrder }
    }
  }
  return undefined
}

/** The lines whose ticket requires a name and an address for each attendee, and that lack one. */
export function unnamedLines<L extends Pick<CartLine, 'ticket_id' | 'quantity' | 'names'>>(
  lines: readonly L[],
  demandsNames: (ticketId: number) => boolean,
): L[] {
  return lines.filter(line => {
    const named = line.names.filter(name => name !== null && name.full_name && name.email)
    return demandsNames(line.ticket_id) && named.length < line.quantity
  })
}

/** How often a buyer may extend a cart's holds. */
export const extensionsMax = 2

/**
 * When a cart's holds end at the latest, however often they are extended and whether or not they are paid for: after
 * three times the hold time (contract.md 26.4). Null for holds that began before their beginning was written down.
 */
export const lastEnd = (heldSince: Date | null, holdSeconds: number): Date | null =>
  heldSince && new Date(heldSince.getTime() + (1 + extensionsMax) * holdSeconds * 1000)

/** A payment that begins holds its places so many seconds longer (contract.md 6.4). */
export const paymentSeconds = 10 * 60

/**
 * The latest moment to which a buyer may extend holds. Before the payment has begun it leaves room for one, so that nobody
 * is charged for places whose time ends seconds later; holds shorter than a payment leave one hold time.
 */
export function lastExtension(
  { held_since, hold_extended: isPaying }: { held_since: Date | null; hold_extended: boolean },
  holdSeconds: number,
): Date | null {
  const end = lastEnd(held_since, holdSeconds)
  if (!end || isPaying) return end
  return new Date(end.getTime() - Math.min(paymentSeconds, holdSeconds) * 1000)
}

type HoldingCart = {
  state: string
  expires_at: Date | null
  expired: boolean
  hold_extensions: number
}

/**
 * Whether a cart's holds can be extended: they have not expired, and were not extended too often (contract.md 26.4).
 */
export const mayExtend = ({ state, expires_at, expired, hold_extensions }: HoldingCart): boolean =>
  state !== 'ordered' && expires_at !== null && !expired && hold_extensions < extensionsMax

import { countOrNone, wholeNumber } from '../sources/whole-number.ts'
import { plainText } from '../../core/text.ts'
import { type PhpValue, phpMap, phpText, readPhp } from '../sources/php-value.ts'
import type { ImportContext } from './imported.ts'
import { minorOf } from './values.ts'

/** A line of an order; `old_ticket_id` is for counting and is not stored. */
export type Line = {
  kind: 'ticket' | 'fee' | 'coupon'
  old_ticket_id: number
  ticket_id: number | null
  event_id: number | null
  fee_id: number | null
  coupon_id: number | null
  name: string
  quantity: number
  unit_minor: number
  regular_unit_minor: number
  total_minor: number
  refunded_quantity: number
  refunded_minor: number
  opted_out: boolean
}

type Reading = { key: string; context: ImportContext; currency: string }

/** A line as it is stored there, by its members. */
type Item = {
  minor: (name: string) => number
  text: (name: string) => string
  has: (name: string) => boolean
}

/** The lines of an order; undefined when they cannot be read. */
export function linesIn(
  serialised: string,
  { context, currency }: Omit<Reading, 'key'>,
): Line[] | undefined {
  const items = readPhp(serialised)
  if (items === undefined) return undefined
  return [...phpMap(items)].map(([key, item]) => lineOf(phpMap(item), { key, context, currency }))
}

/** A ticket of a cart, a ticket of a manual order (which names no event and no type), a fee or a coupon. */
function lineOf(members: ReadonlyMap<string, PhpValue>, reading: Reading): Line {
  const item: Item = {
    text: name => phpText(members.get(name)),
    has: name => members.has(name),
    minor: name => {
      const value = members.get(name)
      const text = typeof value === 'number' ? value : phpText(value) || '0'
      return minorOf(text, reading.currency) ?? 0
    },
  }
  if (item.text('type') === 'coupon' || reading.key.startsWith('coupon-')) return couponLine(item)
  if (item.text('type') === 'fee') return feeLine(item, reading)
  const extra = phpMap(members.get('extra')).get('optout')
  return { ...ticketLine(item, reading), opted_out: extra === true || extra === 1 }
}

const empty = {
  old_ticket_id: 0,
  ticket_id: null,
  event_id: null,
  fee_id: null,
  coupon_id: null,
  refunded_quantity: 0,
  refunded_minor: 0,
  opted_out: true,
}

const quantityOf = (item: Item) => Math.max(1, countOrNone(item.text('quantity')) ?? 0)

function couponLine(item: Item): Line {
  const off = -Math.abs(item.minor('sub_total'))
  return {
    ...empty,
    kind: 'coupon',
    coupon_id: wholeNumber(item.text('coupon_id')) || null,
    name: item.text('slug') || plainText(item.text('display_name')),
    quantity: quantityOf(item),
    unit_minor: off,
    regular_unit_minor: off,
    total_minor: off,
  }
}

/** The event of a ticket as ours; null when it did not come. */
function eventOf({ events, tickets, ids }: ImportContext, oldTicketId: number, named = 0) {
  const oldId = named || (tickets.get(oldTicketId)?.eventId ?? 0)
  return events.has(oldId) ? ids.record(oldId) : null
}

function feeLine(item: Item, { context }: Reading): Line {
  const unit = item.minor('price')
  const ticketId = wholeNumber(item.text('ticket_id'))
  const feeId = wholeNumber(item.text('fee_id'))
  return {
    ...empty,
    kind: 'fee',
    old_ticket_id: ticketId,
    ticket_id: ticketId > 0 ? context.ids.record(ticketId) : null,
    event_id: eventOf(context, ticketId),
    fee_id: context.ids.fee(feeId) ?? (feeId || null),
    name: plainText(item.text('display_name')),
    quantity: quantityOf(item),
    unit_minor: unit,
    regular_unit_minor: unit,
    total_minor: item.minor('sub_total'),
  }
}

function ticketLine(item: Item, { key, context }: Reading): Line {
  const isManual = item.text('type') === ''
  const ticketId = wholeNumber(item.text('ticket_id')) || (isManual ? wholeNumber(key) : 0)
  const unit = item.minor('price')
  return {
    ...empty,
    kind: 'ticket',
    old_ticket_id: ticketId,
    ticket_id: ticketId > 0 ? context.ids.record(ticketId) : null,
    event_id: eventOf(context, ticketId, wholeNumber(item.text('event_id'))),
    name: ticketName(context, ticketId),
    quantity: quantityOf(item),
    unit_minor: unit,
    regular_unit_minor: item.has('regular_price') ? item.minor('regular_price') : unit,
    total_minor: item.minor('sub_total'),
  }
}

const ticketName = ({ tickets, removedNames }: ImportContext, oldId: number): string =>
  tickets.get(oldId)?.name ?? removedNames.get(oldId) ?? String(oldId)

/** Nothing in particular was charged or taken off, so it has neither a fee's nor a coupon's id, like a rounding. */
export const adjustment = (minor: number): Line => ({
  ...empty,
  kind: minor > 0 ? 'fee' : 'coupon',
  name: 'adjustment',
  quantity: 1,
  unit_minor: minor,
  regular_unit_minor: minor,
  total_minor: minor,
})

/**
 * Attendees that were deleted there left their places: the lines say so. More attendees than places get lines of their own, which
 * cost nothing.
 */
export function settlePlaces(
  lines: Line[],
  { context, orderId, losses }: { context: ImportContext; orderId: number; losses: string[] },
): void {
  const holders = new Map(context.holders.get(orderId))
  for (const line of lines) {
    if (line.kind !== 'ticket') continue
    const left = holders.get(line.old_ticket_id) ?? 0
    const held = Math.min(left, line.quantity)
    holders.set(line.old_ticket_id, left - held)
    if (held === line.quantity) continue
    line.refunded_quantity = line.quantity - held
    losses.push(
      `${line.refunded_quantity} of its attendees were deleted there; their places are free.`,
    )
  }
  for (const [ticketId, quantity] of holders) {
    if (quantity <= 0) continue
    losses.push(`It has ${quantity} attendees more than places; they have a line without a price.`)
    lines.push({
      ...adjustment(0),
      kind: 'ticket',
      old_ticket_id: ticketId,
      ticket_id: context.ids.record(ticketId),
      event_id: eventOf(context, ticketId),
      name: ticketName(context, ticketId),
      quantity,
    })
  }
}

/** Everything of a refunded order went back: each line as much as its share of the total. */
export function giveBack(lines: Line[], total: number): void {
  let rest = total
  for (const line of lines) {
    if (line.kind === 'ticket') line.refunded_quantity = line.quantity
    const back = Math.min(rest, Math.max(0, line.total_minor))
    line.refunded_minor = back
    rest -= back
  }
}

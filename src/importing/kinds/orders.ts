import { plainText } from '../../core/text.ts'
import { type PhpValue, phpMap, phpText, readPhp } from '../sources/php-value.ts'
import { metaOf, type SourcePost } from '../sources/source-site.ts'
import type { Imported, Known, OrderFacts } from './imported.ts'
import { ageOf, minorOf, typed, utcOf, words } from './values.ts'

const gateways: Readonly<Record<string, string>> = {
  stripe: 'card',
  paypal: 'wallet',
  free: 'free',
  manual: 'staff',
}

const statuses: Readonly<Record<string, string>> = {
  'tec-tc-pending': 'pending',
  'tec-tc-action-req': 'action-req',
  'tec-tc-approved': 'approved',
  'tec-tc-completed': 'completed',
  'tec-tc-denied': 'denied',
  'tec-tc-not-completed': 'not-completed',
  'tec-tc-refunded': 'refunded',
  'tec-tc-reversed': 'reversed',
  'tec-tc-voided': 'voided',
  // Begun, and never sent to a provider: nobody waits for it.
  'tec-tc-created': 'not-completed',
}

const open = new Set(['pending', 'action-req', 'approved'])

/** Whether the attendees of an order with this status are valid: their places are taken. */
export const keepsPlaces = (status: string): boolean => status === 'completed' || open.has(status)

export const statusOf = (post: SourcePost): string => statuses[post.status] ?? 'not-completed'

/** What the attendees of an order need of it. */
export function orderFactsOf(post: SourcePost, { currency }: Pick<Known, 'currency'>): OrderFacts {
  return {
    status: statusOf(post),
    purchaserName: typed(metaOf(post, '_tec_tc_order_purchaser_full_name')),
    purchaserEmail: words(metaOf(post, '_tec_tc_order_purchaser_email')),
    currency: metaOf(post, '_tec_tc_order_currency').toUpperCase() || currency,
    oldUserId: Number(metaOf(post, '_tec_tc_order_purchaser_user_id')) || 0,
  }
}

type Line = {
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

/** An order with its lines, refund and history. The lines add up to what was paid; what they lack is an adjustment. */
export function orderOf(post: SourcePost, known: Known): Imported {
  const facts = known.orders.get(post.id) ?? orderFactsOf(post, known)
  const { currency, status } = facts
  const losses: string[] = []
  const items = readPhp(metaOf(post, '_tec_tc_order_items'))
  if (items === undefined) losses.push('Its lines cannot be read.')
  const lines = [...phpMap(items)].map(([key, item]) =>
    lineOf(phpMap(item), { key, known, currency }),
  )
  const sum = lines.reduce((total, line) => total + line.total_minor, 0)
  const paid = minorOf(metaOf(post, '_tec_tc_order_total_value') || '0', currency)
  if (paid === undefined) losses.push('Its total cannot be read and is what its lines add up to.')
  const total = Math.max(0, paid ?? sum)
  if (total !== sum) {
    lines.push(adjustment(total - sum))
    losses.push(
      `Its lines add up to ${sum} minor units and its total is ${total}: it has an adjustment.`,
    )
  }
  if (status === 'completed') lines.push(...settlePlaces(post, lines, known, losses))
  const isRefunded = status === 'refunded' || status === 'reversed'
  if (isRefunded) giveBack(lines, total)
  const gateway = gateways[metaOf(post, '_tec_tc_order_gateway')] ?? 'external'
  const reference = words(metaOf(post, '_tec_tc_order_gateway_order_id'))
  const isPaid = status === 'completed' || isRefunded
  if (gateway === 'external' && total > 0) {
    losses.push(
      `It was paid by ${metaOf(post, '_tec_tc_order_gateway') || 'something unknown'}: refund it there and note it here.`,
    )
  }
  if (statuses[post.status] === undefined)
    losses.push(`Its status “${post.status}” is unknown; it counts as not completed.`)
  const eventIds = [...new Set(lines.flatMap(line => line.event_id ?? []))]
  const coupon = lines.find(line => line.coupon_id !== null)?.coupon_id ?? null
  const { created, changed } = ageOf(post, known.zone)
  const moves = movesOf(post, status, created)
  return {
    kind: 'order',
    oldId: post.id,
    row: {
      event_id: eventIds[0] ?? null,
      gateway,
      gateway_order_id:
        (gateway === 'card' || gateway === 'wallet') && reference !== '' ? reference : null,
      status,
      currency,
      subtotal_minor: sumOf(lines, 'ticket'),
      fees_minor: sumOf(lines, 'fee'),
      discount_minor: -sumOf(lines, 'coupon'),
      total_minor: total,
      paid_minor: isPaid ? total : 0,
      refunded_minor: isRefunded ? total : 0,
      coupon_id: coupon === null ? null : known.ids.coupon(coupon),
      stock: keepsPlaces(status) ? 'taken' : 'returned',
      purchaser_name: facts.purchaserName,
      purchaser_email: facts.purchaserEmail,
      user_id: facts.oldUserId > 0 ? known.ids.user(facts.oldUserId) : null,
      created_at: created.toISOString(),
      updated_at: changed.toISOString(),
      completed_at: isPaid
        ? (moves.find(move => move.to === 'completed')?.at ?? changed.toISOString())
        : null,
    },
    parts: {
      lines: lines.map(({ old_ticket_id: _, ...line }, index) => ({ ordinal: index + 1, ...line })),
      moves,
      refundMinor: isRefunded ? total : 0,
      refundedAt: moves.at(-1)?.at ?? changed.toISOString(),
    },
    losses,
  }
}

const sumOf = (lines: readonly Line[], kind: Line['kind']) =>
  lines.filter(line => line.kind === kind).reduce((sum, line) => sum + line.total_minor, 0)

type Reading = { key: string; known: Known; currency: string }

/** A ticket of a cart, a ticket of a manual order (which names no event and no type), a fee or a coupon. */
function lineOf(item: ReadonlyMap<string, PhpValue>, { key, known, currency }: Reading): Line {
  const number = (name: string) => Number(phpText(item.get(name))) || 0
  const minor = (name: string) => {
    const value = item.get(name)
    return minorOf(typeof value === 'number' ? value : phpText(value) || '0', currency) ?? 0
  }
  const type = phpText(item.get('type'))
  const old_ticket_id = number('ticket_id') || (type === '' ? Number(key) || 0 : 0)
  const ticket = known.tickets.get(old_ticket_id)
  const eventId = number('event_id') || (ticket?.eventId ?? 0)
  const quantity = Math.max(1, Math.trunc(number('quantity')))
  const extra = phpMap(item.get('extra'))
  const shared = {
    old_ticket_id,
    ticket_id: old_ticket_id > 0 ? known.ids.record(old_ticket_id) : null,
    event_id: known.events.has(eventId) ? known.ids.record(eventId) : null,
    fee_id: null,
    coupon_id: null,
    quantity,
    refunded_quantity: 0,
    refunded_minor: 0,
    opted_out: true,
  }
  const name = plainText(phpText(item.get('display_name')))
  if (type === 'coupon' || key.startsWith('coupon-')) {
    const off = -Math.abs(minor('sub_total'))
    const code = phpText(item.get('slug')) || name
    return {
      ...shared,
      kind: 'coupon',
      ticket_id: null,
      event_id: null,
      coupon_id: number('coupon_id') || null,
      name: code,
      unit_minor: off,
      regular_unit_minor: off,
      total_minor: off,
    }
  }
  if (type === 'fee') {
    const unit = minor('price')
    const feeEvent =
      ticket && known.events.has(ticket.eventId) ? known.ids.record(ticket.eventId) : null
    return {
      ...shared,
      kind: 'fee',
      event_id: feeEvent,
      fee_id: number('fee_id') || null,
      name,
      unit_minor: unit,
      regular_unit_minor: unit,
      total_minor: minor('sub_total'),
    }
  }
  return {
    ...shared,
    kind: 'ticket',
    name: ticket?.name ?? known.removedNames.get(old_ticket_id) ?? `${old_ticket_id}`,
    unit_minor: minor('price'),
    regular_unit_minor: item.has('regular_price') ? minor('regular_price') : minor('price'),
    total_minor: minor('sub_total'),
    opted_out: extra.get('optout') === true || extra.get('optout') === 1,
  }
}

/** Nothing in particular was charged or taken off, so it has neither a fee's nor a coupon's id, like a rounding. */
const adjustment = (minor: number): Line => ({
  kind: minor > 0 ? 'fee' : 'coupon',
  old_ticket_id: 0,
  ticket_id: null,
  event_id: null,
  fee_id: null,
  coupon_id: null,
  name: 'adjustment',
  quantity: 1,
  unit_minor: minor,
  regular_unit_minor: minor,
  total_minor: minor,
  refunded_quantity: 0,
  refunded_minor: 0,
  opted_out: true,
})

/**
 * Attendees that were deleted there left their places: the lines say so. More attendees than places have lines of their own, which
 * cost nothing.
 */
function settlePlaces(post: SourcePost, lines: Line[], known: Known, losses: string[]): Line[] {
  const wanted = new Map(known.holders.get(post.id))
  for (const line of lines) {
    if (line.kind !== 'ticket') continue
    const left = wanted.get(line.old_ticket_id) ?? 0
    const held = Math.min(left, line.quantity)
    wanted.set(line.old_ticket_id, left - held)
    if (held === line.quantity) continue
    line.refunded_quantity = line.quantity - held
    losses.push(
      `${line.quantity - held} of its attendees were deleted there; their places are free.`,
    )
  }
  return [...wanted].flatMap(([old_ticket_id, count]) => {
    if (count <= 0) return []
    losses.push(`It has ${count} attendees more than places; they have a line without a price.`)
    const ticket = known.tickets.get(old_ticket_id)
    const event =
      ticket && known.events.has(ticket.eventId) ? known.ids.record(ticket.eventId) : null
    const name = ticket?.name ?? known.removedNames.get(old_ticket_id) ?? `${old_ticket_id}`
    return [
      {
        ...adjustment(0),
        kind: 'ticket' as const,
        old_ticket_id,
        ticket_id: known.ids.record(old_ticket_id),
        event_id: event,
        name,
        quantity: count,
      },
    ]
  })
}

/** Everything of a refunded order went back: each line as much as its share of the total. */
function giveBack(lines: Line[], total: number): void {
  let rest = total
  for (const line of lines) {
    if (line.kind === 'ticket') line.refunded_quantity = line.quantity
    const back = Math.min(rest, Math.max(0, line.total_minor))
    line.refunded_minor = back
    rest -= back
  }
}

type MoveMade = { from: string | null; to: string; at: string }

/** The history: when the order had which status. It ends in its status. */
function movesOf(post: SourcePost, status: string, created: Date): MoveMade[] {
  const logged = post.meta.flatMap(([key, value]) => {
    const [, name] = /^_tec_tc_order_status_log_(.+)$/.exec(key) ?? []
    const to = name === undefined ? undefined : statuses[`tec-tc-${name}`]
    const at = utcOf(value)
    return to === undefined || name === 'created' || !at ? [] : [{ to, at, text: value }]
  })
  logged.sort((one, other) => (one.text < other.text ? -1 : 1))
  const all = [
    ...logged.filter(({ to }) => to !== status),
    ...logged.filter(({ to }) => to === status).slice(-1),
  ]
  if (!all.some(({ to }) => to === status)) all.push({ to: status, at: created, text: '' })
  return all.map(({ to, at }, index) => ({
    from: all[index - 1]?.to ?? null,
    to,
    at: at.toISOString(),
  }))
}

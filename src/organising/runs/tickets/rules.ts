import { exactDecimal, formatDecimal, largestAmountMinor } from '../../../core/money.ts'
import type { ChangeableTicket } from '../../../ticketing/tickets/rules.ts'
import type { DraftRow } from '../record/rules.ts'

/** What of many tickets is changed, as it was asked for. One of the three prices at most. */
export type TicketsWish = {
  /** Null for tickets of several events. */
  event: number | null
  tickets?: readonly number[] | undefined
  /** A decimal: the new price. */
  price?: string | undefined
  /** A decimal, with a minus to take off: how much more. */
  priceBy?: string | undefined
  /** Per cent of the price, with a minus to take off. */
  pricePercent?: string | undefined
  capacity?: number | undefined
  maxPerOrder?: number | undefined
}

const members = ['price', 'capacity', 'max_per_order'] as const

/** A member of a ticket as it is and as it becomes, in words of its interface. */
export type PlannedChange = {
  member: (typeof members)[number]
  from: string
  to: string
}

/** What a run needs to change a ticket exactly so. Money in minor units. */
export type TicketDetail = {
  changes: readonly PlannedChange[]
  before: { priceMinor?: number; maxPerOrder?: number; capacity?: number | null }
}

/** What becomes of a ticket. */
export function judgeTicket(ticket: ChangeableTicket, wish: TicketsWish): DraftRow {
  const price = priceOf(ticket, wish)
  const minor = typeof price === 'number' ? price : ticket.price_minor
  const wanted = changesOf(ticket, wish, minor)
  const changes = wanted.filter(({ from, to }) => from !== to)
  const reason =
    (typeof price === 'string' ? price : undefined) ??
    whyNot(ticket, wish) ??
    (changes.length === 0 ? 'same' : undefined)
  return {
    subjectId: ticket.id,
    action: reason === undefined ? 'do' : 'skip',
    reason: reason ?? null,
    amountMinor: 0,
    currency: null,
    method: null,
    count: 1,
    detail: {
      changes: reason === undefined ? changes : [],
      before: beforeOf(ticket, changes),
    } satisfies TicketDetail,
  }
}

function changesOf(ticket: ChangeableTicket, wish: TicketsWish, minor: number): PlannedChange[] {
  const { currency } = ticket
  const decimal = (amount: number) => formatDecimal({ minor: amount, currency })
  const { capacity, maxPerOrder } = wish
  return [
    { member: 'price', from: decimal(ticket.price_minor), to: decimal(minor) },
    ...(capacity === undefined
      ? []
      : [{ member: 'capacity', from: inWords(ticket.capacity), to: String(capacity) } as const]),
    ...(maxPerOrder === undefined
      ? []
      : [
          {
            member: 'max_per_order',
            from: String(ticket.max_per_order),
            to: String(maxPerOrder),
          } as const,
        ]),
  ]
}

const inWords = (capacity: number | null) => (capacity === null ? 'unlimited' : String(capacity))

const beforeOf = (ticket: ChangeableTicket, changes: readonly PlannedChange[]) => {
  const changesMember = (wanted: PlannedChange['member']) =>
    changes.some(({ member }) => member === wanted)
  return {
    ...(changesMember('price') && { priceMinor: ticket.price_minor }),
    ...(changesMember('capacity') && { capacity: ticket.capacity }),
    ...(changesMember('max_per_order') && { maxPerOrder: ticket.max_per_order }),
  }
}

const isOfPrice = ({ price, priceBy, pricePercent }: TicketsWish) =>
  price !== undefined || priceBy !== undefined || pricePercent !== undefined

/** The new price in minor units, or why there is none, as a word. */
function priceOf(ticket: ChangeableTicket, wish: TicketsWish): number | string {
  const { price_minor: before, currency, provider } = ticket
  if (!isOfPrice(wish)) return before
  if (provider === 'rsvp') return 'no_price'
  const minor = newPrice({ before, currency }, wish)
  if (minor === undefined) return 'not_exact'
  if (minor < 0) return 'below_zero'
  return minor > largestAmountMinor ? 'not_exact' : minor
}

/** Undefined for an amount with more decimals than the currency has. */
function newPrice(
  { before, currency }: { before: number; currency: string },
  { price, priceBy, pricePercent }: TicketsWish,
): number | undefined {
  if (price !== undefined) return exactDecimal(price, currency)?.minor
  if (priceBy !== undefined) {
    const by = exactDecimal(priceBy.replace(/^[+-]/, ''), currency)?.minor
    return by === undefined ? undefined : before + (priceBy.startsWith('-') ? -by : by)
  }
  return before + shareOf(before, pricePercent ?? '0')
}

/** So many per cent of an amount, with the sign of the per cent; halves are rounded away from zero. */
function shareOf(minor: number, percent: string): number {
  const [whole = '0', part = ''] = percent.replace(/^[+-]/, '').split('.')
  const hundredths = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
  const share = Number((BigInt(minor) * hundredths + 5000n) / 10_000n)
  return percent.startsWith('-') ? -share : share
}

function whyNot(ticket: ChangeableTicket, { capacity, maxPerOrder }: TicketsWish) {
  const isShared = ticket.mode === 'capped' || ticket.mode === 'global'
  if (capacity !== undefined && isShared) return 'shared_stock'
  return maxPerOrder !== undefined && maxPerOrder < ticket.min_per_order ? 'below_min' : undefined
}

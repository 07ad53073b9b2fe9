import { dayEdge, parseWhen, toInstant, toLocal } from '../../core/time.ts'
import type { StockMode, StockPlan } from '../inventory/plan-capacity.ts'
import type { SalePriceDraft, StockDraft, TicketDraft } from './read-draft.ts'
import { isNeverOpen } from './rules.ts'

/** A ticket's stock before a change. */
export type StockBefore = {
  mode: StockMode
  /** The capacity of the ticket's own pool. */
  capacity: number | null
  /** The capacity of the event's shared stock; undefined when the event has none. */
  eventCapacity: number | null | undefined
}

/**
 * The stock after a change (contract.md 13.5). Omitted members stay. A blank capacity means the event's
 * capacity, or 0; a negative one is unlimited. A capacity given to an unlimited ticket gives it a stock of
 * its own.
 */
export function planStock(before: StockBefore, draft: StockDraft): StockPlan {
  const { left, eventCapacity } = draft
  const mode = plannedMode(before, draft)
  const fallback = before.eventCapacity ?? 0
  const kept = before.capacity ?? (before.mode === 'capped' ? null : fallback)
  const capacity =
    draft.capacity === undefined ? kept : draft.capacity === 'blank' ? fallback : draft.capacity
  return {
    mode,
    capacity,
    ...(left !== undefined && { left }),
    ...(eventCapacity !== undefined && { eventCapacity }),
  }
}

function plannedMode(before: StockBefore, { mode, capacity, left }: StockDraft): StockMode {
  const wanted = mode ?? before.mode
  if (wanted === 'own' && capacity === null) return 'unlimited'
  const limited = typeof capacity === 'number' || left !== undefined
  return wanted === 'unlimited' && mode === undefined && limited ? 'own' : wanted
}

export type LocalWindow = { sale_starts_local: string; sale_ends_local: string }
type WindowInstants = { sale_starts_at: Date | null; sale_ends_at: Date | null }
export type SaleWindow = LocalWindow & WindowInstants & { sale_ends_with_event: boolean }

/**
 * The sale window after a change. Omitted parts stay; an empty date restores the default. The result has the
 * window as entered (date, or date and time) and as instants in the event's zone.
 */
export function mergeWindow(before: SaleWindow, draft: TicketDraft, zone: string): SaleWindow {
  const { startDate, startTime, endDate, endTime, startsAt, endsAt, endsWithEvent } = draft
  // Who chooses one of the two default ends takes the date away; a date that is sent counts instead of both.
  const end = endsWithEvent === undefined || endDate ? endDate : ''
  const local = {
    sale_starts_local: onClock(joined(before.sale_starts_local, startDate, startTime), zone),
    sale_ends_local: onClock(joined(before.sale_ends_local, end, endTime), zone),
  }
  const instants = {
    sale_starts_at: startsAt ?? before.sale_starts_at,
    sale_ends_at: endsAt ?? before.sale_ends_at,
  }
  const sale_ends_with_event = endsWithEvent ?? before.sale_ends_with_event
  return { ...local, ...windowInstants(local, zone, instants), sale_ends_with_event }
}

/** The problems of a sale window with a time but no day, neither in the change nor in the ticket, by parameter. */
export function windowProblems(before: LocalWindow, draft: TicketDraft) {
  const ends = [
    { name: 'start', time: draft.startTime, day: draft.startDate ?? before.sale_starts_local },
    { name: 'end', time: draft.endTime, day: draft.endDate ?? before.sale_ends_local },
  ]
  const dayless = ends.filter(({ time, day }) => Boolean(time) && day === '')
  return Object.fromEntries(
    dayless.map(({ name }) => {
      const message = `${name}_time needs ${name}_date, because the ticket has no such date yet.`
      return [`${name}_time`, { message }]
    }),
  )
}

/**
 * What to tell of a window that was saved. One that ends before it begins is no error, because a client may send its two
 * ends one after the other.
 */
export function windowWarnings(
  saved: WindowInstants & { sale_ends_with_event: boolean },
  event: { starts_at: Date; ends_at: Date },
): string[] {
  const { sale_starts_at: from, sale_ends_at: end, sale_ends_with_event: withEvent } = saved
  const usual = withEvent ? event.ends_at : event.starts_at
  const never = 'The sale ends before it begins, so this ticket is never sold.'
  if (isNeverOpen(from, end ?? usual)) {
    const when = `when the event ${withEvent ? 'ends' : 'begins'}`
    return [end === null ? `${never} Without end_date it ends ${when}.` : never]
  }
  if (!isNeverOpen(from, event.ends_at)) return []
  return ['The sale begins when the event has ended, so this ticket is never sold.']
}

/**
 * The window's instants in the event's zone; null where nothing was entered. A day without a time means the whole day,
 * also where its last hour occurs twice. A known instant counts where it has the entered time: it tells the first of two
 * equal local times from the second.
 */
export function windowInstants(
  { sale_starts_local: start, sale_ends_local: end }: LocalWindow,
  zone: string,
  instants: WindowInstants = { sale_starts_at: null, sale_ends_at: null },
): WindowInstants {
  const at = (local: string, edge: 'start' | 'end', instant: Date | null) => {
    if (local === '') return null
    if (local.length <= 10) return dayEdge(local, edge, zone).instant
    const isKnown = instant !== null && toLocal(instant, zone) === local
    return isKnown ? instant : toInstant(local, zone)
  }
  return {
    sale_starts_at: at(start, 'start', instants.sale_starts_at),
    sale_ends_at: at(end, 'end', instants.sale_ends_at),
  }
}

function joined(before: string, date: string | undefined, time: string | undefined): string {
  const day = date ?? before.slice(0, 10)
  if (day === '') return ''
  return `${day} ${time ?? before.slice(11)}`.trim()
}

/**
 * The time as clocks of the zone show it: 24:00 is the next midnight, and a time that they skip moves forward
 * (contract.md 5.5). Nothing follows the last day of all, so it ends a second early.
 */
function onClock(local: string, zone: string): string {
  if (local.length <= 10) return local
  const shown = parseWhen(local, { zone, now: new Date(0) })?.local
  return shown ?? `${local.slice(0, 10)} 23:59:59`
}

export type SalePrice = {
  sale_price_minor: number | null
  sale_price_from: string | null
  sale_price_until: string | null
}

/** The sale price after a change. Switching the sale off removes the price; giving a price switches the sale on. */
export function mergeSalePrice(before: SalePrice, draft: SalePriceDraft = {}): SalePrice {
  const minor = draft.priceMinor === undefined ? before.sale_price_minor : draft.priceMinor
  if (draft.enabled === false || minor === null) {
    return { sale_price_minor: null, sale_price_from: null, sale_price_until: null }
  }
  return {
    sale_price_minor: minor,
    sale_price_from: draft.from === undefined ? before.sale_price_from : draft.from,
    sale_price_until: draft.until === undefined ? before.sale_price_until : draft.until,
  }
}

/** The window of a ticket for which none was set. */
export const noWindow = {
  sale_starts_local: '',
  sale_ends_local: '',
  sale_starts_at: null,
  sale_ends_at: null,
  sale_ends_with_event: false,
}

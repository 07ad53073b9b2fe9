import type { Image } from '../../catalogue/images/lookup.ts'
import {
  exponentOf,
  formatDecimal,
  formatOf,
  formatShort,
  formatWithSymbol,
} from '../../core/money.ts'
import { escapeHtml, withoutTags } from '../../core/text.ts'
import { details, toLocal } from '../../core/time.ts'
import type { Deps } from '../deps.ts'
import type { Availability } from '../inventory/lookup.ts'
import { availablePercentage, checkedInPercentage, isReduced } from './rules.ts'
import type { TicketRow } from './store.ts'

export type TicketFacts = { row: TicketRow; stock: Availability; image: Image | undefined }
export type ViewContext = Pick<Deps, 'config' | 'publicRoot' | 'restRoot' | 'clock'>

/** The public members of a ticket (contract.md 12.8). */
export function ticketView({ row, stock, image }: TicketFacts, context: ViewContext) {
  const zone = context.config.timezone
  const globalId = `${new URL(context.publicRoot).hostname}?type=${row.provider}&id=${row.id}`
  const created = row.published_at ?? row.created_at
  const percentage = availablePercentage(stock.available, stock.capacity)
  return {
    id: row.id,
    post_id: row.event_id,
    type: 'default',
    provider: row.provider,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: String(row.author_id ?? 0),
    status: row.status,
    date: toLocal(created, zone) as string,
    date_utc: toLocal(created, 'UTC') as string,
    modified: toLocal(row.updated_at, zone) as string,
    modified_utc: toLocal(row.updated_at, 'UTC') as string,
    title: escapeHtml(row.name),
    description: withoutTags(row.description),
    image: image ?? (false as const),
    ...saleWindow(row),
    capacity: stock.capacity ?? ('' as const),
    capacity_details: {
      available_percentage: percentage,
      available: stock.available ?? -1,
    },
    is_available: row.event_happening === 'scheduled' && stock.available !== 0,
    ...price(row, context),
    price_suffix: null,
    iac: row.attendee_names,
    supports_attendee_information: false,
    rest_url: `${context.restRoot('tickets')}/tickets/${row.id}`,
  }
}

const usualEnd = (row: TicketRow) =>
  row.sale_ends_with_event ? row.event_end_local : row.event_start_local

/** The sale window as entered. The default start is the day the event was published, the default end its start or end. */
function saleWindow(row: TicketRow) {
  const published = row.event_published_local?.slice(0, 10)
  const from = row.sale_starts_local || (published ? `${published} 00:00:00` : '')
  const until = row.sale_ends_local || usualEnd(row)
  return {
    available_from: from,
    available_from_details: details(from),
    available_until: until,
    available_until_details: details(until),
  }
}

function price(row: TicketRow, { clock }: ViewContext) {
  const money = { minor: row.price_minor, currency: row.currency }
  const format = formatOf(row.currency)
  const priced = {
    priceMinor: row.price_minor,
    salePriceMinor: row.sale_price_minor,
    salePriceFrom: row.sale_price_from,
    salePriceUntil: row.sale_price_until,
    timezone: row.timezone,
  }
  const answers = row.provider === 'rsvp'
  return {
    on_sale: answers ? null : isReduced(priced, clock.now()),
    cost: formatWithSymbol(money),
    cost_details: {
      currency_symbol: format.symbol,
      currency_position: format.position as string,
      values: [formatShort(money)],
      suffix: null,
      currency_decimal_separator: format.decimalSeparator,
      currency_decimal_numbers: exponentOf(row.currency),
      currency_thousand_separator: format.thousandsSeparator,
    },
    sale_price_data: answers ? ([] as []) : salePriceData(row),
  }
}

function salePriceData(row: TicketRow) {
  const minor = row.sale_price_minor
  return {
    enabled: minor === null ? '' : '1',
    sale_price: minor === null ? '' : formatDecimal({ minor, currency: row.currency }),
    start_date: row.sale_price_from ?? '',
    end_date: row.sale_price_until ?? '',
  }
}

/** The members that only managers see. */
export function managerMembers({ row, stock }: TicketFacts) {
  // Who declined an invitation is not expected.
  const expected = row.attendees_count - row.not_going_count
  const percentage = checkedInPercentage(row.checked_in_count, expected)
  return {
    capacity_details: {
      available_percentage: availablePercentage(stock.available, stock.capacity),
      available: stock.available ?? -1,
      max: stock.capacity ?? -1,
      sold: stock.sold,
      pending: stock.held,
      global_stock_mode: row.mode === 'unlimited' ? '' : row.mode,
    },
    checkin: {
      checked_in: row.checked_in_count,
      unchecked_in: expected - row.checked_in_count,
      checked_in_percentage: percentage,
      unchecked_in_percentage: 100 - percentage,
    },
    ...(row.provider === 'rsvp' && {
      rsvp: { rsvp_going: row.going_count, rsvp_not_going: row.not_going_count },
    }),
  }
}

/** The members that a single read adds for callers who may change the ticket. */
export function editorMembers({ row, stock }: TicketFacts) {
  const available = stock.available ?? -1
  return {
    capacity_type: available === -1 ? 'unlimited' : row.mode,
    sku: row.sku,
    available_from_start_time: row.sale_starts_local.slice(11) || timeOfDefault(row),
    available_from_end_time: (row.sale_ends_local || usualEnd(row)).slice(11),
    sale_ends: saleEnd(row),
    min_per_order: row.min_per_order,
    max_per_order: row.max_per_order,
    totals: { stock: available, sold: stock.sold, pending: stock.held },
  }
}

const saleEnd = (row: TicketRow) =>
  row.sale_ends_local !== '' ? 'date' : row.sale_ends_with_event ? 'event_end' : 'event_start'

const timeOfDefault = (row: TicketRow) =>
  row.sale_starts_local === '' && row.event_published_local !== null ? '00:00:00' : ''

import {
  exponentOf,
  formatDecimal,
  formatOf,
  formatShort,
  type Money,
  symbolAsEntity,
} from '../../core/money.ts'
import { escapeHtml, withoutTags } from '../../core/text.ts'
import { details, toLocal } from '../../core/time.ts'
import type { Deps } from '../deps.ts'
import type { AttendeeRow } from './lookup.ts'
import { qrUrl } from './qr-address.ts'
import { isPublic } from './rules.ts'

/**
 * Who looks: staff see everything; the public only who did not opt out, and no addresses; a device at the door the
 * state, with every other private member empty, and the name only of whom it has just scanned.
 */
export type Audience = 'staff' | 'public' | 'scanner' | 'door'

export type ViewMeans = Pick<Deps, 'config' | 'publicRoot' | 'restRoot'>

/** An attendee as the interface shows it. */
export function showAttendee(row: AttendeeRow, audience: Audience, means: ViewMeans) {
  const shown = publicMembers(row, means)
  const title = titleOf(row)
  if (audience === 'public') return row.opted_out ? shown : { ...shown, title }
  const state = {
    checked_in: row.checked_in_at !== null,
    checkin_details: checkInDetails(row, means),
  }
  if (audience === 'staff') return { ...shown, title, ...staffMembers(row, means), ...state }
  const mayName = audience === 'door' || isPublic(row)
  return { ...shown, title: mayName ? title : '', ...emptyMembers(row), ...state }
}

export type AttendeeView = ReturnType<typeof showAttendee>

const titleOf = (row: AttendeeRow) => withoutTags(row.holder_name || row.purchaser_name)

function publicMembers(row: AttendeeRow, means: ViewMeans) {
  const zone = means.config.timezone
  const globalId = `${new URL(means.publicRoot).hostname}?type=attendee&id=${row.id}`
  return {
    id: row.id,
    post_id: row.event_id,
    ticket_id: row.ticket_id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: String(row.user_id ?? 0),
    status: row.status,
    date: toLocal(row.created_at, zone) as string,
    date_utc: toLocal(row.created_at, 'UTC') as string,
    modified: toLocal(row.updated_at, zone) as string,
    modified_utc: toLocal(row.updated_at, 'UTC') as string,
    rest_url: `${means.restRoot('tickets')}/attendees/${row.id}`,
    ticket: ticketOf(row),
    optout: row.opted_out,
  }
}

function ticketOf(row: AttendeeRow) {
  const price: Money = { minor: row.price_minor, currency: row.currency }
  const format = formatOf(row.currency)
  return {
    id: row.ticket_id,
    title: escapeHtml(row.ticket_name),
    description: withoutTags(row.ticket_description),
    raw_price: formatShort(price),
    formatted_price: formatDecimal(price),
    currency_config: {
      symbol: symbolAsEntity(format.symbol),
      placement: format.position as string,
      decimal_point: format.decimalSeparator,
      thousands_sep: format.thousandsSeparator,
      number_of_decimals: exponentOf(row.currency),
    },
    start_sale: row.provider === 'rsvp' ? '' : row.sale_starts_local.slice(0, 10),
    end_sale: row.provider === 'rsvp' ? '' : row.sale_ends_local.slice(0, 10),
  }
}

function staffMembers(row: AttendeeRow, means: ViewMeans) {
  const isAnswer = row.provider === 'rsvp'
  return {
    provider: row.provider,
    order: row.order_id ?? (isAnswer ? row.id : ''),
    sku: '',
    email: row.holder_email || row.purchaser_email,
    is_subscribed: false,
    is_purchaser: row.holder_email.toLowerCase() === row.purchaser_email.toLowerCase(),
    order_status: row.order_status,
    qr_url: row.status === 'publish' ? qrUrl(means.publicRoot, row) : '',
    ...(isAnswer ? { rsvp_going: row.going === true } : { payment: paymentOf(row, means) }),
  }
}

function paymentOf(row: AttendeeRow, { config }: ViewMeans) {
  const date = toLocal(row.created_at, config.timezone)
  return {
    provider: row.provider,
    // Empty says free, as the price of a ticket does.
    price:
      row.paid_minor === 0 ? '' : formatShort({ minor: row.paid_minor, currency: row.currency }),
    currency: formatOf(row.currency).symbol,
    date: date as string,
    date_details: details(date),
  }
}

/** What staff see and a scanner key does not: there, and empty, so that apps which expect it go on working. */
function emptyMembers(row: AttendeeRow) {
  const payment = { provider: '', price: '', currency: '', date: '', date_details: details('') }
  return {
    provider: '',
    order: '',
    sku: '',
    email: '',
    is_subscribed: false,
    is_purchaser: false,
    order_status: '',
    qr_url: '',
    ...(row.provider === 'rsvp' ? { rsvp_going: false } : { payment }),
  }
}

function checkInDetails(row: AttendeeRow, { config }: ViewMeans) {
  if (row.checked_in_at === null) return false as const
  const date = toLocal(row.checked_in_at, config.timezone)
  return {
    date: date as string,
    date_details: details(date),
    source: row.check_in_source ?? 'site',
    author: row.check_in_user_id ?? 0,
    device: row.check_in_device ?? '',
  }
}

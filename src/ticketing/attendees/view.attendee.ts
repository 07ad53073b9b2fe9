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
 * How much of an attendee the reader sees. Staff see everything. The public sees attendees who did not opt
 * out, without addresses. A scanner key sees the check-in state; other private members are empty, and the
 * name is shown only of the attendee it has just scanned.
 */
export type Audience = 'staff' | 'public' | 'scanner' | 'door'

export type ViewContext = Pick<Deps, 'config' | 'publicRoot' | 'restRoot'> & {
  /** For staff: everything unless it is said. */
  sees?: StaffSees
}

/** What members staff see that not every set of rights opens; the others are empty, as for a scanner key. */
export type StaffSees = { contacts: boolean; money: boolean; codes: boolean }

const everything: StaffSees = { contacts: true, money: true, codes: true }

/** An attendee as the API shows it. */
export function showAttendee(row: AttendeeRow, audience: Audience, context: ViewContext) {
  const { sees = everything } = context
  const shown = publicMembers(row, context)
  const title = titleOf(row)
  if (audience === 'public') return row.opted_out ? shown : { ...shown, title }
  const name = audience === 'staff' || audience === 'door' || isPublic(row) ? title : ''
  const own = audience === 'staff' ? staffMembers(row, context) : noMembers
  const view = completeView({ shown, title: name }, own, checkInOf(row, context))
  if (row.provider === 'rsvp') view.rsvp_going = audience === 'staff' && row.going === true
  else view.payment = audience === 'staff' && sees.money ? paymentOf(row, context) : noPayment
  return view
}

export type AttendeeView = ReturnType<typeof showAttendee>

const titleOf = (row: AttendeeRow) => withoutTags(row.holder_name || row.purchaser_name)

function publicMembers(row: AttendeeRow, context: ViewContext) {
  const { created, updated } = timesOf(row, context.config.timezone)
  const globalId = `${new URL(context.publicRoot).hostname}?type=attendee&id=${row.id}`
  return {
    id: row.id,
    post_id: row.event_id,
    ticket_id: row.ticket_id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: String(row.user_id ?? 0),
    status: row.status,
    date: created.local as string,
    date_utc: created.utc as string,
    modified: updated.local as string,
    modified_utc: updated.utc as string,
    rest_url: `${context.restRoot('tickets')}/attendees/${row.id}`,
    ticket: ticketOf(row),
    optout: row.opted_out,
  }
}

/** Most attendees were never changed, and most sites are in one zone: what is the same is converted once. */
function timesOf({ created_at, updated_at }: AttendeeRow, zone: string) {
  const both = (instant: Date) => {
    const local = toLocal(instant, zone)
    return { local, utc: zone === 'UTC' ? local : toLocal(instant, 'UTC') }
  }
  const created = both(created_at)
  const isUnchanged = created_at.getTime() === updated_at.getTime()
  return { created, updated: isUnchanged ? created : both(updated_at) }
}

type Public = ReturnType<typeof publicMembers>
type Private = ReturnType<typeof staffMembers>
type CheckIn = ReturnType<typeof checkInOf>
type Complete = Public &
  Private &
  CheckIn & { title: string; rsvp_going?: boolean; payment?: Payment }

/** One literal, because an object spread together from parts costs ten times as much, and lists have hundreds. */
const completeView = (
  { shown, title }: { shown: Public; title: string },
  own: Private,
  checkIn: CheckIn,
): Complete => ({
  id: shown.id,
  post_id: shown.post_id,
  ticket_id: shown.ticket_id,
  global_id: shown.global_id,
  global_id_lineage: shown.global_id_lineage,
  author: shown.author,
  status: shown.status,
  date: shown.date,
  date_utc: shown.date_utc,
  modified: shown.modified,
  modified_utc: shown.modified_utc,
  rest_url: shown.rest_url,
  ticket: shown.ticket,
  optout: shown.optout,
  title,
  provider: own.provider,
  order: own.order,
  sku: own.sku,
  email: own.email,
  is_subscribed: own.is_subscribed,
  is_purchaser: own.is_purchaser,
  order_status: own.order_status,
  qr_url: own.qr_url,
  door_code: own.door_code,
  checked_in: checkIn.checked_in,
  checkin_details: checkIn.checkin_details,
})

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

function staffMembers(row: AttendeeRow, context: ViewContext) {
  const { contacts, codes } = context.sees ?? everything
  const isAnswer = row.provider === 'rsvp'
  return {
    provider: row.provider,
    order: row.order_id ?? (isAnswer ? row.id : ''),
    sku: '',
    email: contacts ? row.holder_email || row.purchaser_email : '',
    is_subscribed: false,
    is_purchaser: row.holder_email.toLowerCase() === row.purchaser_email.toLowerCase(),
    order_status: row.order_status,
    qr_url: codes && row.status === 'publish' ? qrUrl(context.publicRoot, row) : '',
    door_code: codes && row.status === 'publish' ? row.door_code : '',
  }
}

type Payment = ReturnType<typeof paymentOf>

function paymentOf(row: AttendeeRow, { config }: ViewContext) {
  const date = toLocal(row.created_at, config.timezone)
  return {
    provider: row.provider,
    // An empty price means free, as in tickets.
    price:
      row.paid_minor === 0 ? '' : formatShort({ minor: row.paid_minor, currency: row.currency }),
    currency: formatOf(row.currency).symbol,
    date: date as string,
    date_details: details(date),
  }
}

/** Members that staff see. Scanner keys get them empty, because scanner apps expect them. */
const noMembers: Private = {
  provider: '',
  order: '',
  sku: '',
  email: '',
  is_subscribed: false,
  is_purchaser: false,
  order_status: '',
  qr_url: '',
  door_code: '',
}

const noPayment: Payment = {
  provider: '',
  price: '',
  currency: '',
  date: '',
  date_details: details(''),
}

const checkInOf = (row: AttendeeRow, context: ViewContext) => ({
  checked_in: row.checked_in_at !== null,
  checkin_details: checkInDetails(row, context),
})

function checkInDetails(row: AttendeeRow, { config }: ViewContext) {
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

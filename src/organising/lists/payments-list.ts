import { can, holdsAtAll } from '../../core/caller.ts'
import { plainText } from '../../core/html-text.ts'
import { formatDecimal } from '../../core/money.ts'
import { bookTail } from '../../shop/books/book-tail.ts'
import type { List, Reader, Row } from './list.ts'
import { booksShape, paymentsShape } from './payments-shape.ts'
import {
  type EntryRecord,
  entrySource,
  type PaymentRecord,
  paymentSource,
  readEntries,
  readPayments,
} from './store.money.ts'

export const paymentsList: List = {
  shape: paymentsShape,
  source: paymentSource,
  rows: async (db, ids, reader) =>
    (await readPayments(db, ids, reader)).map(record => paymentRow(record, reader)),
  upTo: bookTail,
}

export const booksList: List = {
  shape: booksShape,
  source: entrySource,
  rows: async (db, ids, reader) =>
    (await readEntries(db, ids)).map(record => entryRow(record, reader)),
  upTo: bookTail,
}

function paymentRow(row: PaymentRecord, { caller }: Reader): Row {
  const events = row.events.map(({ id }) => id)
  const amount = (minor: number) => formatDecimal({ minor, currency: row.currency })
  return {
    number: row.id,
    at: row.at.toISOString(),
    order: row.order_id,
    who: holdsAtAll(caller, 'orders.read', events) ? row.purchaser_name : undefined,
    email: holdsAtAll(caller, 'contacts.read', events) ? row.purchaser_email : undefined,
    events: row.events.map(({ title }) => plainText(title)).join(', '),
    method: row.method,
    currency: row.currency,
    amount: amount(row.amount_minor),
    refunded: amount(row.refunded_minor),
    disputed: amount(row.disputed_minor),
    reference: row.is_whole ? row.reference : '',
  }
}

function entryRow(row: EntryRecord, { caller }: Reader): Row {
  const amount = (minor: number | null) =>
    minor === null ? null : formatDecimal({ minor, currency: row.currency })
  const seesOrder =
    row.event_id === null ? can(caller, 'orders.read') : can(caller, 'orders.read', row.event_id)
  return {
    number: row.id,
    at: row.at.toISOString(),
    event: plainText(row.event_title ?? ''),
    event_id: row.event_id,
    order: row.order_id,
    who: seesOrder ? row.purchaser_name : undefined,
    line: row.line_id,
    kind: row.kind,
    method: row.method,
    currency: row.currency,
    amount: amount(row.amount_minor),
    net: amount(row.net_minor),
    tax: amount(row.tax_minor),
    tax_rate: row.tax_bp === null ? '' : String(row.tax_bp / 100),
    tax_code: row.tax_code ?? '',
    cause: row.cause_kind,
    cause_id: row.cause_id,
  }
}

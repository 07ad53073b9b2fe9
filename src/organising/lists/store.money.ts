import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Piece, readTogether } from '../../platform/db/together.ts'
import type { FilterRequest, ListRequest } from './declaration.ts'
import {
  amountCondition,
  holdsForm,
  idsIn,
  indexed,
  momentCondition,
  numberIn,
  type SearchedWord,
  searchedWords,
  type Sight,
  textLines,
  textsIn,
} from './filters.ts'
import { type Condition, rowsReadMost, type Source, type Sql } from './store.ts'

/** A table of money: both have the same columns, but for the event. */
type Ledger = {
  readonly from: Sql
  /** Rows of these events. */
  readonly ofEvents: (events: readonly number[]) => Condition
}

const id = sql`m.id`
const entries: Ledger = {
  from: sql`book_entries m`,
  ofEvents: events => indexed(sql`book_entries m`, id, sql`m.event_id = ${idsIn(events)}`),
}
const payments: Ledger = {
  from: sql`payments m`,
  ofEvents: events => ({
    each: sql`exists (select from order_lines l where l.order_id = m.order_id and l.event_id = ${idsIn(events)} offset 0)`,
    ...ofOrders(
      sql`payments m`,
      sql`select l.order_id from order_lines l where l.event_id = ${idsIn(events)}`,
    ),
  }),
}

/** What entries of the books are read from. `currency` is that of amounts. */
export const entrySource = (request: ListRequest, sight: Sight, currency: string): Source =>
  sourceOf(entries, request, { sight, currency, whole: undefined })

/** What payments are read from. Of an order with other events nothing is told by what its payment is as a whole. */
export function paymentSource(request: ListRequest, sight: Sight, currency: string): Source {
  const whole =
    sight.whole === 'all'
      ? undefined
      : sql`exists (select from orders o where o.id = m.order_id and o.event_id = ${idsIn(sight.whole)})`
  return sourceOf(payments, request, { sight, currency, whole })
}

type Reading = { sight: Sight; currency: string; whole: Sql | undefined }

function sourceOf(ledger: Ledger, request: ListRequest, reading: Reading): Source {
  const { sight, whole } = reading
  const { wanted, excluded } = searchedWords(request.search)
  const word = (one: SearchedWord) => oneWord(ledger, one, sight)
  return {
    from: ledger.from,
    id,
    whole: sql`m.*`,
    alias: sql`m`,
    conditions: [
      ...(sight.reach === 'all' ? [] : [ledger.ofEvents(sight.reach)]),
      ...wanted.map(word),
      ...excluded.map(one => ({ each: sql`not ${word(one).each}` })),
      ...request.filters.map(filter => conditionOf(ledger, filter, reading)),
    ],
    sort: {
      at: { by: sql`m.at`, indexed: true, usual: true },
      amount: whole
        ? {
            by: sql`case when ${whole} then m.amount_minor else 0 end`,
            indexed: false,
            usual: false,
          }
        : { by: sql`m.amount_minor`, indexed: true, usual: false },
    }[request.sort.by] ?? { by: id, indexed: true, usual: false },
  }
}

function conditionOf(ledger: Ledger, filter: FilterRequest, { currency, whole }: Reading) {
  const ofColumn = (each: Sql) => indexed(ledger.from, id, each)
  const ofWhole = (condition: Condition): Condition =>
    whole ? { ...condition, each: sql`(${whole} and ${condition.each})` } : condition
  switch (filter.kind) {
    case 'ids':
      return filter.name === 'event'
        ? ledger.ofEvents(filter.values)
        : ofColumn(sql`m.order_id = ${idsIn(filter.values)}`)
    case 'moment':
      return { ...ofColumn(momentCondition(sql`m.at`, filter)), inOrder: true }
    case 'amount': {
      const amount = { minor: sql`m.amount_minor`, currency: sql`m.currency` }
      return ofWhole(ofColumn(amountCondition(amount, filter, currency)))
    }
    case 'words': {
      const column = filter.name === 'kind' ? sql`m.kind` : sql`m.method`
      return { ...ofColumn(sql`${column} = ${textsIn(filter.values)}`), inOrder: true }
    }
    case 'texts':
      return filter.name === 'reference'
        ? ofWhole(ofColumn(sql`(m.reference <> '' and m.reference = ${textsIn(filter.values)})`))
        : {
            ...ofColumn(
              sql`m.currency = ${textsIn(filter.values.map(value => value.toUpperCase()))}`,
            ),
            inOrder: true,
          }
    default:
      return { each: sql`true` }
  }
}

/** Rows of orders with this number, or whose purchaser or payment has the word, as far as the reader sees orders. */
function oneWord(ledger: Ledger, { forms, short }: SearchedWord, sight: Sight): Condition {
  const number = numberIn(forms[0] ?? '')
  const numbered = sql`m.order_id = ${number ?? 0}::bigint`
  if (short && number !== undefined) return indexed(ledger.from, id, numbered)
  if (!sight.names) return indexed(ledger.from, id, numbered)
  const texts = holdsForm(sql`t.search_text`, textLines(sight), forms)
  const inText = sql`exists (select from order_texts t where t.order_id = m.order_id and ${texts} offset 0)`
  const each = number === undefined ? inText : sql`(${inText} or ${numbered})`
  if (short) return { each }
  const { find, through } = ofOrders(
    ledger.from,
    sql`select t.order_id from order_texts t where ${texts}`,
  )
  const rows = [
    sql`(${find})`,
    ...(number === undefined ? [] : [sql`(select m.id from ${ledger.from} where ${numbered})`]),
  ]
  return { each, find: sql.join(rows, sql` union all `), through }
}

/** Finds the rows of these orders (`select order_id …`): an order at a time by its index, never by reading all rows. */
const ofOrders = (from: Sql, orders: Sql) => ({
  find: sql`select m.id from (${orders} limit ${rowsReadMost + 1}) s
    cross join lateral (select m.id from ${from} where m.order_id = s.order_id offset 0) m`,
  through: orders,
})

/** What both kinds of rows show of their order. */
type OfOrder = {
  id: number
  at: Date
  order_id: number
  purchaser_name: string
  method: string
  currency: string
  amount_minor: number
}

export type PaymentRecord = OfOrder & {
  purchaser_email: string
  reference: string
  /** The events of the order in reach, and their titles. */
  events: readonly { id: number; title: string }[]
  /** Whether nothing of the order is of other events. */
  is_whole: boolean
  refunded_minor: number
  disputed_minor: number
}

/** These payments, in the order of the ids, with the amounts of what is in reach; one statement. */
export async function readPayments(
  db: Db,
  ids: readonly number[],
  { reach }: Pick<Sight, 'reach'>,
): Promise<PaymentRecord[]> {
  if (ids.length === 0) return []
  const isAll = reach === 'all'
  const inReach = isAll ? sql`true` : sql`event_id = ${idsIn(reach)}`
  const booked = (condition: Sql) => sql`coalesce((select sum(b.amount_minor) from book_entries b
    where b.order_id = m.order_id and ${condition} and ${inReach}), 0)::bigint`
  const rows: Piece<PaymentRecord> = {
    query: sql`
      select m.id, m.at, m.order_id, m.method, m.currency, m.reference, o.purchaser_name, o.purchaser_email,
        ${isAll ? sql`m.amount_minor` : booked(sql`b.cause_kind = 'payment' and b.cause_id = m.id`)} as amount_minor,
        -${booked(sql`b.kind = 'refund' and b.method = m.method`)} as refunded_minor,
        -${booked(sql`b.kind = 'dispute' and b.method = m.method`)} as disputed_minor,
        (select coalesce(json_agg(json_build_object('id', e.id, 'title', e.title) order by e.id), '[]')
          from events e where e.id in (
            select event_id from order_lines where order_id = m.order_id and ${inReach})) as events,
        ${isAll ? sql`true` : sql`coalesce(o.event_id = ${idsIn(reach)}, false)`} as is_whole
      from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join payments m on m.id = wanted.id
      join orders o on o.id = m.order_id
      order by wanted.place`,
  }
  return (await readTogether(db, { rows })).rows
}

export type EntryRecord = OfOrder & {
  event_id: number | null
  event_title: string | null
  line_id: number | null
  kind: string
  net_minor: number | null
  tax_minor: number | null
  tax_bp: number | null
  tax_code: string | null
  cause_kind: string
  cause_id: number
}

/** These entries, in the order of the ids; one statement. */
export async function readEntries(db: Db, ids: readonly number[]): Promise<EntryRecord[]> {
  if (ids.length === 0) return []
  const rows: Piece<EntryRecord> = {
    query: sql`
      select m.id, m.at, m.event_id, e.title as event_title, m.order_id, m.line_id, m.kind, m.method,
        m.amount_minor, m.net_minor, m.tax_minor, m.tax_bp, m.tax_code, m.currency, m.cause_kind, m.cause_id,
        o.purchaser_name
      from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join book_entries m on m.id = wanted.id
      join orders o on o.id = m.order_id
      left join events e on e.id = m.event_id
      order by wanted.place`,
  }
  return (await readTogether(db, { rows })).rows
}

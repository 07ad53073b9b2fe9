import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Piece } from '../../platform/db/together.ts'
import { readTogether } from '../../platform/db/together.ts'
import { ordersWithLines, type OrderWithLines } from '../../shop/orders/record/lookup.ts'
import type { ListRequest, FilterRequest } from './declaration.ts'
import {
  amountCondition,
  holdsForm,
  idsIn,
  indexed,
  lineOf,
  momentCondition,
  numberIn,
  type SearchedWord,
  searchedWords,
  type Sight,
  textLines,
  textsIn,
} from './filters.ts'
import { orderStates } from './orders-shape.ts'
import type { Condition, Source, Sql } from './store.ts'

const table = sql`orders o`
const total = { minor: sql`o.total_minor`, currency: sql`o.currency` }
const id = sql`o.id`
const ofColumn = (each: Sql) => indexed(table, id, each)

/** What orders are read from. `currency` is that of amounts. */
export function orderSource(request: ListRequest, sight: Sight, currency: string): Source {
  const { reach } = sight
  // Of an order with other events the reader sees a part, so nothing is told by what the whole of it is or costs.
  const whole =
    sight.whole === 'all' ? undefined : sql`coalesce(o.event_id = ${idsIn(sight.whole)}, false)`
  return {
    from: table,
    id,
    whole: sql`o.*`,
    alias: sql`o`,
    conditions: [
      ...(reach === 'all' ? [] : [ofEvents(reach)]),
      ...searched(request.search, sight),
      ...request.filters.map(filter => {
        const condition = conditionOf(filter, currency)
        return whole && aboutWhole.has(filter.name)
          ? { ...condition, each: sql`(${whole} and ${condition.each})`, inOrder: false }
          : condition
      }),
    ],
    sort: {
      created: { by: sql`o.created_at`, indexed: true, usual: true },
      number: { by: sql`o.id`, indexed: true, usual: false },
      total: whole
        ? {
            by: sql`case when ${whole} then o.total_minor else 0 end`,
            indexed: false,
            usual: false,
          }
        : { by: sql`o.total_minor`, indexed: true, usual: false },
    }[request.sort.by] ?? { by: sql`o.id`, indexed: true, usual: false },
  }
}

const aboutWhole = new Set(['total', 'refunded', 'refund', 'dispute', 'coupon', 'email'])

const ofEvents = (events: readonly number[]): Condition => ({
  each: sql`exists (select from order_lines l where l.order_id = o.id and l.event_id = ${idsIn(events)} offset 0)`,
  find: sql`select l.order_id as id from order_lines l where l.event_id = ${idsIn(events)}`,
})

const within = (rows: Sql): Condition => ({ each: sql`o.id in (${rows})`, find: rows })

function conditionOf(filter: FilterRequest, currency: string): Condition {
  switch (filter.kind) {
    case 'ids':
      return ofEvents(filter.values)
    case 'moment':
      return { ...ofColumn(momentCondition(sql`o.created_at`, filter)), inOrder: true }
    case 'amount':
      return ofColumn(amountCondition(total, filter, currency))
    case 'flag':
      return flagged(filter.name, filter.value)
    default:
      return worded(filter.name, filter.values)
  }
}

function flagged(name: string, wanted: boolean): Condition {
  if (name === 'refunded') {
    return wanted ? ofColumn(sql`o.refunded_minor > 0`) : { each: sql`o.refunded_minor = 0` }
  }
  if (name === 'answers_missing') {
    const lacking = within(
      sql`select u.order_id as id from unanswered_orders u where u.missing > 0`,
    )
    return wanted ? lacking : { each: sql`not ${lacking.each}` }
  }
  const open = within(
    sql`select d.order_id as id from order_disputes d where d.state in ('inquiry', 'open')`,
  )
  return wanted ? open : { each: sql`not ${open.each}` }
}

function worded(name: string, values: readonly string[]): Condition {
  const lower = values.map(value => value.toLowerCase())
  switch (name) {
    case 'status': {
      const statuses = values.flatMap(value => orderStates[value] ?? [])
      return { ...ofColumn(sql`o.status = ${textsIn(statuses)}`), inOrder: true }
    }
    case 'method':
      return { ...ofColumn(sql`o.gateway = ${textsIn(values)}`), inOrder: true }
    case 'email':
      return ofColumn(sql`lower(o.purchaser_email) = ${textsIn(lower)}`)
    case 'coupon':
      return ofColumn(
        sql`o.coupon_id in (select c.id from coupons c where lower(c.slug) = ${textsIn(lower)})`,
      )
    case 'refund': {
      const states = values.flatMap(value =>
        value === 'failed' ? ['failed'] : ['reserved', 'sent'],
      )
      return within(
        sql`select r.order_id as id from refunds r where r.state <> 'done' and r.state = ${textsIn(states)}`,
      )
    }
    default:
      return {
        ...ofColumn(sql`o.currency = ${textsIn(values.map(value => value.toUpperCase()))}`),
        inOrder: true,
      }
  }
}

/** Each word is in what the order itself says, or in the name or address of one of its attendees. */
function searched(search: string, sight: Sight): Condition[] {
  const { wanted, excluded } = searchedWords(search)
  return [
    ...wanted.map(word => oneWord(word, sight)),
    ...excluded.map(word => ({ each: sql`not ${oneWord(word, sight).each}` })),
  ]
}

function oneWord({ forms, short }: SearchedWord, sight: Sight): Condition {
  const [word = ''] = forms
  const number = numberIn(word)
  if (number !== undefined && short) return ofColumn(sql`o.id = ${number}::bigint`)
  const texts = holdsForm(sql`t.search_text`, textLines(sight), forms)
  const holders = holdsForm(sql`a.search_text`, holderLines(sight), forms)
  const inReach = sight.reach === 'all' ? sql`true` : sql`a.event_id = ${idsIn(sight.reach)}`
  const places = [
    sql`${holders} and ${inReach}`,
    ...ofCode(word, sight).map(own => sql`${own} and ${inReach}`),
  ]
  // `offset 0`: row by row by its index, never a hash of everything that has the word.
  const ofPlaces = places.map(
    own => sql`exists (select from attendees a where a.order_id = o.id and ${own} offset 0)`,
  )
  const isNumber = number === undefined ? [] : [sql`o.id = ${number}::bigint`]
  const inText = sql`exists (select from order_texts t where t.order_id = o.id and ${texts} offset 0)`
  const each = sql`(${sql.join([inText, ...ofPlaces, ...isNumber], sql` or `)})`
  if (short) return { each }
  const rows = [
    sql`select t.order_id as id from order_texts t where ${texts}`,
    ...places.map(
      own => sql`select a.order_id from attendees a where a.order_id is not null and ${own}`,
    ),
    ...(number === undefined ? [] : [sql`select ${number}::bigint`]),
  ]
  return { each, find: sql.join(rows, sql` union all `) }
}

/** Attendees by the code of their ticket, whole or as it is typed at a door: number, point, secret. */
function ofCode(word: string, { codes }: Sight): Sql[] {
  const [, number, secret = word] = /^([1-9]\d{0,14})\.([\w-]{6,100})$/.exec(word) ?? []
  if (!codes || !/^[\w-]{6,100}$/.test(secret)) return []
  if (number !== undefined) {
    return [sql`a.id = ${number}::bigint and starts_with(lower(a.security_code), ${secret})`]
  }
  return secret.length < 16 ? [] : [sql`lower(a.security_code) = ${secret}`]
}

const holderLines = ({ contacts }: Sight): Sql[] | undefined =>
  contacts ? undefined : [lineOf(sql`a.search_text`, 1)]

export type OrderRecord = {
  readonly order: OrderWithLines
  /** The first attendee with a name, at events in reach. */
  readonly holder: string | undefined
  readonly holders: number
  readonly titles: ReadonlyMap<number, string>
  /** Required answers that it came in without and still lacks. */
  readonly missing: number
}

/** These orders with what their columns show, in the order of the ids; one statement. */
export async function readOrders(
  db: Db,
  ids: readonly number[],
  { reach }: Pick<Sight, 'reach'>,
): Promise<OrderRecord[]> {
  if (ids.length === 0) return []
  const inReach = reach === 'all' ? sql`true` : sql`event_id = ${idsIn(reach)}`
  const orders: Piece<OrderWithLines> = {
    query: sql`${ordersWithLines} where orders.id = ${idsIn(ids)}`,
  }
  const holders: Piece<{ order_id: number; name: string | null; count: number }> = {
    query: sql`select order_id, count(*)::int as count,
        (array_agg(holder_name order by id) filter (where holder_name <> ''))[1] as name
      from attendees where order_id = ${idsIn(ids)} and status = 'publish' and ${inReach} group by order_id`,
  }
  const titles: Piece<{ id: number; title: string }> = {
    query: sql`select id, title from events
      where id in (select event_id from order_lines where order_id = ${idsIn(ids)})`,
  }
  const lacking: Piece<{ id: number; missing: number }> = {
    query: sql`select order_id as id, missing from unanswered_orders where order_id = ${idsIn(ids)}`,
  }
  const read = await readTogether(db, { orders, holders, titles, lacking })
  const missingIn = new Map(read.lacking.map(({ id: order, missing }) => [order, missing]))
  const byId = new Map(read.orders.map(order => [order.id, order]))
  const holderOf = new Map(read.holders.map(row => [row.order_id, row]))
  const titleOf = new Map(read.titles.map(({ id: event, title }) => [event, title]))
  return ids.flatMap(one => {
    const order = byId.get(one)
    if (order === undefined) return []
    const holder = holderOf.get(one)
    return [
      {
        order,
        holder: holder?.name ?? undefined,
        holders: holder?.count ?? 0,
        titles: titleOf,
        missing: missingIn.get(one) ?? 0,
      },
    ]
  })
}

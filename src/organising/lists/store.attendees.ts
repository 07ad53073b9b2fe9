import { sql } from 'kysely'
import { normalizeForSearch } from '../../core/text.ts'
import type { Db } from '../../platform/db/database.ts'
import { literally } from '../../platform/db/like.ts'
import { readTogether } from '../../platform/db/together.ts'
import type { Piece } from '../../platform/db/together.ts'
import { placeStates } from './attendees-shape.ts'
import type { ListRequest, FilterRequest } from './declaration.ts'
import {
  holdsForm,
  idsIn,
  indexed,
  lineOf,
  momentCondition,
  numberIn,
  searchedWords,
  type Sight,
  textsIn,
  type SearchedWord,
} from './filters.ts'
import type { Condition, Source, Sql } from './store.ts'

const table = sql`attendees a`
const id = sql`a.id`
const ofColumn = (each: Sql) => indexed(table, id, each)
const names = lineOf(sql`a.search_text`, 1)

/** What attendees are read from; those that were taken back are left out. */
export function attendeeSource(request: ListRequest, sight: Sight): Source {
  const { reach } = sight
  return {
    from: table,
    id,
    whole: sql`a.*`,
    alias: sql`a`,
    base: sql`a.status = 'publish'`,
    conditions: [
      ...(reach === 'all' ? [] : [ofColumn(sql`a.event_id = ${idsIn(reach)}`)]),
      ...searched(request.search, sight),
      ...request.filters.map(conditionOf),
    ],
    sort: {
      created: { by: sql`a.created_at`, indexed: true, usual: true },
      number: { by: sql`a.id`, indexed: true, usual: false },
      // The longest prefix that an index has (migrations/0010), which has the attendees of one event in this order.
      name: { by: sql`left(${names}, 200)`, indexed: false, usual: false },
    }[request.sort.by] ?? { by: sql`a.id`, indexed: true, usual: false },
  }
}

function conditionOf(filter: FilterRequest): Condition {
  switch (filter.kind) {
    case 'ids': {
      const column = { event: sql`a.event_id`, ticket: sql`a.ticket_id`, order: sql`a.order_id` }
      return ofColumn(sql`${column[filter.name as keyof typeof column]} = ${idsIn(filter.values)}`)
    }
    case 'moment':
      if (filter.name === 'entered') return entered(filter)
      return { ...ofColumn(momentCondition(sql`a.created_at`, filter)), inOrder: true }
    case 'flag':
      return flagged(filter.name, filter.value)
    default:
      return worded(filter.name, 'values' in filter ? filter.values : [])
  }
}

function flagged(name: string, wanted: boolean): Condition {
  if (name === 'named') {
    return wanted ? { each: sql`a.holder_name <> ''` } : ofColumn(sql`a.holder_name = ''`)
  }
  if (name === 'answers_missing') {
    const lacks = sql`select u.order_id from unanswered_orders u where u.missing > 0`
    if (!wanted) return { each: sql`(a.order_id is null or a.order_id not in (${lacks}))` }
    return {
      each: sql`exists (select from unanswered_orders u where u.order_id = a.order_id and u.missing > 0 offset 0)`,
      find: sql`select b.id from (${lacks}) u join attendees b on b.order_id = u.order_id`,
    }
  }
  // No index of attendees knows who is inside: checking somebody in would then change all their indexes.
  if (!wanted) return { each: sql`a.checked_in_at is null` }
  return {
    each: sql`a.checked_in_at is not null`,
    find: sql`select c.attendee_id as id from check_ins c where c.kind = 'admitted'`,
  }
}

/** Found like those who are inside: attendees have no index of it. */
function entered(filter: FilterRequest): Condition {
  return {
    each: sql`(a.checked_in_at is not null and ${momentCondition(sql`a.checked_in_at`, filter)})`,
    find: sql`select c.attendee_id as id from check_ins c where c.kind = 'admitted'`,
  }
}

function worded(name: string, values: readonly string[]): Condition {
  if (name === 'status') {
    const statuses = values.flatMap(value => placeStates[value] ?? [])
    return { ...ofColumn(sql`a.order_status = ${textsIn(statuses)}`), inOrder: true }
  }
  const lower = values.map(value => value.toLowerCase())
  const each = sql`lower(a.holder_email) = ${textsIn(lower)}`
  const narrow = lower.map(
    email => sql`a.search_text like ${`%${literally(normalizeForSearch(email))}`}`,
  )
  return {
    each,
    find: sql`select a.id from attendees a where (${sql.join(narrow, sql` or `)}) and ${each}`,
  }
}

/** Each word is in the attendee's name or address, or is a number of place or order, or the code of the ticket. */
function searched(search: string, sight: Sight): Condition[] {
  const { wanted, excluded } = searchedWords(search)
  return [
    ...wanted.map(word => oneWord(word, sight)),
    ...excluded.map(word => ({ each: sql`not ${oneWord(word, sight).each}` })),
  ]
}

function oneWord({ forms, short }: SearchedWord, { contacts, codes }: Sight): Condition {
  const [word = ''] = forms
  const number = numberIn(word)
  const numbered =
    number === undefined ? [] : [sql`a.id = ${number}::bigint`, sql`a.order_id = ${number}::bigint`]
  if (number !== undefined && short) return findEach(numbered)
  const inText = holdsForm(sql`a.search_text`, contacts ? undefined : [names], forms)
  const parts = [inText, ...numbered, ...(codes ? ofCode(word) : [])]
  return short ? { each: sql`(${sql.join(parts, sql` or `)})` } : findEach(parts)
}

/** Rows that fulfil one of these, each found by its own index. */
function findEach(parts: readonly Sql[]): Condition {
  const rows = parts.map(part => sql`select a.id from attendees a where ${part}`)
  return { each: sql`(${sql.join(parts, sql` or `)})`, find: sql.join(rows, sql` union all `) }
}

/** By the code of a ticket, whole or as it is typed at a door: number, point, secret. */
export function ofCode(word: string): Sql[] {
  const [, number, secret = word] = /^([1-9]\d{0,14})\.([\w-]{6,100})$/.exec(word) ?? []
  if (!/^[\w-]{6,100}$/.test(secret)) return []
  if (number !== undefined) {
    return [sql`(a.id = ${number}::bigint and starts_with(lower(a.security_code), ${secret}))`]
  }
  return secret.length < 16 ? [] : [sql`lower(a.security_code) = ${secret}`]
}

export type AttendeeRecord = {
  id: number
  event_id: number
  event_title: string
  ticket_name: string
  order_id: number | null
  holder_name: string
  holder_email: string
  purchaser_name: string
  purchaser_email: string
  order_status: string
  checked_in_at: Date | null
  check_in_device: string | null
  paid_minor: number
  currency: string
  security_code: string
  answers_missing: number
  created_at: Date
}

/** These attendees, in the order of the ids; one statement. */
export async function readAttendees(db: Db, ids: readonly number[]): Promise<AttendeeRecord[]> {
  if (ids.length === 0) return []
  const rows: Piece<AttendeeRecord> = {
    query: sql`
      select a.id, a.event_id, e.title as event_title, coalesce(t.name, a.ticket_name) as ticket_name, a.order_id,
        a.holder_name, a.holder_email, a.purchaser_name, a.purchaser_email, a.order_status, a.checked_in_at,
        a.check_in_device, a.paid_minor, a.currency, a.security_code, a.created_at,
        coalesce(u.missing, 0) as answers_missing
      from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join attendees a on a.id = wanted.id
      join events e on e.id = a.event_id
      left join tickets t on t.id = a.ticket_id
      left join unanswered_orders u on u.order_id = a.order_id
      order by wanted.place`,
  }
  return (await readTogether(db, { rows })).rows
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Piece, readTogether } from '../../platform/db/together.ts'
import type { ListRequest, FilterRequest } from './declaration.ts'
import {
  holdsForm,
  idsIn,
  indexed,
  momentCondition,
  numberIn,
  type SearchedWord,
  searchedWords,
  type Sight,
  textsIn,
} from './filters.ts'
import type { Condition, Source, Sql } from './store.ts'

const table = sql`events e`
const id = sql`e.id`
const ofColumn = (each: Sql) => indexed(table, id, each)

/** What events are read from; those in the trash only where they are asked for. */
export function eventSource(request: ListRequest, { reach }: Sight): Source {
  const isOfTrash = request.filters.some(
    filter =>
      filter.name === 'status' && filter.kind === 'words' && filter.values.includes('trash'),
  )
  const { wanted, excluded } = searchedWords(request.search)
  return {
    from: table,
    id,
    whole: sql`e.*`,
    alias: sql`e`,
    ...(!isOfTrash && { base: sql`e.status <> 'trash'` }),
    conditions: [
      ...(reach === 'all' ? [] : [ofColumn(sql`e.id = ${idsIn(reach)}`)]),
      ...wanted.map(oneWord),
      ...excluded.map(word => ({ each: sql`not ${oneWord(word).each}` })),
      ...request.filters.map(conditionOf),
    ],
    sort: {
      starts: { by: sql`e.starts_at`, indexed: true, usual: true },
      number: { by: sql`e.id`, indexed: true, usual: false },
    }[request.sort.by] ?? { by: sql`e.id`, indexed: true, usual: false },
  }
}

function conditionOf(filter: FilterRequest): Condition {
  switch (filter.kind) {
    case 'ids':
      return filter.name === 'venue'
        ? ofColumn(sql`e.venue_id = ${idsIn(filter.values)}`)
        : ofColumn(sql`e.id = ${idsIn(filter.values)}`)
    case 'moment':
      return filter.name === 'starts'
        ? { ...ofColumn(momentCondition(sql`e.starts_at`, filter)), inOrder: true }
        : ofColumn(momentCondition(sql`e.ends_at`, filter))
    default: {
      const values = 'values' in filter ? filter.values : []
      const column = filter.name === 'status' ? sql`e.status` : sql`e.happening`
      return { ...ofColumn(sql`${column} = ${textsIn(values)}`), inOrder: true }
    }
  }
}

function oneWord({ forms, short }: SearchedWord): Condition {
  const number = numberIn(forms[0] ?? '')
  const numbered = sql`e.id = ${number ?? 0}::bigint`
  if (number !== undefined && short) return ofColumn(numbered)
  const inText = holdsForm(sql`e.search_text`, undefined, forms)
  const each = sql`(${inText} or ${numbered})`
  if (short) return { each }
  return {
    each,
    find: sql`select e.id from events e where ${inText} union all select e.id from events e where ${numbered}`,
  }
}

export type EventRecord = {
  id: number
  title: string
  status: string
  happening: string
  timezone: string
  start_local: string
  starts_at: Date
  ends_at: Date
  venue_name: string | null
  venue_city: string | null
  sold: number
  inside: number
}

/** These events with their figures, in the order of the ids; one statement. */
export async function readEvents(db: Db, ids: readonly number[]): Promise<EventRecord[]> {
  if (ids.length === 0) return []
  const rows: Piece<EventRecord> = {
    query: sql`
      select e.id, e.title, e.status, e.happening, e.timezone, e.start_local, e.starts_at, e.ends_at,
        v.name as venue_name, v.city as venue_city, coalesce(c.sold, 0) as sold, coalesce(c.inside, 0) as inside
      from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join events e on e.id = wanted.id
      left join venues v on v.id = e.venue_id
      left join (select event_id,
          sum(valid) filter (where order_status in ('completed', 'yes'))::int as sold, sum(inside)::int as inside
        from attendee_counts where event_id = ${idsIn(ids)} group by event_id) c on c.event_id = e.id
      order by wanted.place`,
  }
  return (await readTogether(db, { rows })).rows
}

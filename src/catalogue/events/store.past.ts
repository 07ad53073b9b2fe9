import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { plannedAnew } from '../../platform/db/planned-anew.ts'
import { eachByItself, type EventFilter, type ListViewer, whereOf } from './filters.ts'
import { findEvents } from './lookup.ts'
import type { EventList } from './store.lists.ts'

type PastRequest = {
  /** Without dates: they are those of what is over. */
  filter: Omit<EventFilter, 'dates'>
  seen: ListViewer
  /** Events that had ended by then. */
  endedBy: Date
  page: { limit: number; offset: number }
  /** How many of the latest past events may be examined. */
  throughMost: number
  /** How many matches beyond the start of the page are counted. */
  countMost: number
}

/**
 * A page of events that are over, the latest start first. Only the latest of them are examined where a database cannot be
 * stopped (`throughMost`).
 */
export async function listPast(db: Db, request: PastRequest): Promise<EventList> {
  const { filter, seen, endedBy, page, throughMost, countMost } = request
  const own = { ...filter, dates: { ends_before: endedBy } }
  const isBounded = throughMost !== Number.POSITIVE_INFINITY
  const bound = isBounded ? sql`limit ${throughMost}` : sql``
  const wanted = page.offset + countMost
  // What began after that moment has not ended: without this bound the walk begins with everything that is to come.
  const { rows: hits } = await plannedAnew(sql<{ ids: number[]; total: number }>`
    with latest as (
      select * from events
      where starts_at <= ${endedBy} and ${whereOf({ dates: own.dates }, seen)}
      order by starts_at desc, id desc ${bound}
    ), hits as materialized (
      select events.id, events.starts_at from latest events
      where ${whereOf(own, seen, isBounded ? eachByItself : {})}
      order by events.starts_at desc, events.id desc limit ${wanted + 1}
    )
    select (select count(*) from hits) as total,
      array(select id from hits order by starts_at desc, id desc
        limit ${page.limit} offset ${page.offset}) as ids
  `).execute(db)
  const { ids = [], total = 0 } = hits[0] ?? {}
  const byId = new Map((await findEvents(db, ids)).map(row => [row.id, row]))
  return {
    rows: ids.flatMap(id => byId.get(id) ?? []),
    total: Math.min(total, wanted),
    isMore: total > wanted,
  }
}

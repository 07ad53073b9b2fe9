import { type RawBuilder, sql } from 'kysely'
import { searchForms } from '../../core/text.ts'
import type { Instant } from '../../core/time.ts'
import { holdsOneOf } from '../../platform/db/like.ts'
import type { Kind } from './kind.ts'
import { searchParts, type Sight, unlistedStatuses } from './rules.ts'

/** Filters of a list; absent members do not filter. */
export type ListFilter = {
  search?: string
  event?: number
  has_events?: boolean
  only_with_upcoming?: boolean
  /** Statuses; without them everything the caller may see but the trash. */
  status?: readonly string[]
}

export type ListViewer = { sight: Sight; now: Instant }
type Condition = RawBuilder<boolean>

/** The conditions of a list over the kind's table, called `r`. */
export function conditions(kind: Kind, filter: ListFilter, seen: ListViewer): Condition {
  const { search, event, has_events, only_with_upcoming, status } = filter
  const all = [visible(sql.ref('r'), seen.sight), statusIn(status)]
  if (search !== undefined) all.push(matches(search))
  if (event !== undefined) all.push(ofEvent(kind, event))
  if (has_events !== undefined) {
    const any = linked(kind, sql`e.status not in ('draft', 'pending') and ${eventSeen(seen.sight)}`)
    all.push(has_events ? any : sql`not ${any}`)
  }
  if (only_with_upcoming) {
    all.push(linked(kind, sql`e.starts_at >= ${seen.now} and ${eventSeen(seen.sight)}`))
  }
  return sql`${sql.join(all, sql` and `)}`
}

const statusIn = (status: readonly string[] | undefined): Condition =>
  status === undefined
    ? sql`r.status <> all(${[...unlistedStatuses]}::text[])`
    : sql`r.status = any(${[...status]}::text[])`

/** `mayReadRecord` for a row of events, venues or organizers. */
function visible(row: RawBuilder<unknown>, { userId, others, privates }: Sight): Condition {
  const ways: Condition[] = [sql`${row}.status = 'publish'`]
  if (userId !== null) ways.push(sql`${row}.author_id = ${userId}`)
  if (privates) ways.push(sql`${row}.status = 'private'`)
  if (others) ways.push(sql`${row}.status <> 'private'`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/**
 * An event that may influence this caller's list. An event the caller cannot see must not be revealed by its
 * venue or organizer.
 */
function eventSeen(sight: Sight): Condition {
  const open = sql`e.status = 'publish' and not e.hide_from_listings and e.password_hash is null`
  const staff = sql`e.status <> all(${[...unlistedStatuses]}::text[]) and ${visible(sql.ref('e'), sight)}`
  return sight.others
    ? sql`(${staff})`
    : sight.userId === null
      ? sql`(${open})`
      : sql`((${open}) or (e.author_id = ${sight.userId} and ${staff}))`
}

function ofEvent(kind: Kind, event: number): Condition {
  return kind.name === 'venue'
    ? sql`r.id in (select e.venue_id from events e where e.id = ${event})`
    : sql`r.id in (select l.organizer_id from event_organizers l where l.event_id = ${event})`
}

/** Some event that is linked to the record matches. */
function linked(kind: Kind, fits: RawBuilder<unknown>): Condition {
  return kind.name === 'venue'
    ? sql`exists (select from events e where e.venue_id = r.id and ${fits})`
    : sql`exists (
        select from event_organizers l join events e on e.id = l.event_id
        where l.organizer_id = r.id and ${fits}
      )`
}

/** All parts of the search must occur in one line of `search_text`, which has one field per line. */
function matches(search: string): Condition {
  const parts = searchParts(search).map(searchForms)
  if (parts.length === 0) return sql`false`
  const allIn = (field: RawBuilder<unknown>) =>
    sql.join(
      parts.map(forms => holdsOneOf(field, forms)),
      sql` and `,
    )
  const first = allIn(sql`r.search_text`)
  if (parts.length === 1) return sql`(${first})`
  return sql`(${first} and exists (
    select from string_to_table(r.search_text, E'\n') field where ${allIn(sql`field`)}
  ))`
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { containing } from '../../platform/db/like.ts'

export type AuditEntry = {
  id: number
  at: Date
  actor_kind: ActorKind
  actor_id: number | null
  actor_name: string
  /** The login that the account has now. */
  actor_login: string | null
  request_id: string | null
  operation: string | null
  action: Action
  record: string
  record_id: number | null
  part: string | null
  before: unknown
  after: unknown
  personal: unknown
}

export const actorKinds = ['user', 'scanner', 'provider', 'job', 'command', 'device'] as const
export const actions = ['created', 'changed', 'deleted'] as const
type ActorKind = (typeof actorKinds)[number]
type Action = (typeof actions)[number]

export type AuditFilter = {
  record?: string | undefined
  record_id?: number | undefined
  actor?: ActorKind | undefined
  actor_id?: number | undefined
  operation?: string | undefined
  request_id?: string | undefined
  /** From this moment on. */
  since?: Date | undefined
  /** Before this moment. */
  until?: Date | undefined
}

// Entries of one moment may have their ids in another order, since their transactions ran beside each other.
const spread = sql`interval '1 minute'`

/**
 * Entries newest first, those before the one with the id `before`. One statement that reads a page by an index, however
 * many entries there are.
 */
export async function listEntries(
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const { record, record_id, actor, actor_id, operation, request_id, since, until } = filter
  const conditions = [
    before !== undefined && sql`e.id < ${before}`,
    record !== undefined && sql`e.record = ${record}`,
    record_id !== undefined && sql`e.record_id = ${record_id}`,
    actor !== undefined && sql`e.actor_kind = ${actor}`,
    actor_id !== undefined && sql`e.actor_id = ${actor_id}`,
    operation !== undefined && sql`e.operation = ${operation}`,
    request_id !== undefined && sql`e.request_id = ${request_id}`,
    since !== undefined &&
      sql`e.at >= ${since} and e.id >= coalesce((select id from audit_entries
        where at >= ${since}::timestamptz - ${spread} order by at limit 1), 0)`,
    until !== undefined &&
      sql`e.at < ${until} and e.id <= coalesce((select id from audit_entries
        where at < ${until}::timestamptz + ${spread} order by at desc limit 1), 0)`,
  ].filter(condition => condition !== false)
  const { rows } = await sql<AuditEntry>`
    select e.id, e.at, e.actor_kind, e.actor_id, e.actor_name, u.login as actor_login, e.request_id, e.operation,
      e.action, e.record, e.record_id, e.part, e.before, e.after, e.personal
    from audit_entries e
    left join users u on u.id = e.actor_id and e.actor_kind = 'user'
    ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
    order by e.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Entries whose values have an address within a longer text: queries of lists, and words of tills. */
const inTexts = sql`record in ('view', 'export', 'till')`
const asTyped = sql`replace(replace(lower(personal::text), '%40', '@'), '%2b', '+')`

/** The condition that an entry holds this address (small letters). */
export const holding = (email: string) =>
  sql<boolean>`(lower(personal::text) like ${containing(JSON.stringify(email))}
    or (${inTexts} and (${asTyped} like ${containing(email)}
      or lower(personal::text) like ${containing(encodeURIComponent(email).toLowerCase())})))`

/** What entries keep of the person with this address (small letters). Reads them all. */
export async function entriesOfPerson(db: Db, email: string) {
  const { rows } = await sql<Pick<AuditEntry, 'id' | 'at' | 'record' | 'record_id' | 'personal'>>`
    select id, at, record, record_id, personal from audit_entries
    where personal is not null and ${holding(email)} order by id
  `.execute(db)
  return rows
}

/**
 * When an order or a place was written later than its newest entry, at `since`; undefined otherwise. An entry has the moment
 * of its statement and a row that of its request, a little before. Both are compared in whole milliseconds, because `since`
 * has no more.
 */
export async function changedWithoutEntry(
  db: Db,
  { record, id, since }: { record: string; id: number; since: Date | null },
): Promise<Date | undefined> {
  if (record !== 'order' && record !== 'attendee') return undefined
  const table = record === 'order' ? 'orders' : 'attendees'
  const row = await db
    .selectFrom(table)
    .select('updated_at')
    .where('id', '=', id)
    .$if(since !== null, query =>
      query.where(sql<Date>`date_trunc('milliseconds', updated_at)`, '>', since ?? new Date(0)),
    )
    .executeTakeFirst()
  return row?.updated_at
}

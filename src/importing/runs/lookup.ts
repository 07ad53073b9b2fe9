import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { KindCounts } from '../moving/report.ts'
import type { LeftBehind } from '../sources/source-site.ts'

export type RunRow = {
  id: number
  source_id: number
  home: string
  reader: string
  state: 'running' | 'done' | 'failed'
  started_at: Date
  ended_at: Date | null
  counts: Readonly<Record<string, KindCounts>>
  losses: number
  error: string | null
  left_behind: readonly LeftBehind[]
}

const columns = sql`r.id, r.source_id, s.home, r.reader, r.state, r.started_at, r.ended_at, r.counts, r.losses, r.error, r.left_behind`

/** The latest runs of imports, the latest first. */
export async function listRuns(db: Db): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${columns} from import_runs r join import_sources s on s.id = r.source_id order by r.id desc limit 100
  `.execute(db)
  return rows
}

export async function findRun(db: Db, id: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${columns} from import_runs r join import_sources s on s.id = r.source_id where r.id = ${id}
  `.execute(db)
  return rows[0]
}

type LossLine = { number: number; kind: string; old_id: number | null; reason: string }

export async function listLosses(
  db: Db,
  runId: number,
  { after, limit }: { after: number; limit: number },
): Promise<LossLine[]> {
  const { rows } = await sql<LossLine>`
    select n as number, kind, old_id, reason from import_losses
    where run_id = ${runId} and n > ${after} order by n limit ${limit}
  `.execute(db)
  return rows
}

export type BroughtCodes = { working: number; total: number }

/** How many valid attendees came from the site with a code, and how many of these codes let in. */
export async function codesOf(db: Db, sourceId: number): Promise<BroughtCodes> {
  const { rows } = await sql<BroughtCodes>`
    select count(*)::integer as total,
      count(*) filter (where b.wrong_tries < 5 or a.generation > 1)::integer as working
    from import_records r join attendees a on a.id = r.our_id join brought_codes b on b.attendee_id = a.id
    where r.source_id = ${sourceId} and r.kind = 'attendee' and a.status = 'publish' and a.order_status in ('completed', 'yes')
  `.execute(db)
  return rows[0] ?? { working: 0, total: 0 }
}

export type Redirect = { from: string; to: string }

/** Addresses of the old site that lead to another one here: its lists, and its events by their present and former slugs. */
export async function redirectsOf(db: Db, sourceId: number, limit: number): Promise<Redirect[]> {
  const { rows } = await sql<Redirect>`
    with site as (select events_slug, event_slug from import_sources where id = ${sourceId}),
    came as (
      select e.id, e.slug from import_records r join events e on e.id = r.our_id
      where r.source_id = ${sourceId} and r.kind = 'event' and e.status = 'publish' and e.slug <> ''
    )
    select "from", "to" from (
      select '/' || events_slug || '/' as "from", '/events/' as "to", 0 as id from site
      union all select '/' || site.event_slug || '/' || came.slug || '/', '/event/' || came.slug || '/', came.id from came, site
      union all select regexp_replace(o.path, '^/event/', '/' || site.event_slug || '/'), '/event/' || came.slug || '/', came.id
        from came join old_addresses o on o.kind = 'event' and o.record_id = came.id, site
    ) as all_of_them where "from" <> "to" order by id, "from" limit ${limit}
  `.execute(db)
  return rows
}

export { lossesOfPerson } from './store.ts'

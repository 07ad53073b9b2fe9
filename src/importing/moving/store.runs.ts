import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { LeftBehind } from '../sources/source-site.ts'

type SourceRow = { id: number; recordOffset: number }

/** The source that was imported from this address before. */
export async function findSource(db: Db, home: string): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`
    select id, record_offset as "recordOffset" from import_sources where home = ${home}
  `.execute(db)
  return rows[0]
}

export async function saveSource(
  db: Db,
  source: { home: string; eventsSlug: string; eventSlug: string; recordOffset: number },
): Promise<SourceRow> {
  const { rows } = await sql<SourceRow>`
    insert into import_sources (home, events_slug, event_slug, record_offset)
    values (${source.home}, ${source.eventsSlug}, ${source.eventSlug}, ${source.recordOffset})
    on conflict (home) do update set events_slug = excluded.events_slug, event_slug = excluded.event_slug
    returning id, record_offset as "recordOffset"
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The source could not be saved.')
  return row
}

/** Notes that a run began. A run of the same source that was ended from outside has failed. */
export async function beginRun(db: Db, sourceId: number, reader: string): Promise<number> {
  await sql`
    update import_runs set state = 'failed', ended_at = clock_timestamp(), error = 'It was ended before it was done.'
    where source_id = ${sourceId} and state = 'running'
  `.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into import_runs (source_id, reader) values (${sourceId}, ${reader}) returning id
  `.execute(db)
  return rows[0]?.id ?? 0
}

export type LossRow = { kind: string; oldId: number | null; reason: string }

export async function addLosses(
  db: Db,
  { runId, from }: { runId: number; from: number },
  losses: readonly LossRow[],
): Promise<void> {
  if (losses.length === 0) return
  const rows = losses.map((loss, index) => ({ n: from + index, ...loss }))
  await sql`
    insert into import_losses (run_id, n, kind, old_id, reason)
    select ${runId}, n, kind, "oldId", reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (n int, kind text, "oldId" bigint, reason text)
  `.execute(db)
}

export async function endRun(
  db: Db,
  runId: number,
  run: { counts: object; left: readonly LeftBehind[]; losses: number; error?: string },
): Promise<void> {
  await sql`
    update import_runs set state = ${run.error === undefined ? 'done' : 'failed'}, ended_at = clock_timestamp(),
      counts = ${JSON.stringify(run.counts)}::jsonb, left_behind = ${JSON.stringify(run.left)}::jsonb,
      losses = ${run.losses}, error = ${run.error ?? null}
    where id = ${runId}
  `.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { KindCounts } from '../moving/report.ts'
import type { LeftBehind } from '../sources/source-site.ts'

export type RunRow = {
  id: number
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

const columns = sql`r.id, s.home, r.reader, r.state, r.started_at, r.ended_at, r.counts, r.losses, r.error, r.left_behind`

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

import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../deps.ts'

/** The name of the job that does some items of a run. */
export const turnJob = 'runs.turn'

/** So many turns of one run are done at once, by one process or several. */
const turnsAtOnce = 2

/** Lets the processes go on with a run. */
export async function wakeRun(
  { jobs }: Pick<Deps, 'jobs'>,
  db: Db | Tx,
  run: number,
): Promise<void> {
  for (let turn = 1; turn <= turnsAtOnce; turn += 1) await queueTurn({ jobs }, db, { run, turn })
}

export const queueTurn = (
  { jobs }: Pick<Deps, 'jobs'>,
  db: Db | Tx,
  { run, turn, runAt }: { run: number; turn: number; runAt?: Date },
): Promise<void> =>
  jobs.enqueue(
    db,
    turnJob,
    { run, turn },
    { key: `run ${run}, turn ${turn}`, ...(runAt && { runAt }) },
  )

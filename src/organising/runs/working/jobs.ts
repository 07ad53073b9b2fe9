import type { Deps } from '../../deps.ts'
import { kindOf } from '../all-kinds.ts'
import { openRuns } from '../record/store.ts'
import { deleteEndedPlans } from '../record/store.plans.ts'
import { queueTurn, turnJob, wakeRun } from './wake-run.ts'
import { workRun } from './work-run.ts'

const lookJob = 'runs.look'

/**
 * Does the items of runs in turns of some seconds, in as many processes as there are. A run whose processes died is taken up within
 * seconds. Plans that ended are deleted.
 */
export function runJobs(deps: Deps) {
  const handlers = {
    [turnJob]: {
      concurrency: 2,
      run: async (payload: object) => {
        const turn = payload as { run: number; turn: number }
        await deps.gateways.refresh()
        const next = await workRun(deps, kindOf, turn.run)
        // What is due much later is found by the look.
        if (next && next.getTime() - deps.clock.now().getTime() < 60_000) {
          await queueTurn(deps, deps.db, { ...turn, runAt: next })
        }
      },
    },
    [lookJob]: {
      run: async () => {
        await deleteEndedPlans(deps.db, deps.clock.now())
        for (const run of await openRuns(deps.db)) await wakeRun(deps, deps.db, run)
      },
    },
  }
  return { handlers, schedules: [{ name: lookJob, everySeconds: 10 }] }
}

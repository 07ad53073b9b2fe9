import type { Config } from '../../config/config.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { JobHandler } from '../jobs/runner.ts'
import { deleteFacts } from './store.ts'

const name = 'facts.forget'
const everySeconds = 3600
const factsAtOnce = 5000
const dayMs = 86_400_000

type FactJobDeps = { db: Db; clock: Clock; config: Pick<Config, 'factsDays'> }

/** Deletes facts after FACTS_DAYS, except those that a follower has not read yet. */
export async function forgetFacts({ db, clock, config }: FactJobDeps): Promise<void> {
  const until = new Date(clock.now().getTime() - config.factsDays * dayMs)
  for (let left = factsAtOnce; left === factsAtOnce; ) {
    left = await deleteFacts(db, until, factsAtOnce)
  }
}

export function factJobs(deps: FactJobDeps) {
  const handlers: Record<string, JobHandler> = { [name]: { run: () => forgetFacts(deps) } }
  return { handlers, schedules: [{ name, everySeconds }] }
}

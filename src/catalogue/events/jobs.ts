import type { Deps } from '../../deps.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import { publishDue } from './publish-due.ts'

const name = 'events.publish'
const everySeconds = 60

/** Publishes due events that nobody reads, so that their facts are recorded in time. */
export function eventJobs(deps: Pick<Deps, 'db' | 'clock' | 'config'>) {
  const handlers: Record<string, JobHandler> = {
    [name]: { run: async () => void (await publishDue(deps)) },
  }
  return { handlers, schedules: [{ name, everySeconds }] }
}

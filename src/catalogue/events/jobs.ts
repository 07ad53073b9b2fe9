import type { Deps } from '../../deps.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import { publishDue } from './publish-due.ts'

const name = 'events.publish'
const everySeconds = 60

/** Publishes due events that nobody reads, for whoever follows what happens here. */
export function eventJobs(deps: Pick<Deps, 'db' | 'clock' | 'config'>) {
  const handlers: Record<string, JobHandler> = { [name]: { run: () => publishDue(deps) } }
  return { handlers, schedules: [{ name, everySeconds }] }
}

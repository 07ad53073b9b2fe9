import type { JobHandler } from './runner.ts'
import type { Schedule } from './store.ts'

type Jobs = { handlers: Readonly<Record<string, JobHandler>>; schedules: readonly Schedule[] }

/** The jobs of all capabilities as one table. */
export function gatherJobs(all: readonly Jobs[]) {
  const handlers: Record<string, JobHandler> = {}
  for (const { handlers: own } of all) Object.assign(handlers, own)
  return { handlers, schedules: all.flatMap(({ schedules }) => schedules) }
}

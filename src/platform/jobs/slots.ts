import { type AttemptDeps, attemptJob, type JobHandler } from './attempt.ts'
import type { TakenJob } from './store.ts'

/** The jobs this process is running, limited per name by the handler's concurrency. */
export type Slots = ReturnType<typeof createSlots>

export function createSlots(
  deps: AttemptDeps,
  handlers: Readonly<Record<string, JobHandler>>,
  whenFree: () => void,
) {
  const running = new Map<number, { job: TakenJob; done: Promise<void> }>()
  let attempts = 0
  const busy = (name: string) => [...running.values()].filter(({ job }) => job.name === name).length
  return {
    /** The number of attempts since the start. */
    attempts: () => attempts,
    jobs: () => [...running.values()].map(({ job }) => job),
    /** The names with free slots, and how many. */
    free: () =>
      Object.entries(handlers)
        .map(([name, { concurrency = 1 }]) => ({ name, free: concurrency - busy(name) }))
        .filter(({ free }) => free > 0),
    start: (job: TakenJob) => {
      const handler = handlers[job.name]
      if (!handler) return
      attempts += 1
      const done = attemptJob(deps, handler, job).finally(() => {
        running.delete(job.id)
        whenFree()
      })
      running.set(job.id, { job, done })
    },
    /** Resolves when no job is running. */
    idle: async () => {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

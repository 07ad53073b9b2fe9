import type { AttemptDeps, JobHandler } from './attempt.ts'
import { onEnqueued } from './queue.ts'
import { createSlots, type Slots } from './slots.ts'
import {
  enqueueScheduled,
  extendLeases,
  insertSchedules,
  type Schedule,
  takeJobs,
} from './store.ts'

export type { JobHandler }

export type JobRunner = {
  /** Takes no further job and waits for running ones. */
  stop(): Promise<void>
  /** Looks for work now instead of at the next poll. */
  nudge(): void
  /** For tests: runs all jobs that are due, and those they enqueue. Returns the number of attempts. */
  runDue(): Promise<number>
}

export type JobRunnerOptions = AttemptDeps & {
  handlers: Record<string, JobHandler>
  /** Recurring jobs with an empty payload, enqueued once for all processes. */
  schedules?: readonly Schedule[]
  /** The pause between polls for work that time or other processes made due. With 0 only `nudge` and `runDue` look. */
  pollMs?: number
}

const pollUsualMs = 1000
const leaseSeconds = 60

/** Runs the jobs of these names in this process, beside any number of other processes. */
export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { pollMs = pollUsualMs, handlers } = options
  const polling = pollMs > 0
  let look = () => {}
  const slots = createSlots(options, handlers, () => polling && look())
  const taker = createTaker(options, slots)
  look = taker.look
  const timers = [setInterval(() => void taker.keep(), (leaseSeconds * 1000) / 3)]
  if (polling) timers.push(setInterval(look, pollMs))
  for (const timer of timers) timer.unref()
  const forget = polling ? onEnqueued(look) : () => {}
  if (polling) look()
  return {
    nudge: look,
    runDue: async () => {
      const before = slots.attempts()
      while (await taker.take()) await slots.idle()
      return slots.attempts() - before
    },
    stop: async () => {
      forget()
      await taker.close()
      await slots.idle()
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Takes due jobs for the free slots. One look runs at a time, so that no slot is used twice. */
function createTaker(options: JobRunnerOptions, slots: Slots) {
  const { db, clock, log } = options
  const enqueueDue = scheduler(options)
  let closed = false
  let current: Promise<boolean> = Promise.resolve(false)
  let isDue = false

  async function takeNow(): Promise<boolean> {
    if (closed) return false
    const now = clock.now()
    await enqueueDue(now)
    const wanted = slots.free()
    if (wanted.length === 0) return false
    const jobs = await takeJobs(db, { wanted, now, leasedUntil: inSeconds(now, leaseSeconds) })
    for (const job of jobs) slots.start(job)
    return jobs.length > 0
  }

  function take(): Promise<boolean> {
    isDue = false
    current = current.catch(() => false).then(takeNow)
    return current
  }

  return {
    take,
    /** Looks once more after the present look; calls made meanwhile are combined. */
    look: () => {
      if (isDue || closed) return
      isDue = true
      const complain = (err: unknown) => log.error({ err }, 'could not look for jobs')
      current
        .catch(() => false)
        .then(take)
        .catch(complain)
    },
    /** Extends the leases of running jobs, so that no other process takes them. */
    keep: async () => {
      const until = inSeconds(clock.now(), leaseSeconds)
      try {
        await extendLeases(db, slots.jobs(), until)
      } catch (err) {
        log.error({ err }, 'could not extend the leases of running jobs')
      }
    },
    close: async () => {
      closed = true
      await current.catch(() => false)
    },
  }
}

/** Enqueues recurring jobs when they are due; the database is queried only then. */
function scheduler({ db, schedules = [] }: JobRunnerOptions) {
  let isInserted = false
  let next: Date | undefined
  return async (now: Date) => {
    if (schedules.length === 0 || (next && now < next)) return
    if (!isInserted) await insertSchedules(db, schedules, now)
    isInserted = true
    next = await enqueueScheduled(db, schedules, now)
  }
}

const inSeconds = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)

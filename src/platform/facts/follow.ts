import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Pace } from '../pace/pace.ts'
import { createStep, type Follower } from './follower-step.ts'
import { type LogState, readLogState } from './lookup.ts'
import { onRecorded } from './record.ts'
import { beginFollowing, sequenceFacts } from './sequence.ts'
import { createTempo } from './tempo.ts'
import { createWaiters } from './waiters.ts'

export type { Follower }

export type Following = {
  /** Registers the followers, and creates those that the database does not know yet. */
  prepare(followers: readonly Follower[]): Promise<void>
  start(): void
  /**
   * Numbers all committed facts and lets every follower read them. A follower that failed is left out until its pause
   * is over.
   */
  catchUp(): Promise<void>
  /** The state at this process's last look. */
  state(): LogState
  /**
   * Resolves when facts after this position can be read, or after the given milliseconds. Returns false when the
   * service stops.
   */
  waitBeyond(position: number, ms: number): Promise<boolean>
  /** Ends all waiting; later calls do not wait. */
  release(): void
  stop(): Promise<void>
}

export type FollowingOptions = {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'>
  /** Followers rest while the sale needs the processor. It is closed at the stop. */
  pace: Pace
}

const pollMs = 1000

/** Numbers facts and lets followers read them, beside other processes that do the same. */
export function createFollowing(options: FollowingOptions): Following {
  const { db, clock } = options
  const tempo = createTempo(options.pace)
  const waiters = createWaiters()
  const steps: ReturnType<typeof createStep>[] = []
  const seen: { state: LogState } = { state: { last: 0, isUnplaced: false, followers: [] } }
  const reader = createReader({ ...options, tempo, waiters, steps, seen })
  return {
    prepare: async followers => {
      steps.push(...followers.map(follower => createStep({ ...options, tempo }, follower)))
      const { last, followers: there } = await readLogState(db)
      const names = new Set(there.map(({ name }) => name))
      const missing = followers.map(({ name }) => name).filter(name => !names.has(name))
      if (missing.length > 0 || last === 0) await beginFollowing(db, missing, clock.now())
      seen.state = await readLogState(db)
    },
    start: reader.start,
    catchUp: reader.catchUp,
    state: () => seen.state,
    waitBeyond: (position, ms) =>
      seen.state.last > position ? Promise.resolve(true) : waiters.wait(position, ms),
    release: waiters.release,
    stop: async () => {
      waiters.release()
      options.pace.close()
      await reader.stop()
    },
  }
}

type Reading = FollowingOptions & {
  tempo: ReturnType<typeof createTempo>
  waiters: ReturnType<typeof createWaiters>
  steps: readonly ReturnType<typeof createStep>[]
  seen: { state: LogState }
}

/**
 * Looks for facts after this process wrote some, and every second for those of other processes; one look at a time.
 */
function createReader({ db, log, tempo, waiters, steps, seen }: Reading) {
  const life = { isOver: false, isAsked: false }
  let current = Promise.resolve()
  let forget = () => {}

  async function refresh() {
    seen.state = await readLogState(db)
    waiters.tell(seen.state.last)
  }

  async function look() {
    life.isAsked = false
    if (life.isOver) return
    await refresh()
    while (!life.isOver && seen.state.isUnplaced) {
      const placed = await tempo.batch(size => sequenceFacts(db, size))
      await refresh()
      if (placed === 0) break
    }
    for (const step of steps) {
      while (!life.isOver && (await step(seen.state))) await refresh()
    }
  }

  async function lookSoon(): Promise<void> {
    if (life.isOver) return
    if (!life.isAsked) {
      life.isAsked = true
      current = current.then(look).catch((err: unknown) => {
        log.error({ err }, 'the order of facts could not be brought up to date')
      })
    }
    await current
  }

  return {
    start: () => {
      const timer = setInterval(() => void lookSoon(), pollMs)
      timer.unref()
      const ending = onRecorded(() => void lookSoon())
      forget = () => {
        clearInterval(timer)
        ending()
      }
      void lookSoon()
    },
    catchUp: async () => {
      await current
      await lookSoon()
    },
    stop: async () => {
      life.isOver = true
      forget()
      await current
    },
  }
}

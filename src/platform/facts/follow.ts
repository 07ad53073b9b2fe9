import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { createStep, type Follower } from './follower-step.ts'
import { type LogState, readLogState } from './lookup.ts'
import { onRecorded } from './record.ts'
import { beginFollowing, sequenceFacts } from './sequence.ts'
import { createTempo } from './tempo.ts'
import { createWaiters } from './waiters.ts'

export type { Follower }

export type Following = {
  /** Takes the followers, and makes those that the database does not know yet. */
  prepare(followers: readonly Follower[]): Promise<void>
  start(): void
  /** Gives all committed facts their order and lets every follower read them. Followers that fail wait for their time. */
  catchUp(): Promise<void>
  /** How things stood when this process last looked. */
  state(): LogState
  /**
   * Resolves when facts behind this position can be read, and at the latest after so many milliseconds; false when nobody
   * may wait any more, because the service stops.
   */
  waitBeyond(position: number, ms: number): Promise<boolean>
  /** Answers everybody who waits; from now on nobody may. */
  release(): void
  stop(): Promise<void>
}

export type FollowingOptions = {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'>
  /** Whether buyers wait for the database: followers then stand back for up to five seconds. */
  isBusy: () => boolean
}

const pollMs = 1000

/** Orders facts and lets followers read them, beside any number of other processes that do the same. */
export function createFollowing(options: FollowingOptions): Following {
  const { db, clock } = options
  const tempo = createTempo(options.isBusy)
  const waiters = createWaiters()
  const steps: ReturnType<typeof createStep>[] = []
  const seen: { state: LogState } = { state: { last: 0, isUnplaced: false, followers: [] } }
  const reader = createReader({ ...options, tempo, waiters, steps, seen })
  return {
    prepare: async followers => {
      steps.push(...followers.map(follower => createStep({ ...options, tempo }, follower)))
      const { last, followers: there } = await readLogState(db)
      const known = new Set(there.map(({ name }) => name))
      const missing = followers.map(({ name }) => name).filter(name => !known.has(name))
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

/** Looks for facts when this process wrote some, and every second for those of other processes; one look at a time. */
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

import type { Judged } from './judge-scan.ts'
import type { Service } from './service.ts'
import type { Site } from './site.ts'
import type { About, Db, Past } from './store.ts'

export type Colour = 'yes' | 'seen' | 'no' | 'desk' | 'wait' | 'out'

/** What the screen shows of the last scan. */
export type VerdictState = {
  readonly colour: Colour
  readonly judged: Judged | undefined
  readonly seq: number | undefined
  /** Nobody else was asked: there is no network, or it was too slow. */
  readonly isAlone: boolean
  readonly needsRead: boolean
  /** Others of the order who were not let in with it: somebody came with their tickets before. */
  readonly left?: readonly number[]
}

export type Problem = 'pair.ended' | 'pair.failed' | 'pair.revoked' | 'clock.off'

export type DoorState = {
  readonly about: About | undefined
  readonly shown: VerdictState | undefined
  readonly past: readonly Past[]
  readonly unsent: number
  readonly isOnline: boolean
  readonly loading: number | undefined
  readonly isPractice: boolean
  readonly problem: Problem | undefined
}

/** What every part of the door is given. */
export type DoorContext = {
  readonly db: Db
  readonly service: Service
  readonly site: Site
  readonly read: () => DoorState
  readonly set: (change: Partial<DoorState>) => void
  readonly hear: (hear: (state: DoorState) => void) => () => void
  /** Runs work after all work before it, so that scans are judged in their order. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

export type DoorParts = Pick<DoorContext, 'db' | 'service' | 'site'>

export function createContext(own: DoorParts, first: DoorState): DoorContext {
  let state = first
  let turn: Promise<unknown> = Promise.resolve()
  const hearers = new Set<(state: DoorState) => void>()
  return {
    ...own,
    read: () => state,
    set: change => {
      state = { ...state, ...change }
      for (const hear of hearers) hear(state)
    },
    hear: hear => {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    inTurn: work => {
      const next = turn.then(work, work)
      turn = next.catch(() => {})
      return next
    },
  }
}

export const syncing = ({ db, service, site }: DoorContext, about: About) => ({
  db,
  service,
  version: site.version,
  about,
})

import type { Logger } from 'pino'
import type { FactName } from '../../core/facts.ts'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { type LogState, type PlacedFact, readFacts } from './lookup.ts'
import { lockPosition, moveFollower, noteFailing } from './store.ts'
import type { Tempo } from './tempo.ts'

/** A follower: it reads facts in order and reacts to them. */
export type Follower = {
  /** The name of its position in the database. A renamed follower begins anew, at the end. */
  readonly name: string
  /** The kinds of facts it reads; others are skipped. */
  readonly reads: readonly FactName[]
  /**
   * Reacts to facts, in their order. Runs in the transaction that moves the follower's position, so each reaction
   * happens exactly once. May change nothing but the database.
   */
  work(tx: Tx, facts: readonly PlacedFact[]): Promise<void>
}

const pauseFirstSeconds = 1
const pauseLongestSeconds = 60

type StepDeps = { db: Db; clock: Clock; log: Pick<Logger, 'error'>; tempo: Tempo }

/** Lets a follower read its next facts; false when there are none, or while it pauses after a failure. */
export function createStep({ db, clock, log, tempo }: StepDeps, { name, reads, work }: Follower) {
  let failures = 0
  let notBefore = 0
  const read = (limit: number) =>
    transaction(db, async tx => {
      const after = await lockPosition(tx, name)
      if (after === undefined) return false
      const facts = await readFacts(tx, { after, limit })
      const last = facts.at(-1)
      if (!last) return false
      const wanted = facts.filter(fact => reads.includes(fact.name))
      if (wanted.length > 0) await work(tx, wanted)
      await moveFollower(tx, name, last.position)
      return true
    })
  return async (state: LogState): Promise<boolean> => {
    const own = state.followers.find(follower => follower.name === name)
    if (!own || own.behind === 0 || clock.now().getTime() < notBefore) return false
    try {
      const moved = await tempo.batch(read)
      failures = 0
      return moved
    } catch (err) {
      const now = clock.now()
      const seconds = Math.min(pauseFirstSeconds * 2 ** failures, pauseLongestSeconds)
      failures += 1
      notBefore = now.getTime() + seconds * 1000
      log.error({ err, follower: name }, 'a follower of the facts failed; it tries again')
      await noteFailing(db, name, { now, error: kindOf(err) })
      return false
    }
  }
}

/** The kind of the error only: messages may quote what people entered. They go to the log, which masks them. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}

import type { Pool, PoolClient, QueryConfig } from 'pg'
import { databaseOver, type OpenDatabase } from '../../src/platform/db/database.ts'
import type { Fault } from './fake-provider.ts'

/** The error of every call to a process that died. */
class Dead extends Error {
  constructor() {
    super('This process is dead.')
  }
}

/**
 * A process whose life is counted in its outside effects: statements to its database and requests to a
 * provider. A test can end it at a certain one; later effects reach nobody.
 */
export function mortalProcess(database: OpenDatabase) {
  let left = Number.POSITIVE_INFINITY
  let dead = false

  /** Counts an effect; returns whether it is the last. */
  function deed(): boolean {
    if (dead) throw new Dead()
    left -= 1
    dead = left <= 0
    return dead
  }

  async function query(client: PoolClient, statement: QueryConfig) {
    if (!deed()) return client.query(statement)
    // At an odd number the process dies after the statement took effect, before its result arrives.
    if (oddDeath) await client.query(statement)
    throw new Dead()
  }

  let oddDeath = false
  const pool = {
    connect: async () => {
      if (dead) throw new Dead()
      const client = await database.pool.connect()
      return {
        query: (statement: QueryConfig) => query(client, statement),
        // The connection of a dead process breaks, and its open transaction is rolled back.
        release: (broken?: boolean) => client.release(broken === true || dead),
      }
    },
    end: async () => {},
  }

  return {
    /** The same database as this process sees it; closing it leaves the real one open. */
    database: databaseOver(pool as unknown as Pool, database.kind, async () => {}),
    isDead: () => dead,
    /** Lets the process die at the n-th effect from now on. An odd one still takes effect. */
    dieAt: (deeds: number) => {
      left = Math.max(1, deeds)
      oddDeath = left % 2 === 1
    },
    die: () => {
      dead = true
    },
    /** Starts the process again, without anything it had under way. */
    revive: () => {
      dead = false
      left = Number.POSITIVE_INFINITY
    },
    /** The fate of a request to a provider. */
    requestMeets: (): Fault | undefined => {
      if (dead) return { kind: 'drop', when: 'before' }
      return deed() ? { kind: 'drop', when: oddDeath ? 'after' : 'before' } : undefined
    },
  }
}

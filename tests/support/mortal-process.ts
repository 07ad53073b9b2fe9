import type { Pool, PoolClient, QueryConfig } from 'pg'
import { databaseOver, type OpenDatabase } from '../../src/platform/db/database.ts'
import type { Fault } from './fake-provider.ts'

/** What a process that died answers to nobody any more. */
class Dead extends Error {
  constructor() {
    super('This process is dead.')
  }
}

/**
 * The life of a process, counted in what it does to the world outside: statements it sends to its database and requests
 * it sends to a provider. It may be told to end at a certain one; nothing it does after that reaches anybody.
 */
export function mortalProcess(database: OpenDatabase) {
  let left = Number.POSITIVE_INFINITY
  let dead = false

  /** Counts a deed; answers whether it is the last. */
  function deed(): boolean {
    if (dead) throw new Dead()
    left -= 1
    dead = left <= 0
    return dead
  }

  async function query(client: PoolClient, statement: QueryConfig) {
    if (!deed()) return client.query(statement)
    // An odd death comes after the statement took effect and before anybody heard of it.
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
        // The connection of a dead process breaks, and its open transaction is rolled back with it.
        release: (broken?: boolean) => client.release(broken === true || dead),
      }
    },
    end: async () => {},
  }

  return {
    /** The same database as this process sees it; closing it leaves the real one open. */
    database: databaseOver(pool as unknown as Pool, database.kind, async () => {}),
    isDead: () => dead,
    /** Lets the process die at the so-manieth deed from now on; an odd one takes effect before it dies. */
    dieAt: (deeds: number) => {
      left = Math.max(1, deeds)
      oddDeath = left % 2 === 1
    },
    die: () => {
      dead = true
    },
    /** As if it had been started again: nothing of what it had under way is left. */
    revive: () => {
      dead = false
      left = Number.POSITIVE_INFINITY
    },
    /** What a request to a provider meets. */
    requestMeets: (): Fault | undefined => {
      if (dead) return { kind: 'drop', when: 'before' }
      return deed() ? { kind: 'drop', when: oddDeath ? 'after' : 'before' } : undefined
    },
  }
}

import type { Pool, PoolClient } from 'pg'
import type { Source } from './dialect.ts'
import type { Rank, Turns } from './embedded/turns.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const give = (client: PoolClient, broken: boolean) => client.release(broken)

/** Takes a connection from the first of these pools with a free one; when none has, waits for the last pool. */
export function sparing(...pools: [Pool, ...Pool[]]): Source {
  return {
    take: () => connect(pools.slice(0, -1).find(hasOneToSpare) ?? pools.at(-1) ?? pools[0]),
    give,
  }
}

/** The one connection of the embedded database, in turn with all other callers. */
export function inTurn(pool: Pool, turns: Turns, rank: Rank): Source {
  return {
    take: async () => {
      await turns.take(rank)
      try {
        return await connect(pool)
      } catch (error) {
        turns.give()
        throw error
      }
    },
    give: (client, broken) => {
      give(client, broken)
      turns.give()
    },
  }
}

function hasOneToSpare(pool: Pool): boolean {
  const { waitingCount, idleCount, totalCount, options } = pool
  return waitingCount === 0 && (idleCount > 0 || totalCount < options.max)
}

const noneLeft =
  'PostgreSQL has no connection left: all processes together want more than it allows. Lower DATABASE_POOL or raise max_connections.'

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    const { code, message = '' } = error as { code?: string; message?: string }
    if (code === '53300') throw new DatabaseUnavailable('busy', noneLeft, error)
    if (message.startsWith('timeout exceeded')) {
      throw new DatabaseUnavailable('busy', 'The database has too much to do.', error)
    }
    throw error
  }
}

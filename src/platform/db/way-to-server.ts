import type { OpenDatabase } from './database.ts'
import { carriedBy } from './session.ts'
import { isNameUnknown } from './violations.ts'

export type WayToServer = {
  /** Whether a pooler is in between, which lends its server connections. */
  isPooled: boolean
  /** Why prepared statements cannot be used; undefined when they can. */
  namesLost: string | undefined
  /** The number of connections that the server itself allows users; not the pooler's limit. */
  connectionsMax: number
}

// It may take several rounds until a pooler lends both connections the same server connection, where the name exists
// already, or one of them another, where it is missing. With a name for each round, none hides the next one's.
const rounds = 20

/** Finds out by trying how the service is connected to PostgreSQL. */
export async function exploreWay({ pool, names }: OpenDatabase): Promise<WayToServer> {
  const [one, other] = [await pool.connect(), await pool.connect()]
  try {
    try {
      for (let round = 0; round < rounds; round += 1) {
        const named = { name: `marquee-explores-${round}`, text: 'select 1' }
        await one.query(named)
        await other.query(named)
      }
    } catch (error) {
      if (!isNameUnknown(error)) throw error
      names.giveUp((error as Error).message)
    }
    let namesLost: string | undefined
    names.whenGivenUp(cause => {
      namesLost = cause
    })
    const { rows } = await one.query<{ free: number }>(
      `select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as free`,
    )
    const isPooled = carriedBy(one) !== ''
    return { isPooled, namesLost, connectionsMax: rows[0]?.free ?? 0 }
  } finally {
    // These connections have a statement that the others do not know.
    one.release(true)
    other.release(true)
  }
}

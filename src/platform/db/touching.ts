import { type DatabaseConnection, Kysely, Transaction } from 'kysely'
import { props } from './at-once.ts'
import type { Database } from './tables.ts'
import { noteTouched } from './touched.ts'

/**
 * The same handle for statements that write only rows of these records (of an event, a venue, a term, …), so that
 * kept answers about other records stay. Without ids: rows that no kept answer shows yet, or changes that none shows.
 * A wrong declaration here makes kept answers stale: `tests/platform/db/touching.test.ts` compares it with the
 * written rows.
 */
export function touching<Handle extends Kysely<Database>>(
  handle: Handle,
  ids: readonly number[],
): Handle {
  const executor = handle.getExecutor()
  const telling = executor.withConnectionProvider({
    provideConnection: use => executor.provideConnection(connection => use(tell(connection, ids))),
  })
  const own = { ...props, executor: telling }
  const made = handle.isTransaction ? new Transaction<Database>(own) : new Kysely<Database>(own)
  return made as Handle
}

function tell(connection: DatabaseConnection, ids: readonly number[]): DatabaseConnection {
  return {
    streamQuery: (query, size) => connection.streamQuery(query, size),
    executeQuery: query => {
      noteTouched(query, ids)
      return connection.executeQuery(query)
    },
  }
}

import { type DatabaseConnection, DummyDriver, Kysely } from 'kysely'
import type { Database, Db } from './database.ts'
import { props } from './at-once.ts'

/** For reading only, so it begins no transaction. */
class ReadingDriver extends DummyDriver {
  override beginTransaction(): Promise<void> {
    throw new Error('Through a handle of lists nothing is written.')
  }
}

/**
 * The same handle, for reading. It reports how many milliseconds each statement used the database, failed ones too,
 * without the time it waited for its turn.
 */
export function timed(db: Db, spent: (ms: number) => void): Db {
  const executor = db.getExecutor()
  const watched = executor.withConnectionProvider({
    provideConnection: use =>
      executor.provideConnection(connection => use(watch(connection, spent))),
  })
  return new Kysely<Database>({ ...props, driver: new ReadingDriver(), executor: watched })
}

function watch(connection: DatabaseConnection, spent: (ms: number) => void): DatabaseConnection {
  return {
    streamQuery: (query, size) => connection.streamQuery(query, size),
    executeQuery: async query => {
      const began = performance.now()
      try {
        return await connection.executeQuery(query)
      } finally {
        spent(performance.now() - began)
      }
    },
  }
}

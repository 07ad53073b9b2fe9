import {
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'
import type { Database } from './tables.ts'

// This handle has a connection already, and needs no other connection or executor.
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
export const props = { config: { dialect }, dialect, driver: new DummyDriver() }

/**
 * Runs `work` with a handle on the same transaction whose statements are sent without waiting for earlier ones: those
 * of one `Promise.all` take one round trip, and the database runs them in the order of the calls. Kysely's own handle
 * sends a statement only after the answer to the one before. When one of them fails all later ones fail too, and
 * `Promise.all` fails with the error of the first, which is the cause.
 */
export function sentAtOnce<T>(
  tx: Transaction<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const executor = tx.getExecutor()
  return executor.provideConnection(connection => {
    const ready = executor.withConnectionProvider({ provideConnection: use => use(connection) })
    return work(new Transaction<Database>({ ...props, executor: ready }))
  })
}

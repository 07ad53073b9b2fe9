import {
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'
import type { Database } from './tables.ts'

// A handle that has its connection already asks neither for another nor for a new executor.
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
export const props = { config: { dialect }, dialect, driver: new DummyDriver() }

/**
 * Runs `work` with a handle on the same transaction whose statements do not wait for each other's answers: those of one
 * `Promise.all` travel together, and the database does them in the order in which they were asked for. Kysely's own
 * handle sends a statement when the one before is answered, which costs a round trip each. When one of them fails, so
 * does everything behind it, and `Promise.all` fails with the first, which is the cause.
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

import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCreator,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Database } from './tables.ts'

/** Builds queries that no database answers. */
const builder = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A query without values, as the beginning or a part of other statements. */
export function queryText(build: (db: QueryCreator<Database>) => Compilable): RawBuilder<unknown> {
  const { sql: text, parameters } = build(builder).compile()
  if (parameters.length > 0) throw new Error('A query with values has no text of its own.')
  return sql.raw(text)
}

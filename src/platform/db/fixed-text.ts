import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** The text of a query without values, compiled at its first use: Kysely takes longer for it than the database. */
export function fixedText(build: (db: Db) => Compilable): (db: Db) => RawBuilder<unknown> {
  let text: RawBuilder<unknown> | undefined
  return db => {
    text ??= textOf(build(db).compile())
    return text
  }
}

function textOf({ sql: text, parameters }: CompiledQuery): RawBuilder<unknown> {
  if (parameters.length > 0) throw new Error('A query with values has no fixed text.')
  return sql.raw(text)
}

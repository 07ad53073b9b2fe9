import { type Expression, sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * A query whose rows are read together with those of other queries. They arrive as JSON, which has times as text.
 */
export type Piece<Row> = {
  readonly query: Expression<unknown>
  /** Its columns of type `timestamptz`. */
  readonly instants?: readonly (keyof Row & string)[]
  /** Its columns of type `timestamp`. */
  readonly wallClocks?: readonly (keyof Row & string)[]
}

type Pieces = Readonly<Record<string, Piece<never>>>
type RowsOf<P> = { [K in keyof P]: P[K] extends Piece<infer Row> ? Row[] : never }

/**
 * The rows of several queries, in one statement and therefore of one moment. No query may use a name that another
 * defines.
 */
export async function readTogether<P>(
  db: Db,
  pieces: P & Record<string, unknown>,
): Promise<RowsOf<P>> {
  const named = Object.entries(pieces as unknown as Pieces)
  const columns = named.map(
    ([name, { query }]) =>
      sql`(select coalesce(json_agg(r), '[]') from (${query}) r) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, Json[]>>`select ${sql.join(columns)}`.execute(db)
  const [found = {}] = rows
  const read = named.map(([name, piece]) => {
    const asRow = (json: Json) => rowOf(json, piece as Piece<Json>)
    return [name, (found[name] ?? []).map(asRow)]
  })
  return Object.fromEntries(read) as RowsOf<P>
}

type Json = Record<string, unknown>

function rowOf(row: Json, { instants = [], wallClocks = [] }: Piece<Json>): Json {
  for (const name of instants) if (row[name] !== null) row[name] = new Date(row[name] as string)
  for (const name of wallClocks) {
    if (row[name] !== null) row[name] = (row[name] as string).replace('T', ' ')
  }
  return row
}

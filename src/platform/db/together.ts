import { type Expression, sql } from 'kysely'
import type { Db } from './database.ts'
import { instantColumns, timelessColumns, wallClockColumns } from './tables.ts'

/** A query whose rows are read together with those of other queries. */
export type Piece<Row> = {
  readonly query: Expression<unknown>
  /** Never set: it keeps queries of different rows apart. */
  readonly takes?: (row: Row) => void
}

/** Queries and what is made of their rows, to be read together with others (`reading`). */
export type Reading<Result> = {
  readonly pieces: Pieces
  from(rows: Readonly<Record<string, unknown>>): Result
}

export const reading = <P extends object, Result>(
  pieces: P,
  from: (rows: RowsOf<P>) => Result,
): Reading<Result> => ({
  pieces: pieces as unknown as Pieces,
  from: rows => from(rows as RowsOf<P>),
})

/** The result of one reading, in one statement. */
export async function readAlone<Result>(
  db: Db,
  { pieces, from }: Reading<Result>,
): Promise<Result> {
  return from(await readTogether(db, pieces as Record<string, unknown>))
}

type Pieces = Readonly<Record<string, Piece<never>>>
type RowsOf<P> = {
  [K in keyof P]: P[K] extends Piece<infer Row> ? Row[] : never
}

/**
 * The rows of several queries, in one statement and therefore of one moment. No query may use a name that another
 * defines.
 */
export async function readTogether<P>(
  db: Db,
  pieces: P & Record<string, unknown>,
): Promise<RowsOf<P>> {
  const named = Object.entries(pieces as unknown as Pieces)
  const columns = named.map(([name, piece]) => sql`(${collected(piece)}) as ${sql.id(name)}`)
  const { rows } = await sql<Record<string, Json[]>>`select ${sql.join(columns)}`.execute(db)
  const [row = {}] = rows
  const read = named.map(([name]) => [name, (row[name] ?? []).map(rowOf)])
  return Object.fromEntries(read) as RowsOf<P>
}

const collected = ({ query }: Pieces[string]) =>
  sql`select coalesce(json_agg(r), '[]') from (${query}) r`

type Json = Record<string, unknown>

/** A row as statements of its own return it: JSON has times as text. */
function rowOf(row: Json): Json {
  for (const name in row) {
    const value = row[name]
    if (typeof value !== 'string') continue
    const kind = timeOf(name)
    if (kind === 'instant') row[name] = new Date(value)
    else if (kind === 'wall clock') row[name] = value.replace('T', ' ')
  }
  return row
}

type TimeKind = 'instant' | 'wall clock' | 'none'
const kinds = new Map<string, TimeKind>()

/**
 * Whether a column of a result is a time, by its name: that of a column of a table, which another name may stand before
 * (`event_start_local`), also in camelCase (`saleEndsAt`).
 */
function timeOf(name: string): TimeKind {
  const cached = kinds.get(name)
  if (cached) return cached
  const snake = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const isOneOf = (columns: readonly string[]) =>
    columns.some(column => snake === column || snake.endsWith(`_${column}`))
  const isTime = !isOneOf(timelessColumns)
  const kind =
    isTime && isOneOf(instantColumns)
      ? 'instant'
      : isTime && isOneOf(wallClockColumns)
        ? 'wall clock'
        : 'none'
  kinds.set(name, kind)
  return kind
}

import { type RawBuilder, sql } from 'kysely'

/** What such a statement begins with; it gets no name, under which connections would prepare it. */
export const anewMark = '/* planned anew */'

const mark = sql.raw(anewMark)

/**
 * A statement whose best plan depends on its values, or on a table that grows fast: a rare word needs another index than
 * a common one. The database plans it for its actual values; a prepared statement is soon planned for none in
 * particular.
 */
export const plannedAnew = <Row>(statement: RawBuilder<Row>): RawBuilder<Row> =>
  sql<Row>`${mark}${statement}`

/** What a statement begins with that reads no table row by row where an index would do. */
export const indexMark = `${anewMark}/* by index */`

const byIndex = sql.raw(indexMark)

/**
 * A statement that stops after so many rows, planned for its values and without reading whole tables where an index
 * serves. The planner would read a table of which a large part fits, and compares that with reading the index to its end.
 */
export const readByIndex = <Row>(statement: RawBuilder<Row>): RawBuilder<Row> =>
  sql<Row>`${byIndex}${statement}`

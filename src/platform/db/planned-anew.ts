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

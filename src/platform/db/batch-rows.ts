import { type RawBuilder, sql } from 'kysely'

/** How a statement reads the rows of a batch. */
export type BatchRows<Row> = {
  /** The names of the columns: `insert into t (${rows.names}) select ${rows.names} from …`. */
  readonly names: RawBuilder<unknown>
  /** The rows as a table with the name of the batch, for `from`. */
  of(rows: readonly Row[]): RawBuilder<unknown>
  /** The same as a table without a name, with the column `ordinality`: their order, from 1. */
  inOrder(rows: readonly Row[]): RawBuilder<unknown>
}

/**
 * Rows that a statement takes as one JSON value. Its text is the same for any number of rows, so that it stays prepared.
 * `table` names them and their columns in SQL, each a member of the row: `draft (id bigint, "sendAt" timestamptz)`. A
 * member that a row lacks is null.
 */
export function batchRows<Row extends object>(table: string): BatchRows<Row> {
  const [name = '', list = ''] = table.split('(')
  const columns = list.replace(')', '').split(',')
  const names = columns.map(column => column.trim().split(/\s/, 1)[0])
  const typed = `(${columns.map(column => column.trim()).join(', ')})`
  const named = sql.raw(`${name}${typed}`)
  const bare = sql.raw(typed)
  const json = (rows: readonly Row[]) => sql`json_to_recordset(${JSON.stringify(rows)}::json)`
  return {
    names: sql.raw(names.join(', ')),
    of: rows => sql`${json(rows)} as ${named}`,
    inOrder: rows => sql`rows from (${json(rows)} as ${bare}) with ordinality`,
  }
}

import { createQueryId, sql } from 'kysely'
import { expect, test } from 'vitest'
import { batchRows } from './batch-rows.ts'
import { StatementCompiler } from './statement-compiler.ts'

type Draft = { id: number; sendAt: Date | null; note?: string }

const drafts = batchRows<Draft>(`draft (
  id bigint, "sendAt" timestamptz,
  note text)`)

const compiled = (statement: ReturnType<typeof sql>) => {
  const node = statement.toOperationNode()
  const { sql: text, parameters } = new StatementCompiler().compileQuery(node, createQueryId())
  return { text, parameters }
}

test('a batch is one value, under a text that does not depend on the number of its rows', () => {
  const statement = (rows: readonly Draft[]) =>
    compiled(sql`insert into t (${drafts.names}) select ${drafts.names} from ${drafts.of(rows)}`)
  const rows = [
    { id: 1, sendAt: new Date(0) },
    { id: 2, sendAt: null, note: `it's "so"` },
  ]
  expect(statement(rows)).toEqual({
    text: 'insert into t (id, "sendAt", note) select id, "sendAt", note from json_to_recordset($1::json) as draft (id bigint, "sendAt" timestamptz, note text)',
    parameters: [JSON.stringify(rows)],
  })
  expect(statement([]).text).toBe(statement(rows).text)
})

test('a batch in order has the position of each row', () => {
  expect(compiled(sql`select * from ${drafts.inOrder([])} order by ordinality`).text).toBe(
    'select * from rows from (json_to_recordset($1::json) as (id bigint, "sendAt" timestamptz, note text)) with ordinality order by ordinality',
  )
})

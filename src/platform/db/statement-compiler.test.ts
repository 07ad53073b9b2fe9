import { createQueryId, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { StatementCompiler } from './statement-compiler.ts'

const statement = (id: number | null, more: boolean) =>
  sql`select ${id}::int as id, ${'a $1 text'} as text where ${more}`.toOperationNode()

const both = (node: ReturnType<typeof statement>) =>
  [new StatementCompiler(), new PostgresQueryCompiler()].map(compiler => {
    const { sql: text, parameters } = compiler.compileQuery(node, createQueryId())
    return { text, parameters }
  })

test('a template with values is compiled to the same text and values as by Kysely, each time', () => {
  for (const node of [statement(1, true), statement(null, false), statement(2, true)]) {
    const [ours, theirs] = both(node)
    expect(ours).toEqual(theirs)
  }
})

test('a template with names or other templates in it is put together as by Kysely', () => {
  const list = sql.join(
    [sql`a = ${1}`, sql`b = any(${[2, 3]}::bigint[])`, sql`c is null`],
    sql` and `,
  )
  const nested = (name: string) =>
    sql`select ${sql.id(name)} from t where ${list} limit ${4}${sql.raw(' for share')}`
  for (const name of ['one', 'ot"her']) {
    const [ours, theirs] = both(nested(name).toOperationNode())
    expect(ours).toEqual(theirs)
  }
})

test('a template with literals, columns or queries in it is compiled by Kysely', () => {
  for (const part of [sql.lit('text'), sql.ref('t.a'), sql.table('t')]) {
    const [ours, theirs] = both(sql`select ${part} where ${sql`a = ${1}`}`.toOperationNode())
    expect(ours).toEqual(theirs)
  }
})

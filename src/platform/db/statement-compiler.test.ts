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

test('a template with names or nested templates is compiled by Kysely', () => {
  const column = (name: string) => sql`select ${sql.ref(name)} from t where ${sql`a = ${1}`}`
  for (const name of ['one', 'other']) {
    const [ours, theirs] = both(column(name).toOperationNode())
    expect(ours).toEqual(theirs)
    expect(ours?.text).toContain(name)
  }
})

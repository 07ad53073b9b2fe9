import type { Pool } from 'pg'
import type { TestApp } from './start-app.ts'

export type Statement = { text: string; values: unknown[] }

/** The SQL statements that a piece of work sends to the database, transactions included. */
export async function sentBy(app: TestApp, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const ends = app.database.pools.map(pool => listen(pool, statements))
  try {
    await work()
  } finally {
    for (const end of ends) end()
  }
  return statements
}

/** The texts of the statements. */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  return (await sentBy(app, work)).map(({ text }) => text)
}

function listen(listened: Pool, statements: Statement[]): () => void {
  const pool = listened as { connect: unknown }
  const original = listened.connect.bind(listened)
  pool.connect = async () => {
    const client = await original()
    const query = client.query.bind(client)
    const release = client.release.bind(client)
    client.query = ((...args: Parameters<typeof query>) => {
      const [sent] = args as unknown as [string | { text: string; values?: unknown[] }]
      statements.push(
        typeof sent === 'string'
          ? { text: sent, values: [] }
          : { text: sent.text, values: sent.values ?? [] },
      )
      return query(...args)
    }) as never
    client.release = (error?: boolean | Error) => {
      client.query = query
      client.release = release
      release(error)
    }
    return client
  }
  return () => {
    pool.connect = original
  }
}

/** The number of statements. */
export async function countStatements(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  return (await statementsOf(app, work)).length
}

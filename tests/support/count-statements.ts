import type { TestApp } from './start-app.ts'

/** The SQL statements that a piece of work sends to the database, transactions included. */
export async function statementsOf(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const pool = app.database.pool as { connect: unknown }
  const original = app.database.pool.connect.bind(app.database.pool)
  pool.connect = async () => {
    const client = await original()
    const query = client.query.bind(client)
    const release = client.release.bind(client)
    client.query = ((...args: Parameters<typeof query>) => {
      const [sent] = args as unknown as [string | { text: string }]
      texts.push(typeof sent === 'string' ? sent : sent.text)
      return query(...args)
    }) as never
    client.release = (error?: boolean | Error) => {
      client.query = query
      client.release = release
      release(error)
    }
    return client
  }
  try {
    await work()
  } finally {
    pool.connect = original
  }
  return texts
}

/** How many they are. */
export async function countStatements(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  return (await statementsOf(app, work)).length
}

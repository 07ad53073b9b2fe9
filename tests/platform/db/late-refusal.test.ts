import net from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { atEnd } from '../../support/at-end.ts'
import { createServerDatabase, onPostgres } from '../../support/database.ts'

/** Where a message of PostgreSQL that begins here ends: a letter, and its length in four bytes. */
const endOf = (bytes: Buffer, at: number) => at + 1 + bytes.readInt32BE(at + 1)

/** How many bytes there are up to the end of the first error and of the ReadyForQuery behind it. */
function firstFailure(bytes: Buffer): number {
  let hasFailed = false
  for (let at = 0; at < bytes.length; at = endOf(bytes, at)) {
    const letter = String.fromCharCode(bytes[at] ?? 0)
    if (letter === 'E') hasFailed = true
    if (hasFailed && letter === 'Z') return endOf(bytes, at)
  }
  return bytes.length
}

/** A proxy that holds back, once, what the server answers behind the first error, until the client sends again. */
async function holdingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const state = { isHolding: false, held: [] as Buffer[] }
  const server = net.createServer(client => {
    const upstream = net.connect(Number(target.port || 5432), target.hostname)
    let isHeld = false
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', chunk => {
      if (isHeld) client.write(Buffer.concat(state.held.splice(0)))
      isHeld = false
      upstream.write(chunk)
    })
    upstream.on('data', chunk => {
      if (isHeld) {
        state.held.push(chunk)
        return
      }
      const shown = state.isHolding ? firstFailure(chunk) : chunk.length
      const failed = state.isHolding && chunk.includes('division by zero')
      client.write(chunk.subarray(0, shown))
      if (!failed) return
      state.isHolding = false
      isHeld = true
      state.held.push(chunk.subarray(shown))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise<void>(resolve => server.close(() => resolve())))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return { url: url.href, state }
}

test.runIf(onPostgres)(
  'a statement of a transaction is not sent again alone when its name is refused after the rollback began',
  async () => {
    const server = await createServerDatabase()
    const proxy = await holdingProxy(server.url)
    const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', poolSize: 1 })
    const { db } = database
    const put = (id: number, by: typeof db) => sql`insert into boxes values (${id})`.execute(by)
    await sql`create table boxes (id int primary key)`.execute(db)
    // The connection knows the name of a statement that it has sent before.
    for (const id of [-1, 0, 1]) await put(id, db)
    await sql`deallocate all`.execute(db)
    proxy.state.isHolding = true
    const failed = transaction(db, tx =>
      Promise.all([sql`select 1 / (${0}::int)`.execute(tx), put(2, tx)]),
    )
    await expect(failed).rejects.toThrow('division by zero')
    expect(proxy.state.isHolding).toBe(false)
    const { rows } = await sql`select id from boxes order by id`.execute(db)
    expect(rows).toEqual([{ id: -1 }, { id: 0 }, { id: 1 }])
    await sql`drop table boxes`.execute(db)
    await database.close()
    await server.drop()
  },
)

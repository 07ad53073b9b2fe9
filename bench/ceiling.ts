import path from 'node:path'
import pg from 'pg'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { anEvent, aTicket } from '../tests/inventory/fixtures.ts'
import type { Cluster } from './cluster.ts'

export type Ceiling = { clients: number; rate: number }[]

const carts = 60_000
const script = path.join(import.meta.dirname, 'ceiling-order.sql')

/** Whole orders per second that pgbench reaches with one transaction each, prepared, on one hot row of stock. */
export async function orderCeiling(
  cluster: Cluster,
  seconds: number,
  clients: readonly number[],
): Promise<Ceiling> {
  const url = cluster.database('ceiling')
  const database = await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 2 })
  await migrate(database)
  const event = await anEvent(database.db)
  const ticket = await aTicket(database.db, event, 10_000_000)
  await database.close()
  const plain = new pg.Client(url)
  await plain.connect()
  const { rows } = await plain.query<{ pool_id: string }>(
    'select pool_id from tickets where id = $1',
    [ticket.id],
  )
  const pool = rows[0]?.pool_id ?? ''
  await fillCarts(plain, { event, ticket: ticket.id, pool }, carts)
  await plain.end()
  const found: Ceiling = []
  for (const count of clients) {
    const given = Object.entries({ event, ticket: ticket.id, pool }).flatMap(([name, value]) => [
      '-D',
      `${name}=${value}`,
    ])
    const said = cluster.program('pgbench', [
      '-n',
      '-M',
      'prepared',
      '-f',
      script,
      '-c',
      String(count),
      '-j',
      '2',
      '-T',
      String(seconds),
      ...given,
      'ceiling',
    ])
    found.push({ clients: count, rate: Number(/tps = ([\d.]+)/.exec(said)?.[1]) })
  }
  return found
}

/** Carts that hold two places each, numbered from 1 in a database that had none. */
export async function fillCarts(
  db: Pick<pg.Pool, 'query'>,
  at: { event: number; ticket: number; pool: string },
  carts: number,
) {
  await db.query('create sequence bench_carts')
  const line = { ticket_id: at.ticket, event_id: at.event, quantity: 2 }
  const lines = JSON.stringify([{ ...line, opted_out: true, going: null, names: [] }])
  await db.query(
    `insert into carts (token_hash, lines, expires_at)
     select sha256(n::text::bytea), $1::jsonb, now() + interval '1 hour' from generate_series(1, $2::int) n`,
    [lines, carts],
  )
  await db.query(
    `insert into holds (cart_id, event_id, ticket_id, pool_id, quantity, expires_at)
     select id, $1, $2, $3, 2, expires_at from carts`,
    [at.event, at.ticket, at.pool],
  )
  await db.query('update pools set held = $1 where id = $2', [carts * 2, at.pool])
  await db.query('vacuum analyze')
}

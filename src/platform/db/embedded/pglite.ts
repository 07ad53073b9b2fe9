import type { ClientBase, Pool } from 'pg'
import type { LiteFolder } from './lite-folder.ts'
import { startUpkeep } from './lite-upkeep.ts'
import { type Exchange, LiteWire } from './lite-wire.ts'
import { nameOf } from '../hearing.ts'
import { createPool } from '../pool.ts'

/** Requests queue for the one connection, and wait this long only when it is stuck. */
const waitForConnectionMs = 60_000

/**
 * The embedded database of a folder behind the same kind of pool as a server: one connection, for which queries
 * queue, also while the database still opens.
 */
export function openEmbeddedPool(folder: Promise<LiteFolder>, { readOnly }: { readOnly: boolean }) {
  const pool = poolThrough(async () => (await folder).thread.connect(), { readOnly })
  const stopUpkeep = startUpkeep(pool)
  const release = async () => {
    stopUpkeep()
    // A database that was never opened is not closed.
    const opened = await folder.catch(() => undefined)
    await opened?.close()
  }
  return { pool, release }
}

/** A pool of one connection to the embedded engine. */
export function poolOver(exchange: Exchange): Pool {
  return poolThrough(async () => exchange)
}

/** The same, where each new connection first requests the engine. */
export function poolThrough(
  connect: () => Promise<Exchange>,
  { readOnly = false }: { readOnly?: boolean } = {},
): Pool {
  const config = {
    max: 1,
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitForConnectionMs,
    stream: () => new LiteWire(connect),
  }
  return createPool(config, client => resetSession(client, readOnly))
}

/**
 * The engine has one session for ever, so a new client resets what the last one left: a transaction, prepared
 * statements.
 */
async function resetSession(client: ClientBase, readOnly: boolean) {
  await client.query('rollback')
  await client.query('discard all')
  await client.query(
    `set timezone = 'UTC'; set client_min_messages = warning; set application_name = '${nameOf('embedded')}'`,
  )
  if (readOnly) await client.query('set default_transaction_read_only = on')
}

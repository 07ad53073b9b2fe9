import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { channel, createAnnouncer, messageOf } from './announce.ts'
import type { Changes } from './changes.ts'
import { connectionTo } from './connection-to.ts'
import { nameOf, pooledNameOf } from './hearing.ts'
import { createListener, type Listener, notifying } from './listener.ts'
import { nothingHeard } from './news.ts'
import { createPool } from './pool.ts'
import { sharesOf } from './shares.ts'
import { type SessionLimits, sessionOf } from './session.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const versionMin = 150_000
const statementTimeoutMs = 30_000
// Requests that wait for a lock are answered within ten seconds.
const lockTimeoutMs = 8000
// Longer than the server's own statement timeout: after this, the server or the network is gone without notice.
const answerUsuallyMaxMs = statementTimeoutMs + 5000

const limitsOf = (statementMs: number, readOnly: boolean): SessionLimits => ({
  statementMs,
  lockMs: lockTimeoutMs,
  idleInTransactionMs: statementTimeoutMs,
  readOnly,
})

type PoolOptions = {
  poolSize: number
  answerMaxMs?: number | undefined
  /** Milliseconds after which a statement of a public list is cancelled. */
  listMaxMs: number
  readOnly: boolean
  changes: Changes
  /** Tables whose writes are announced to other processes. */
  toldTables: readonly string[]
  /** The address on which other processes' writes are heard; without it none are. */
  listenUrl?: string | undefined
}

/** The pools of one process; `sharesOf` says what each is for. */
export type Pools = { main: Pool; lists: Pool; door: Pool | undefined; health: Pool | undefined }

/** Opens the pools of a PostgreSQL server after it answered and proved to be new enough. */
export async function openPostgresPools(
  databaseUrl: string,
  { poolSize, answerMaxMs = answerUsuallyMaxMs, listMaxMs, readOnly, ...telling }: PoolOptions,
) {
  const shares = sharesOf(poolSize)
  const id = randomBytes(4).toString('hex')
  const { listenUrl = databaseUrl } = telling
  const name = listenUrl === databaseUrl ? nameOf(id) : pooledNameOf(id)
  const open = (max: number, statementMaxMs = statementTimeoutMs) =>
    openPool(databaseUrl, { max, limits: limitsOf(statementMaxMs, readOnly), name })
  const pools: Pools = {
    main: open(shares.main),
    lists: open(shares.lists, listMaxMs),
    door: shares.door === 0 ? undefined : open(shares.door),
    health: shares.health === 0 ? undefined : open(shares.health),
  }
  try {
    await demandSuitable(pools.main)
  } catch (error) {
    // The other pools have not connected yet.
    await pools.main.end()
    throw error
  }
  await sayHello(pools.main, id)
  return { pools, answerMaxMs, ...talkWithOthers(pools.main, { ...telling, id }) }
}

/**
 * Names this process to the others before it can write, so that they miss it when it is killed before they next ask who is
 * connected. A server that takes no messages takes no writes either.
 */
const sayHello = (pool: Pool, id: string) =>
  pool.query(notifying, [channel, messageOf(id, new Map())]).catch(() => {})

type Telling = Pick<PoolOptions, 'changes' | 'toldTables' | 'listenUrl'> & { id: string }

/** Announces this process's writes, and hears of other processes' writes where an address for that is set. */
function talkWithOthers(pool: Pool, { changes, toldTables, listenUrl, id }: Telling) {
  const listener =
    listenUrl === undefined
      ? undefined
      : createListener({ config: connectionTo(listenUrl, nameOf(id)), changes, id })
  const { flush } = createAnnouncer({
    changes,
    tables: new Set(toldTables),
    id,
    send: message => sendOver(listener, pool, message),
  })
  return {
    news: listener ?? nothingHeard,
    listener,
    beforeEnd: async () => {
      await flush()
      await listener?.close()
    },
    release: async () => {},
  }
}

/** Messages are sent on the listening connection, which is idle, or on the pool while there is none. */
async function sendOver(listener: Listener | undefined, pool: Pool, message: string) {
  if (listener?.trouble() === undefined && listener) return listener.send(message)
  return pool.query(notifying, [channel, message])
}

function openPool(
  databaseUrl: string,
  { max, limits, name }: { max: number; limits: SessionLimits; name: string },
): Pool {
  const config = { ...connectionTo(databaseUrl, name), max, idleTimeoutMillis: 30_000 }
  return createPool(config, sessionOf(limits))
}

async function demandSuitable(pool: Pool) {
  const { version, encoding } = await askServer(pool).catch((error: unknown) => {
    throw unreachable(error)
  })
  if (version < versionMin) {
    const major = Math.floor(version / 10_000)
    const sentence = `PostgreSQL 15 or newer is needed; this server is ${major}.`
    throw new DatabaseUnavailable('version', sentence)
  }
  if (encodings.has(encoding)) return
  throw new DatabaseUnavailable(
    'encoding',
    `The database in DATABASE_URL has the encoding ${encoding}, which lacks most letters; create it with UTF8: createdb -E UTF8 -T template0 NAME.`,
  )
}

/** `SQL_ASCII` keeps every text as it is. A cluster made without a language has it. */
const encodings = new Set(['UTF8', 'SQL_ASCII'])

type Server = { version: number; encoding: string }

// Async, because an unreadable certificate is thrown synchronously.
async function askServer(pool: Pool): Promise<Server> {
  const { rows } = await pool.query<Server>(`
    select current_setting('server_version_num')::int as version, getdatabaseencoding() as encoding`)
  return rows[0] ?? { version: 0, encoding: '' }
}

/** Explains errors of PostgreSQL and of the network, by code or message, naming the setting to change. */
const sentences: [RegExp, string][] = [
  [
    /(?:no encryption|SSL off)$|SSL required/,
    'PostgreSQL takes no unencrypted connection from here; add ?sslmode=verify-full to DATABASE_URL, or sslmode=require, which encrypts without checking the certificate',
  ],
  [
    /no pg_hba\.conf entry/,
    'PostgreSQL lets the user in DATABASE_URL not in from here; its pg_hba.conf has no entry for that',
  ],
  [
    /does not support SSL/,
    'PostgreSQL offers no TLS, which sslmode in DATABASE_URL demands; turn it on there, or use sslmode=disable',
  ],
  [
    /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_CERT)/,
    "PostgreSQL's certificate cannot be trusted; name its authority with sslrootcert=FILE in DATABASE_URL, or use sslmode=require, which encrypts without checking it",
  ],
  [/verify-ca requires/, 'sslmode=verify-ca in DATABASE_URL needs sslrootcert=FILE beside it'],
  [/^ENOENT$/, 'A file that DATABASE_URL names does not exist'],
  [/^28/, 'PostgreSQL refused the user or password in DATABASE_URL'],
  [/^3D000$/, 'The database named in DATABASE_URL does not exist'],
  [/^53300$/, 'PostgreSQL has no connection left; lower DATABASE_POOL or raise max_connections'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The host in DATABASE_URL cannot be found'],
]

function unreachable(error: unknown): DatabaseUnavailable {
  const { code = '', message } = error as NodeJS.ErrnoException
  const sentence =
    sentences.find(([said]) => said.test(code) || said.test(message))?.[1] ??
    `PostgreSQL cannot be reached with DATABASE_URL: ${message || code || 'no answer'}`
  return new DatabaseUnavailable('unreachable', `${sentence}.`, error)
}

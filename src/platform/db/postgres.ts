import type { Pool } from 'pg'
import { createPool } from './pool.ts'
import { sharesOf } from './shares.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const versionMin = 150_000
const connectTimeoutMs = 10_000
const statementTimeoutMs = 30_000
// Whoever waits for a lock is answered within ten seconds.
const lockTimeoutMs = 8000
// Later than the server gives a statement up: then it, or the network, is gone without a word.
const answerUsuallyMaxMs = statementTimeoutMs + 5000
const aliveAfterMs = 10_000

const sessionSettings = (statementMaxMs: number) =>
  [
    `set statement_timeout = ${statementMaxMs}`,
    `set lock_timeout = ${lockTimeoutMs}`,
    `set idle_in_transaction_session_timeout = ${statementTimeoutMs}`,
    "set timezone = 'UTC'",
    "set datestyle = 'ISO, YMD'",
    'set client_min_messages = warning',
    // Compiling a plan costs hundreds of milliseconds; our statements take one. Starting workers costs several.
    'set jit = off',
    'set max_parallel_workers_per_gather = 0',
  ].join(';')

type PoolOptions = {
  poolSize: number
  answerMaxMs?: number | undefined
  /** Milliseconds after which a statement of a public list is given up. */
  listMaxMs: number
}

/** The pools of one process; which stands for which is told by `sharesOf`. */
export type Pools = { main: Pool; lists: Pool; door: Pool | undefined; health: Pool | undefined }

/** Pools over a PostgreSQL server, once it has answered and is new enough. */
export async function openPostgresPools(
  databaseUrl: string,
  { poolSize, answerMaxMs = answerUsuallyMaxMs, listMaxMs }: PoolOptions,
) {
  const shares = sharesOf(poolSize)
  const open = (max: number, statementMaxMs = statementTimeoutMs) =>
    openPool(databaseUrl, { max, statementMaxMs })
  const pools: Pools = {
    main: open(shares.main),
    lists: open(shares.lists, listMaxMs),
    door: shares.door === 0 ? undefined : open(shares.door),
    health: shares.health === 0 ? undefined : open(shares.health),
  }
  try {
    await demandVersion(pools.main)
  } catch (error) {
    // The others have not connected.
    await pools.main.end()
    throw error
  }
  return { pools, answerMaxMs, release: async () => {} }
}

function openPool(
  databaseUrl: string,
  { max, statementMaxMs }: { max: number; statementMaxMs: number },
): Pool {
  const config = {
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: aliveAfterMs,
    application_name: 'marquee',
  }
  // Sent after connecting instead of as start-up options, which poolers refuse.
  return createPool(config, client => client.query(sessionSettings(statementMaxMs)))
}

async function demandVersion(pool: Pool) {
  const { rows } = await pool
    .query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    .catch((error: unknown) => {
      throw unreachable(error)
    })
  const version = rows[0]?.version ?? 0
  if (version >= versionMin) return
  const found = Math.floor(version / 10_000)
  const sentence = `PostgreSQL 15 or newer is needed; this server is ${found}.`
  throw new DatabaseUnavailable('version', sentence)
}

/** What PostgreSQL and the network say, in words that name the setting. */
const sentences: [RegExp, string][] = [
  [/^28/, 'PostgreSQL refused the user or password in DATABASE_URL'],
  [/^3D000$/, 'The database named in DATABASE_URL does not exist'],
  [/^53300$/, 'PostgreSQL has no connection left; lower DATABASE_POOL or raise max_connections'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The host in DATABASE_URL cannot be found'],
]

function unreachable(error: unknown): DatabaseUnavailable {
  const { code = '', message } = error as NodeJS.ErrnoException
  const sentence =
    sentences.find(([codes]) => codes.test(code))?.[1] ??
    `PostgreSQL cannot be reached with DATABASE_URL: ${message || code || 'no answer'}`
  return new DatabaseUnavailable('unreachable', `${sentence}.`, error)
}

import type { Pool } from 'pg'
import { createPool } from './pool.ts'
import { type SessionLimits, sessionOf } from './session.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const versionMin = 150_000
const connectTimeoutMs = 10_000
const statementTimeoutMs = 30_000
const lockTimeoutMs = 10_000
// Later than the server gives a statement up: then it, or the network, is gone without a word.
const answerUsuallyMaxMs = statementTimeoutMs + 5000
const aliveAfterMs = 10_000

const limits: SessionLimits = {
  statementMs: statementTimeoutMs,
  lockMs: lockTimeoutMs,
  idleInTransactionMs: statementTimeoutMs,
}

type PoolOptions = { poolSize: number; answerMaxMs?: number | undefined }

/** A pool over a PostgreSQL server, once it has answered and is new enough. */
export async function openPostgresPool(
  databaseUrl: string,
  { poolSize, answerMaxMs = answerUsuallyMaxMs }: PoolOptions,
) {
  const config = {
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: aliveAfterMs,
    application_name: 'marquee',
  }
  const pool = createPool(config, sessionOf(limits))
  try {
    await demandVersion(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return { pool, answerMaxMs, release: async () => {} }
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

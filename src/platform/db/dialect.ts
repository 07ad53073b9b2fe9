import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient, QueryResult as Answer } from 'pg'
import type { Changes } from './changes.ts'
import { refuseInsideTransaction } from './guard.ts'
import { carriedBy } from './session.ts'
import type { StatementNames } from './statement-names.ts'
import { DatabaseUnavailable } from './unavailable.ts'
import { isNameUnknown, isPlanStale, isUnanswered } from './violations.ts'

type Means = {
  pool: Pool
  names: StatementNames
  changes: Changes
  /** After this long without an answer the server is believed to be gone; without it, never. */
  answerMaxMs?: number | undefined
}

/** Kysely over a `pg.Pool`: guarded against use inside a transaction, and a COMMIT is believed only when it was one. */
export function poolDialect(means: Means): Dialect {
  const adapter = new PostgresAdapter()
  return {
    createAdapter: () => adapter,
    createDriver: () => poolDriver(means, adapter),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

type Connection = DatabaseConnection & {
  client: PoolClient
  broken: boolean
  /** Tables written since BEGIN; undefined outside of a transaction. */
  written: Set<string> | undefined
  ask(query: Question): Promise<Answer>
}
type Question = { text: string; values?: unknown[]; name?: string }

function poolDriver(means: Means, owner: object): Driver {
  const { pool } = means
  const ask = (connection: DatabaseConnection, text: string) =>
    (connection as Connection).ask({ text })
  return {
    init: async () => {},
    acquireConnection: async () => {
      refuseInsideTransaction(owner)
      return connectionOver(await connect(pool), means)
    },
    beginTransaction: async (connection, settings) => {
      const { client } = connection as Connection
      await ask(connection, beginText(settings, carriedBy(client)))
      ;(connection as Connection).written = new Set()
    },
    commitTransaction: async connection => {
      const { written = [] } = connection as Connection
      ;(connection as Connection).written = undefined
      try {
        const { command } = await ask(connection, 'commit')
        // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement before it had failed.
        if (command !== 'COMMIT') throw new RolledBack()
      } finally {
        // Also when the connection was lost: then the change may have happened.
        means.changes.happened(written)
      }
    },
    rollbackTransaction: async connection => {
      ;(connection as Connection).written = undefined
      // It ends with its connection, which might not even hear of it.
      if ((connection as Connection).broken) return
      try {
        await ask(connection, 'rollback')
      } catch {
        // The error that led here says more; this connection must not be used again.
        ;(connection as Connection).broken = true
      }
    },
    releaseConnection: async connection => {
      const { client, broken } = connection as Connection
      client.release(broken)
    },
    destroy: () => pool.end(),
  }
}

class RolledBack extends Error {
  constructor() {
    super('The transaction was rolled back because a statement in it had failed.')
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('timeout exceeded')) {
      throw new DatabaseUnavailable('busy', 'The database has too much to do.', error)
    }
    if ((error as { code?: string }).code === '53300') {
      const sentence =
        'PostgreSQL has no connection left: all processes together open more than it takes; lower DATABASE_POOL or raise max_connections.'
      throw new DatabaseUnavailable('busy', sentence, error)
    }
    throw error
  }
}

function beginText(settings: TransactionSettings, carried: string): string {
  const { isolationLevel, accessMode } = settings
  const words = ['begin']
  if (isolationLevel !== undefined) words.push(`isolation level ${isolationLevel}`)
  if (accessMode !== undefined) words.push(accessMode)
  return carried === '' ? words.join(' ') : `${words.join(' ')}; ${carried}`
}

function connectionOver(client: PoolClient, means: Means): Connection {
  const { names, changes, answerMaxMs } = means
  const patience = answerMaxMs === undefined ? {} : { query_timeout: answerMaxMs }
  const carried = carriedBy(client)

  async function send(query: Question): Promise<Answer> {
    try {
      return await client.query({ ...query, ...patience })
    } catch (error) {
      connection.broken ||= spoilsConnection(error)
      throw error
    }
  }

  /** A transaction of one statement that takes the session's settings along: three messages, one round trip. */
  async function sendEnclosed(query: Question): Promise<Answer> {
    const begun = send({ text: beginText({}, carried) })
    const answered = send(query)
    const ended = send({ text: 'commit' })
    await Promise.allSettled([begun, answered, ended])
    await begun
    const answer = await answered
    const { command } = await ended
    if (command !== 'COMMIT') throw new RolledBack()
    return answer
  }

  async function noted(text: string, answer: () => Promise<Answer>): Promise<Answer> {
    const tables = changes.writtenBy(text)
    try {
      return await answer()
    } finally {
      if (!connection.written) changes.happened(tables)
      else for (const table of tables) connection.written.add(table)
    }
  }

  const run = (query: Question) =>
    noted(query.text, () =>
      carried === '' || connection.written ? send(query) : sendEnclosed(query),
    )

  /** A statement that was refused for its name only was not begun: it is sent again without. */
  async function runNamed(query: Question): Promise<Answer> {
    try {
      return await run(query)
    } catch (error) {
      const isRefused = query.name !== undefined && distrustNames(names, error, carried !== '')
      // With the statement its transaction has failed, and is run again as a whole.
      if (!isRefused || connection.written) throw error
      const { name: _, ...plain } = query
      return run(plain)
    }
  }

  const connection: Connection = {
    client,
    broken: false,
    written: undefined,
    ask: query => noted(query.text, () => send(query)),
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> =>
      answerOf<R>(await runNamed(statementOf(sql, parameters, names))),
    streamQuery: () => {
      throw new Error('Long results are read through a SQL cursor inside a transaction.')
    },
  }
  return connection
}

/**
 * Draws the conclusion from an error of a named statement, and returns whether there was one to draw. A stale plan is
 * outrun by another name; not behind a pooler, which may prepare under names of its own.
 */
function distrustNames(names: StatementNames, error: unknown, isPooled: boolean): boolean {
  const isStale = isPlanStale(error)
  if (!isStale && !isNameUnknown(error)) return false
  if (isStale && !isPooled) names.renew()
  else names.giveUp((error as Error).message)
  return true
}

function statementOf(text: string, parameters: readonly unknown[], names: StatementNames) {
  const values = [...parameters]
  const name = names.of(text)
  return name === undefined ? { text, values } : { text, values, name }
}

function answerOf<R>({ command, rowCount, rows }: Answer): QueryResult<R> {
  const changed = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
  return changed ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}

/** After a failover (the server is read-only) or an answer that never came only a new connection helps. */
function spoilsConnection(error: unknown): boolean {
  return isUnanswered(error) || (error as { code?: string }).code === '25006'
}

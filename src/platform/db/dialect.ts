import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { PoolClient, QueryResult as Answer } from 'pg'
import type { Changes } from './changes.ts'
import { refuseInsideTransaction } from './guard.ts'
import { carriedBy } from './session.ts'
import type { StatementNames } from './statement-names.ts'
import { isNameUnknown, isPlanStale, isUnanswered } from './violations.ts'

/** Connections as a purpose takes them. */
export type Source = {
  take(): Promise<PoolClient>
  give(client: PoolClient, broken: boolean): void
}

type Means = {
  source: Source
  /** Stands for the database in all handles on it (guard.ts). */
  owner: PostgresAdapter
  names: StatementNames
  changes: Changes
  /** After this long without an answer the server is believed to be gone; without it, never. */
  answerMaxMs?: number | undefined
}

/** Kysely over connections of a `pg.Pool`: guarded against use inside a transaction, and a COMMIT is believed only when it was one. */
export function poolDialect(means: Means): Dialect {
  return {
    createAdapter: () => means.owner,
    createDriver: () => poolDriver(means),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

type Connection = DatabaseConnection & {
  client: PoolClient
  broken: boolean
  /** Tables written since BEGIN; undefined outside of a transaction. */
  written: Set<string> | undefined
  /** Why the transaction that is open has failed. */
  failure: unknown
  ask(query: Question): Promise<Answer>
}
type Question = { text: string; values?: unknown[]; name?: string }

function poolDriver(means: Means): Driver {
  const { source, owner } = means
  const ask = (connection: DatabaseConnection, text: string) =>
    (connection as Connection).ask({ text })
  return {
    init: async () => {},
    acquireConnection: async () => {
      refuseInsideTransaction(owner)
      return connectionOver(await source.take(), means)
    },
    beginTransaction: async (connection, settings) => {
      const { client } = connection as Connection
      await ask(connection, beginText(settings, carriedBy(client)))
      ;(connection as Connection).written = new Set()
      ;(connection as Connection).failure = undefined
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
      source.give(client, broken)
    },
    // Pools end with the database that they belong to.
    destroy: async () => {},
  }
}

class RolledBack extends Error {
  constructor() {
    super('The transaction was rolled back because a statement in it had failed.')
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
      throw causeOf(connection, error)
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
    failure: undefined,
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
 * Statements travel together, and all behind one that failed are refused because it failed. Whichever of them is heard
 * first, the error of the transaction is that of the first.
 */
function causeOf(connection: Connection, error: unknown): unknown {
  if ((error as { code?: string }).code === '25P02') return connection.failure ?? error
  if (connection.written) connection.failure ??= error
  return error
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

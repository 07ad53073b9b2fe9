import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { PoolClient, QueryResult as Answer } from 'pg'
import { type Changes, collect, type Collected } from './changes.ts'
import { refuseInsideTransaction } from './guard.ts'
import { carriedBy } from './session.ts'
import { StatementCompiler } from './statement-compiler.ts'
import type { StatementNames } from './statement-names.ts'
import { touchedBy } from './touched.ts'
import { isNameUnknown, isPlanStale, isUnanswered } from './violations.ts'

/** Connections as a purpose takes them. */
export type Source = {
  take(): Promise<PoolClient>
  give(client: PoolClient, broken: boolean): void
}

type DialectOptions = {
  source: Source
  /** Stands for the database in all handles on it (guard.ts). */
  owner: PostgresAdapter
  names: StatementNames
  changes: Changes
  /** After this long without an answer the server is believed to be gone; without it, never. */
  answerMaxMs?: number | undefined
}

/** Kysely over connections of a `pg.Pool`: guarded against use inside a transaction, and a COMMIT is believed only when it was one. */
export function poolDialect(options: DialectOptions): Dialect {
  return {
    createAdapter: () => options.owner,
    createDriver: () => poolDriver(options),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new StatementCompiler(),
  }
}

type Connection = DatabaseConnection & {
  client: PoolClient
  broken: boolean
  /** Rows written since BEGIN; undefined outside of a transaction. */
  written: Collected | undefined
  /** Why the transaction that is open has failed. */
  failure: unknown
  ask(query: Question): Promise<Answer>
}
type Question = { text: string; values?: unknown[]; name?: string; query_timeout?: number }

function poolDriver(options: DialectOptions): Driver {
  const { source, owner } = options
  const ask = (connection: DatabaseConnection, text: string) =>
    (connection as Connection).ask({ text })
  return {
    init: async () => {},
    acquireConnection: async () => {
      refuseInsideTransaction(owner)
      return connectionOver(await source.take(), options)
    },
    beginTransaction: async (connection, settings) => {
      const { client } = connection as Connection
      await ask(connection, beginText(settings, carriedBy(client)))
      ;(connection as Connection).written = new Map()
      ;(connection as Connection).failure = undefined
    },
    commitTransaction: async connection => {
      const { written = new Map() } = connection as Connection
      ;(connection as Connection).written = undefined
      try {
        const { command } = await ask(connection, 'commit')
        // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement before it had failed.
        if (command !== 'COMMIT') throw new RolledBack()
      } finally {
        // Also when the connection was lost: then the change may have happened.
        options.changes.happened(written)
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

type Enclosing = { send: (query: Question) => Promise<Answer>; carried: string }

/** A transaction of one statement that takes the session's settings along: three messages, one round trip. */
async function sendEnclosed(query: Question, { send, carried }: Enclosing): Promise<Answer> {
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

function connectionOver(client: PoolClient, options: DialectOptions): Connection {
  const { names, changes, answerMaxMs } = options
  const carried = carriedBy(client)

  async function send(query: Question): Promise<Answer> {
    if (answerMaxMs !== undefined) query.query_timeout = answerMaxMs
    try {
      return await client.query(query)
    } catch (error) {
      connection.broken ||= spoilsConnection(error)
      throw causeOf(connection, error)
    }
  }

  const run = (query: Question) =>
    carried === '' || connection.written ? send(query) : sendEnclosed(query, { send, carried })

  /**
   * Notes what the statement writes once it is answered, also when nobody can know whether it took effect. `touched` are the
   * records whose rows it writes, if it says so.
   */
  async function noting(
    query: Question,
    way: (query: Question) => Promise<Answer>,
    touched?: readonly number[],
  ) {
    const tables = changes.writtenBy(query.text)
    if (tables.length === 0) return way(query)
    try {
      return await way(query)
    } finally {
      const rows: Collected = connection.written ?? new Map()
      collect(rows, tables, touched)
      if (!connection.written) changes.happened(rows)
    }
  }

  /** A statement that was refused for its name only was not begun: it is sent again without. */
  function withoutName(query: Question, error: unknown, touched?: readonly number[]) {
    const isRefused = query.name !== undefined && distrustNames(names, error, carried !== '')
    // With the statement its transaction has failed, and is run again as a whole.
    if (!isRefused || connection.written) throw error
    const { name: _, ...plain } = query
    return noting(plain, run, touched)
  }

  const connection: Connection = {
    client,
    broken: false,
    written: undefined,
    failure: undefined,
    ask: query => noting(query, send),
    executeQuery: async <R>(compiled: CompiledQuery): Promise<QueryResult<R>> => {
      const query = statementOf(compiled.sql, compiled.parameters, names)
      const touched = touchedBy(compiled)
      try {
        return answerOf<R>(await noting(query, run, touched))
      } catch (error) {
        return answerOf<R>(await withoutName(query, error, touched))
      }
    },
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

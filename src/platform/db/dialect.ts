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
import type { StatementNames } from './statement-names.ts'
import { isUnanswered } from './violations.ts'

/** Connections as a purpose takes them. */
export type Source = {
  take(): Promise<PoolClient>
  give(client: PoolClient, broken: boolean): void
}

type Means = {
  source: Source
  /** Stands for the database in all handles on it (guard.ts). */
  owner: PostgresAdapter
  nameOf: StatementNames
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
      await ask(connection, beginText(settings))
      ;(connection as Connection).written = new Set()
    },
    commitTransaction: async connection => {
      const { written = [] } = connection as Connection
      ;(connection as Connection).written = undefined
      try {
        const { command } = await ask(connection, 'commit')
        // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement before it had failed.
        if (command === 'COMMIT') return
      } finally {
        // Also when the connection was lost: then the change may have happened.
        means.changes.happened(written)
      }
      throw new Error('The transaction was rolled back because a statement in it had failed.')
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

function beginText({ isolationLevel, accessMode }: TransactionSettings): string {
  const words = ['begin']
  if (isolationLevel !== undefined) words.push(`isolation level ${isolationLevel}`)
  if (accessMode !== undefined) words.push(accessMode)
  return words.join(' ')
}

function connectionOver(client: PoolClient, { nameOf, changes, answerMaxMs }: Means): Connection {
  const patience = answerMaxMs === undefined ? {} : { query_timeout: answerMaxMs }
  const connection: Connection = {
    client,
    broken: false,
    written: undefined,
    ask: async query => {
      const tables = changes.writtenBy(query.text)
      try {
        return await client.query({ ...query, ...patience })
      } catch (error) {
        connection.broken ||= spoilsConnection(error)
        throw error
      } finally {
        if (!connection.written) changes.happened(tables)
        else for (const table of tables) connection.written.add(table)
      }
    },
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> =>
      answerOf<R>(await connection.ask(statementOf(sql, parameters, nameOf))),
    streamQuery: () => {
      throw new Error('Long results are read through a SQL cursor inside a transaction.')
    },
  }
  return connection
}

function statementOf(text: string, parameters: readonly unknown[], nameOf: StatementNames) {
  const values = [...parameters]
  const name = nameOf(text)
  return name === undefined ? { text, values } : { text, values, name }
}

function answerOf<R>({ command, rowCount, rows }: Answer): QueryResult<R> {
  const changed = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
  return changed ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}

/**
 * After a failover (the server is read-only), a changed table (stale prepared plan) or an answer that never came only a
 * new connection helps.
 */
function spoilsConnection(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (isUnanswered(error)) return true
  return code === '25006' || (code === '0A000' && /cached plan/.test(message ?? ''))
}

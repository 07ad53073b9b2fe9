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
import { escapeLiteral, type PoolClient, type QueryResult as Answer } from 'pg'
import type { Actor, Edit } from '../../core/actor.ts'
import { type Changes, collect, type Collected } from './changes.ts'
import { refuseInsideTransaction } from './guard.ts'
import { indexMark } from './planned-anew.ts'
import { carriedBy } from './session.ts'
import { StatementCompiler } from './statement-compiler.ts'
import type { StatementNames } from './statement-names.ts'
import { touchedBy } from './touched.ts'
import { commitText, demandText, readCommit } from './edit-text.ts'
import { isNameUnknown, isPlanStale, isUnanswered } from './violations.ts'

/** The connections of one purpose. */
export type Source = {
  take(): Promise<PoolClient>
  give(client: PoolClient, broken: boolean): void
}

export type DialectOptions = {
  source: Source
  /** The object by which all handles on one database recognise each other (guard.ts). */
  owner: PostgresAdapter
  names: StatementNames
  changes: Changes
  /** Who writes; audit entries are written for transactions that name an actor. */
  actor?: Actor | undefined
  /** Milliseconds without an answer after which the server counts as gone; undefined for never. */
  answerMaxMs?: number | undefined
}

/**
 * Kysely on the connections of a `pg.Pool`, guarded against use inside a transaction. A COMMIT that PostgreSQL
 * answers with ROLLBACK is an error.
 */
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
  /** Rows written since BEGIN; undefined outside a transaction. */
  written: Collected | undefined
  /** The error of the open transaction. */
  failure: unknown
  ask(query: Question): Promise<Answer>
}
type Question = { text: string; values?: unknown[]; name?: string; query_timeout?: number }

function poolDriver(options: DialectOptions): Driver {
  const { source, owner } = options
  const named = naming(options.actor)
  const edit = options.actor?.edit
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
      const demand = demandText(edit)
      try {
        await ask(connection, beginText(settings, [carriedBy(client), named, demand]))
      } catch (error) {
        // Nobody else rolls back what has not begun for its caller.
        if (demand !== '' && !(connection as Connection).broken) await ask(connection, 'rollback')
        throw error
      }
      ;(connection as Connection).written = new Map()
      ;(connection as Connection).failure = undefined
    },
    commitTransaction: async connection => {
      const { written = new Map() } = connection as Connection
      ;(connection as Connection).written = undefined
      try {
        const own = written.size > 0 ? edit : undefined
        const command = readCommit(own, await ask(connection, commitText(own)))
        // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement before it had failed.
        if (command !== 'COMMIT') throw new RolledBack()
      } finally {
        // Called also when the connection was lost, because the change may have happened.
        options.changes.happened(written)
      }
    },
    rollbackTransaction: async connection => {
      ;(connection as Connection).written = undefined
      // The transaction ends with its connection, which might not even receive a ROLLBACK.
      if ((connection as Connection).broken) return
      try {
        await ask(connection, 'rollback')
      } catch {
        // The original error says more than this one; this connection must not be used again.
        ;(connection as Connection).broken = true
      }
    },
    releaseConnection: async connection => {
      const { client, broken } = connection as Connection
      source.give(client, broken)
    },
    // Pools are closed with the database that they belong to.
    destroy: async () => {},
  }
}

class RolledBack extends Error {
  constructor() {
    super('The transaction was rolled back because a statement in it had failed.')
  }
}

/** The statement that goes with BEGIN to tell the triggers who writes; '' for nobody. */
function naming(actor: Actor | undefined): string {
  if (actor === undefined) return ''
  const { edit: _, ...name } = actor
  return `set local marquee.actor = ${escapeLiteral(JSON.stringify(name))}`
}

function beginText(settings: TransactionSettings, carried: readonly string[]): string {
  const { isolationLevel, accessMode } = settings
  const words = ['begin']
  if (isolationLevel !== undefined) words.push(`isolation level ${isolationLevel}`)
  if (accessMode !== undefined) words.push(accessMode)
  return [words.join(' '), ...carried.filter(text => text !== '')].join('; ')
}

type Enclosing = {
  send: (query: Question) => Promise<Answer>
  carried: readonly string[]
  edit: Edit | undefined
}

/** Sends one statement as a transaction that carries the session's settings: three messages in one round trip. */
async function sendEnclosed(query: Question, { send, carried, edit }: Enclosing): Promise<Answer> {
  const begun = send({ text: beginText({}, [...carried, demandText(edit)]) })
  const answered = send(query)
  const ended = send({ text: commitText(edit) })
  await Promise.allSettled([begun, answered, ended])
  await begun
  const answer = await answered
  if (readCommit(edit, await ended) !== 'COMMIT') throw new RolledBack()
  return answer
}

/** Of the transaction of one statement. */
const byIndexAlone = 'set local enable_seqscan = off'

function refuseStream(): never {
  throw new Error('Long results are read through a SQL cursor inside a transaction.')
}

/**
 * Whether a statement was sent inside a transaction, and the ids of the records it writes. The transaction may have been
 * rolled back before the answer comes: sent again then, the statement would take effect alone.
 */
type StatementScope = { isInside: boolean; touched: readonly number[] | undefined }

function connectionOver(client: PoolClient, options: DialectOptions): Connection {
  const { names, changes, answerMaxMs } = options
  const carried = carriedBy(client)
  const named = naming(options.actor)

  async function send(query: Question): Promise<Answer> {
    if (answerMaxMs !== undefined) query.query_timeout = answerMaxMs
    try {
      return await client.query(query)
    } catch (error) {
      connection.broken ||= spoilsConnection(error)
      throw causeOf(connection, error)
    }
  }

  /** Outside of a transaction a statement gets one of its own where something must go with it. */
  const run = (query: Question) => {
    const names = named !== '' && changes.writtenBy(query.text).length > 0
    const planning = query.text.startsWith(indexMark) ? byIndexAlone : ''
    if (connection.written || (carried === '' && planning === '' && !names)) return send(query)
    const edit = names ? options.actor?.edit : undefined
    return sendEnclosed(query, { send, carried: [carried, planning, names ? named : ''], edit })
  }

  /**
   * Records what a statement wrote after its answer, also when it is unknown whether it took effect. `touched` are
   * the ids of the records it writes, if it names them.
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

  /** A statement that was refused only because of its name was not run; it is sent again without a name. */
  function withoutName(query: Question, error: unknown, { isInside, touched }: StatementScope) {
    const isRefused = query.name !== undefined && distrustNames(names, error, carried !== '')
    // Inside a transaction the whole transaction has failed, and is run again.
    if (!isRefused || isInside) throw error
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
      const scope = { touched: touchedBy(compiled), isInside: connection.written !== undefined }
      try {
        return answerOf<R>(await noting(query, run, scope.touched))
      } catch (error) {
        return answerOf<R>(await withoutName(query, error, scope))
      }
    },
    streamQuery: refuseStream,
  }
  return connection
}

/**
 * Statements are sent together, and all statements behind a failed one are refused because of it. Whichever error
 * arrives first, the transaction fails with the error of the statement that failed first.
 */
function causeOf(connection: Connection, error: unknown): unknown {
  if ((error as { code?: string }).code === '25P02') return connection.failure ?? error
  if (connection.written) connection.failure ??= error
  return error
}

/**
 * Reacts to an error of a prepared statement, and returns whether it was about the preparation. A stale plan is
 * replaced under another name, except behind a pooler, which may prepare under names of its own.
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

/** After a failover (the server is read-only) or a missing answer, only a new connection helps. */
function spoilsConnection(error: unknown): boolean {
  return isUnanswered(error) || (error as { code?: string }).code === '25006'
}

import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type ClientBase, escapeIdentifier } from 'pg'
import type { OpenDatabase } from '../platform/db/database.ts'
import {
  appliedMigrations,
  identifiers,
  type PresentTable,
  presentTables,
} from '../platform/db/tables-present.ts'
import {
  type End,
  exportFormat,
  type Header,
  type SequenceState,
  type TableHeading,
} from './export-format.ts'
import { ImportRefused } from './command-refused.ts'

/**
 * Fills an empty database of the same schema version from an export, all of it or nothing. Fails with
 * `ImportRefused`. Returns how many rows it read.
 */
export async function importData(
  { pool }: Pick<OpenDatabase, 'pool'>,
  source: Readable,
): Promise<{ rows: number }> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`
      set local statement_timeout = 0; set local lock_timeout = 0;
      set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
      set local marquee.actor = 'import'`)
    const rows = await fill(client, source)
    for (const statement of forgotten) await client.query(statement)
    await client.query('commit')
    await client.query('analyze')
    client.release()
    return { rows }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    client.release(true)
    source.destroy()
    throw refused(error)
  }
}

/**
 * After an import nobody gets mail about what happened before it: followers start at the end of the facts, and mail
 * that waited in the outbox is withdrawn (contract.md 18.3).
 */
const forgotten = [
  `delete from followers where name <> 'sequencer'`,
  `update messages set state = 'withdrawn', lease_until = null, error = 'It was in the outbox of another installation.'
   where state in ('queued', 'sending', 'withheld')`,
  'delete from event_notices',
  'delete from mail_sender',
]

/**
 * Errors caused by a broken file (bytes that cannot be decompressed, values that no column accepts) are reported as
 * the file's fault.
 */
function refused(error: unknown): unknown {
  const { code = '' } = error as { code?: string }
  return /^(Z_|22|23)/.test(code) ? damaged(error) : error
}

type Target = { client: ClientBase; tables: ReadonlyMap<string, PresentTable> }

async function fill(client: ClientBase, source: Readable): Promise<number> {
  const lines = splitLines(await unpacked(source))
  const { value: first } = await lines.next()
  await checkHeader(client, first ?? '')
  const present = await presentTables(client)
  await checkEmpty(client, present)
  const foreignKeys = await dropForeignKeys(client)
  await setTriggers(client, present, 'disable')
  const tables = new Map(present.map(table => [table.name, table]))
  const rows = await readBody({ client, tables }, lines)
  await setTriggers(client, present, 'enable')
  for (const statement of foreignKeys) await client.query(statement)
  return rows
}

async function checkHeader(client: ClientBase, text: string) {
  const header = parsed(text) as Partial<Header> | undefined
  if (header?.marquee !== 'export')
    throw new ImportRefused('This file is not an export of Marquee.')
  const migrations = await appliedMigrations(client)
  const there = header.migrations ?? []
  const fits = (index: number) => there[index]?.checksum === migrations[index]?.checksum
  if (
    header.format === exportFormat &&
    there.length === migrations.length &&
    migrations.every((_, i) => fits(i))
  ) {
    return
  }
  throw new ImportRefused(
    `The export has schema version ${there.length} and this database ${migrations.length}; import it with the release that exported it, then upgrade.`,
  )
}

async function checkEmpty(client: ClientBase, tables: readonly PresentTable[]) {
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${escapeIdentifier(name)} limit 1`)
    if (rowCount !== 0) {
      throw new ImportRefused(
        `The database is not empty (${name} has rows); import into a new one.`,
      )
    }
  }
}

/**
 * Tables refer to each other in circles, so foreign keys are dropped during the import, and added and checked at the
 * end. Returns the statements that add them.
 */
async function dropForeignKeys(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; restore: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        as restore
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace order by conname, conrelid`)
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ restore }) => restore)
}

/**
 * What triggers write (the code of a place for the door, entries of the audit) is in the export as well. Written a second
 * time it would stand in the way of its own row, and a ticket that was sent would have another code.
 */
async function setTriggers(
  client: ClientBase,
  tables: readonly PresentTable[],
  change: 'enable' | 'disable',
) {
  for (const { name } of tables) {
    await client.query(`alter table ${escapeIdentifier(name)} ${change} trigger user`)
  }
}

const rowsAtATime = 500
const charactersAtATime = 4_000_000

async function readBody(target: Target, lines: AsyncIterable<string>): Promise<number> {
  let rows = 0
  let batch = rowBatch(async () => {})
  for await (const text of lines) {
    if (text.startsWith('[')) {
      await batch.add(text)
      rows += 1
      continue
    }
    await batch.flush()
    const control = (parsed(text) ?? {}) as Partial<TableHeading & SequenceState & End>
    if (control.end) {
      if (control.rows !== rows) break
      return rows
    }
    if (control.sequence !== undefined) await setSequence(target.client, control)
    else if (control.table === undefined) break
    else batch = rowBatch(inserter(target, control.table, control.columns ?? []))
  }
  throw damaged()
}

const damaged = (cause?: unknown) =>
  new ImportRefused('The export is damaged or was cut off; nothing was imported.', cause)

/** Collects rows and inserts many at a time. */
function rowBatch(insert: (rows: readonly string[]) => Promise<void>) {
  let waiting: string[] = []
  let characters = 0
  const flush = async () => {
    const rows = waiting
    waiting = []
    characters = 0
    if (rows.length > 0) await insert(rows)
  }
  return {
    flush,
    add: async (row: string) => {
      waiting.push(row)
      characters += row.length
      if (waiting.length >= rowsAtATime || characters >= charactersAtATime) await flush()
    },
  }
}

function inserter({ client, tables }: Target, name: string, columns: readonly string[]) {
  const types = new Map(tables.get(name)?.columns.map(column => [column.name, column.type]))
  const values = columns.map((column, index) => {
    const type = types.get(column)
    if (type === undefined) {
      throw new ImportRefused(
        `The export has a column ${name}.${column} that this release does not know.`,
      )
    }
    return `(line ->> ${index})::${type}`
  })
  const text = `insert into ${escapeIdentifier(name)} (${identifiers(columns)}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) as line`
  return async (rows: readonly string[]) => {
    await client.query(text, [`[${rows.join(',')}]`])
  }
}

async function setSequence(client: ClientBase, { sequence, value, used }: Partial<SequenceState>) {
  await client.query('select setval(quote_ident($1)::regclass, $2::bigint, $3)', [
    sequence,
    value,
    used,
  ])
}

/** The file's text, compressed or not. */
async function unpacked(source: Readable): Promise<Readable> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = await chunks.next()
  const head = first.done === true ? Buffer.alloc(0) : first.value
  const whole = Readable.from(
    (async function* () {
      yield head
      yield* { [Symbol.asyncIterator]: () => chunks }
    })(),
  )
  // The first byte tells whether the file is compressed: plain text begins with a brace.
  const through = head[0] === 0x1f ? createGunzip() : new PassThrough()
  // When one stream fails the other is destroyed, so that the reader gets the error.
  pipeline(whole, through).catch(() => {})
  return through
}

async function* splitLines(source: Readable): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let rest: string[] = []
  for await (const chunk of source) {
    const [head = '', ...parts] = decoder.decode(chunk as Buffer, { stream: true }).split('\n')
    rest.push(head)
    for (const part of parts) {
      yield rest.join('')
      rest = [part]
    }
  }
  const last = rest.join('')
  if (last !== '') yield last
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type ClientBase, escapeIdentifier } from 'pg'
import type { OpenDatabase } from '../platform/db/database.ts'
import {
  appliedMigrations,
  identifiers,
  type PresentTable,
  presentSequences,
  presentTables,
} from '../platform/db/tables-present.ts'
import { type ControlLine, exportFormat } from './export-format.ts'

const rowsAtATime = 1000
/** Rows of tables with files are large, so few are read at a time. */
const heavyRowsAtATime = 10

export type Written = { rows: number; tables: Map<string, number> }

/**
 * Writes all data as of one moment, compressed, for `importData`. The file holds every secret of the
 * installation. Ends the stream; returns how many rows it wrote, and of which tables.
 */
export async function exportData(
  { pool }: Pick<OpenDatabase, 'pool'>,
  destination: Writable,
): Promise<Written> {
  const client = await pool.connect()
  const written: Written = { rows: 0, tables: new Map() }
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(sessionText)
    const lines = Readable.from(exportLines(client, written))
    await pipeline(lines, createGzip({ level: 6 }), destination)
    await client.query('commit')
    client.release()
    return written
  } catch (error) {
    await client.query('rollback').catch(() => {})
    client.release(true)
    throw error
  }
}

/** Fixes how values become text, and waits for a slow destination. */
const sessionText = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`

const line = (value: ControlLine) => `${JSON.stringify(value)}\n`

/** Captured mails are only kept for a few days, so they are not exported. */
const leftOut = new Set(['captures'])

async function* exportLines(client: ClientBase, written: Written) {
  const migrations = await appliedMigrations(client)
  yield line({ marquee: 'export', format: exportFormat, migrations })
  for (const table of await presentTables(client)) {
    if (leftOut.has(table.name)) continue
    yield line({ table: table.name, columns: table.columns.map(({ name }) => name) })
    for await (const rows of tableRows(client, table)) {
      written.rows += rows.length
      written.tables.set(table.name, (written.tables.get(table.name) ?? 0) + rows.length)
      yield rows.map(row => `${row}\n`).join('')
    }
  }
  // Sequences are not part of a snapshot. Read last, they are never behind the rows.
  for (const sequence of await presentSequences(client)) {
    const { rows } = await client.query<{ value: string; used: boolean }>(
      `select last_value::text as value, is_called as used from ${escapeIdentifier(sequence)}`,
    )
    for (const state of rows) yield line({ sequence, ...state })
  }
  yield line({ end: true, rows: written.rows })
}

async function* tableRows(client: ClientBase, { name, columns, key }: PresentTable) {
  const texts = columns.map(column => `${escapeIdentifier(column.name)}::text`).join(', ')
  const order = key.length > 0 ? `order by ${identifiers(key)}` : ''
  await client.query(
    `declare export_rows no scroll cursor for
     select to_json(array[${texts}])::text as row from ${escapeIdentifier(name)} ${order}`,
  )
  const heavy = columns.some(({ type }) => type === 'bytea')
  const fetch = `fetch ${heavy ? heavyRowsAtATime : rowsAtATime} from export_rows`
  for (;;) {
    const { rows } = await client.query<{ row: string }>(fetch)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close export_rows')
}

import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { transaction } from '../../src/platform/db/transaction.ts'

type Column = { name: string; type: string }

const required = new Map<string, Column[]>()
let planted = 0

/**
 * Inserts a row straight into a table and returns its id. Required columns that are not given get a value;
 * the rows they refer to need not exist.
 */
export async function plant(db: Db, table: string, given: Record<string, unknown> = {}) {
  const [id] = await plantMany(db, table, [given])
  return id ?? 0
}

/** Inserts several rows like `plant`, all with the same columns given, and returns their ids in this order. */
export async function plantMany(
  db: Db,
  table: string,
  given: readonly Record<string, unknown>[],
): Promise<number[]> {
  const columns = await columnsOf(db, table)
  const rows = given.map(one => {
    planted += 1
    return { ...Object.fromEntries(columns.map(({ name, type }) => [name, valueOf(type)])), ...one }
  })
  const names = Object.keys(rows[0] ?? {}).map(name => sql.ref(name))
  const values = rows.map(row => sql`(${sql.join(Object.values(row))})`)
  return transaction(db, async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows: inserted } = await sql<{ row: { id: number } }>`
      insert into ${sql.ref(table)} (${sql.join(names)}) values ${sql.join(values)}
      returning to_jsonb(${sql.ref(table)}) as row
    `.execute(tx)
    return inserted.map(({ row }) => row.id)
  })
}

async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const known = required.get(table)
  if (known) return known
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO'
  `.execute(db)
  required.set(table, rows)
  return rows
}

function valueOf(type: string): unknown {
  if (type === 'text') return `planted ${planted}`
  if (type === 'bytea') return Buffer.from(`planted ${planted}`)
  if (type.startsWith('timestamp')) return '2031-06-01 19:00:00'
  if (type === 'jsonb') return '[]'
  if (type === 'boolean') return false
  return 1
}

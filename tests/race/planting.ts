import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { transaction } from '../../src/platform/db/transaction.ts'

type Column = { name: string; type: string }

const required = new Map<string, Column[]>()
let planted = 0

/**
 * Writes a row straight into a table and answers its id. Columns that must have a value and are not given get one; what
 * they refer to need not be there.
 */
export async function plant(db: Db, table: string, given: Record<string, unknown> = {}) {
  planted += 1
  const filled = Object.fromEntries(
    (await columnsOf(db, table)).map(({ name, type }) => [name, valueOf(type)]),
  )
  const row = { ...filled, ...given }
  const names = Object.keys(row).map(name => sql.ref(name))
  const values = Object.values(row).map(value => sql`${value}`)
  return transaction(db, async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows } = await sql<{ row: { id: number } }>`
      insert into ${sql.ref(table)} (${sql.join(names)}) values (${sql.join(values)})
      returning to_jsonb(${sql.ref(table)}) as row
    `.execute(tx)
    return rows[0]?.row.id ?? 0
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

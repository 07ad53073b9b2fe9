import { type ClientBase, escapeIdentifier } from 'pg'

export type PresentTable = {
  name: string
  columns: readonly { name: string; type: string }[]
  /** Columns of the primary key, in its order. */
  key: readonly string[]
}

export type AppliedMigration = { version: number; name: string; checksum: string }

/** Our tables with data, by name, as they are in this database; without the migrations' own table. */
export async function presentTables(client: ClientBase): Promise<PresentTable[]> {
  const { rows } = await client.query<PresentTable>(`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                       order by a.attnum)
       from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)), '[]')
       from pg_index i
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey::int2[])
       where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
    order by c.relname collate "C"`)
  return rows
}

export async function appliedMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select version, name, checksum from schema_migrations order by version',
  )
  return rows
}

/** The sequences behind ids, by name. */
export async function presentSequences(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`)
  return rows.map(({ name }) => name)
}

/** Names as SQL identifiers, separated by commas. */
export const identifiers = (names: readonly string[]) => names.map(escapeIdentifier).join(', ')

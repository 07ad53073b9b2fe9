/** Runs statements on a database and returns the rows of the last one. */
export type Ask = <Row>(statements: string) => Promise<Row[]>

/** A hash of the schema, to recognise tests that change it. */
export async function shapeOf(ask: Ask): Promise<string> {
  const rows = await ask<{ shape: string }>(`
    select md5(concat(
      (select string_agg(concat(attrelid, attname, atttypid, attnotnull), ' ' order by attrelid, attnum)
       from pg_attribute join pg_class c on c.oid = attrelid
       where relnamespace = 'public'::regnamespace and attnum > 0),
      (select string_agg(conname || pg_get_constraintdef(oid), ' ' order by conname, conrelid) from pg_constraint),
      (select count(*) from pg_proc), (select count(*) from pg_trigger)
    )) as shape`)
  return rows[0]?.shape ?? ''
}

/**
 * Empties a database to the state after its migrations; false when the test changed the schema, or still
 * holds a lock.
 */
export async function isEmptied(ask: Ask, shape: string): Promise<boolean> {
  try {
    await ask(`rollback; set lock_timeout = '5s'`)
    if ((await shapeOf(ask)) !== shape) return false
    const tables = await ask<Table>(`
      select quote_ident(relname) as name, pg_relation_size(oid) > 200000 as large from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'`)
    await ask(emptying(tables))
    return true
  } catch {
    return false
  }
}

type Table = { name: string; large: boolean }

/** Deletes the rows of small tables, which is ten times faster than truncating them. */
function emptying(tables: readonly Table[]): string {
  const large = tables.filter(table => table.large).map(({ name }) => name)
  return [
    ...(large.length === 0 ? [] : [`truncate ${large.join(', ')} cascade`]),
    // Without triggers, so that the order of tables does not matter.
    'set session_replication_role = replica',
    ...tables.filter(table => !table.large).map(({ name }) => `delete from ${name}`),
    'reset session_replication_role',
    'reset lock_timeout',
    `select setval(oid::regclass, 1, false) from pg_class where relkind = 'S'`,
  ].join(';')
}

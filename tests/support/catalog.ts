import type { Pool, PoolClient } from 'pg'

/** What older releases rely on, keyed by a readable name; the value must stay the same. */
export type Catalog = {
  /** Tables, sequences, functions, unique indexes, constraints and triggers: name → definition. */
  things: Map<string, string>
  columns: Map<string, Column>
  /** Constraints on rows: name → the columns they use, as `table.column`. */
  rules: Map<string, string[]>
}

type Column = { type: string; required: boolean; fallback: string | null }

type Row = Record<string, any>

/** Reads the catalog of the schema `public`. A table that is dropped and created again counts as another one. */
export async function readCatalog(client: Pool | PoolClient): Promise<Catalog> {
  const ask = async (text: string): Promise<Row[]> => (await client.query(text)).rows
  const tables = await ask(`
    select c.relname as name, c.relkind as kind, c.oid::text as oid
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S', 'v', 'm', 'p')`)
  const columns = await ask(`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, a.attnum,
      case when a.attidentity <> '' then 'identity' when a.attgenerated <> '' then 'generated' else '' end
        || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as fallback
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
  const constraints = await ask(`
    select 'constraint ' || conname || ' on ' || c.relname as name, pg_get_constraintdef(n.oid) as what,
      array(select c.relname || '.' || a.attname from pg_attribute a
            where a.attrelid = c.oid and a.attnum = any (n.conkey)) as columns
    from pg_constraint n join pg_class c on c.oid = n.conrelid
    where n.connamespace = 'public'::regnamespace and contype <> 'n'`)
  const uniques = await ask(`
    select 'unique index ' || i.relname || ' on ' || c.relname as name, pg_get_indexdef(i.oid) as what,
      array(select c.relname || '.' || a.attname from pg_attribute a
            where a.attrelid = c.oid and a.attnum = any (x.indkey::int2[])) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    where i.relnamespace = 'public'::regnamespace and x.indisunique
      and not exists (select from pg_constraint where conindid = i.oid and contype in ('p', 'u', 'x'))`)
  const triggers = await ask(`
    select 'trigger ' || tgname || ' on ' || c.relname as name, pg_get_triggerdef(t.oid) as what,
      array(select c.relname || '.' || a.attname from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0) as columns
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal`)
  const functions = await ask(`
    select 'function ' || p.oid::regprocedure as name, pg_get_functiondef(p.oid) as what
    from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`)
  const kinds: Row = { r: 'table', p: 'table', S: 'sequence', v: 'view', m: 'view' }
  const rules = [...constraints, ...uniques, ...triggers]
  return {
    things: new Map([
      ...tables.map(({ name, kind, oid }) => [`${kinds[kind]} ${name}`, oid] as [string, string]),
      ...[...rules, ...functions].map(({ name, what }) => [name, what] as [string, string]),
    ]),
    columns: new Map(
      columns.map(({ name, type, required, fallback }) => [
        name,
        { type, required, fallback: fallback === '' ? null : fallback },
      ]),
    ),
    rules: new Map(rules.map(({ name, columns: looked }) => [name, looked])),
  }
}

/**
 * The SQL of a change, and the tables of which older releases prepare \`select *\`: a new column breaks those
 * statements.
 */
export type Change = { migrations: string; readsWhole: readonly string[] }

/**
 * What in a change would break older releases, one sentence each. A new or wider constraint on a column that
 * they write needs a person's judgement, given in the migration as `-- old code satisfies NAME`.
 */
export function breaksOldCode(before: Catalog, after: Catalog, change: Change): string[] {
  const { migrations, readsWhole } = change
  const found: string[] = []
  const isJudged = (rule: string) => {
    const [, word = ''] = /^(?:constraint|unique index|trigger) (\S+)/.exec(rule) ?? []
    return word !== '' && migrations.includes(`-- old code satisfies ${word}`)
  }
  for (const [name, what] of before.things) {
    if (isJudged(name)) continue
    const now = after.things.get(name)
    if (now === undefined) found.push(`${name} is gone`)
    else if (now !== what) found.push(`${name} is another one`)
  }
  for (const [name, column] of before.columns) {
    const now = after.columns.get(name)
    if (!now) found.push(`column ${name} is gone`)
    else found.push(...columnChanges(name, column, now))
  }
  const isOld = (column: string) => before.columns.has(column)
  for (const [name, { required, fallback }] of after.columns) {
    const [table = ''] = name.split('.')
    if (isOld(name) || !before.things.has(`table ${table}`)) continue
    if (readsWhole.includes(table))
      found.push(`column ${name} is new in a table that is read whole`)
    if (required && fallback === null) found.push(`column ${name} is new and required`)
  }
  for (const [name, columns] of after.rules) {
    if (before.rules.has(name) || !columns.some(isOld) || isJudged(name)) continue
    found.push(`${name} is new and looks at what old code writes`)
  }
  return [...found, ...lostRows(migrations, before)]
}

function columnChanges(name: string, before: Column, now: Column): string[] {
  const found: string[] = []
  if (now.type !== before.type) found.push(`column ${name} is ${now.type}, was ${before.type}`)
  if (now.required && !before.required) found.push(`column ${name} has become required`)
  if (now.fallback !== before.fallback) found.push(`column ${name} has another default`)
  return found
}

/** The catalog does not show rows, so deletes of old rows are found in the SQL. */
function lostRows(migrations: string, before: Catalog): string[] {
  const plain = migrations.replace(/--.*$/gm, '')
  const thrown = plain.matchAll(/\b(?:truncate(?:\s+table)?|delete\s+from)\s+(?:only\s+)?"?(\w+)/gi)
  return [...thrown]
    .map(([, table = '']) => table.toLowerCase())
    .filter(table => before.things.has(`table ${table}`))
    .map(table => `rows of ${table} are thrown away`)
}

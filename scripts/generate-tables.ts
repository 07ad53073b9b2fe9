import type pg from 'pg'

type Column = {
  table: string
  name: string
  type: string
  nullable: boolean
  hasDefault: boolean
  /** An id column, filled from the one sequence of records. */
  isRecordId: boolean
  /** The column's own checks, as `pg_get_constraintdef` prints them. */
  checks: string[]
}

/** PostgreSQL's types in TypeScript, as the drivers return them (see platform/db/column-types.ts). */
const plainTypes: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  text: 'string',
  uuid: 'string',
  date: 'string',
  'timestamp without time zone': 'string',
  'bigint[]': 'number[]',
  'text[]': 'string[]',
  bytea: 'Buffer',
}

function typeOf({ type, checks }: Column): string {
  const words = checks.map(allowedWords).find(allowed => allowed.length > 0)
  if (words) return words.join(' | ')
  if (type === 'timestamp with time zone') return 'Timestamp'
  if (type === 'jsonb') return 'Json'
  if (type.startsWith('numeric')) return 'string'
  const known = plainTypes[type]
  if (!known) throw new Error(`There is no TypeScript type for ${type} yet.`)
  return known
}

/** The values that a check `column in ('a', 'b')` allows, as TypeScript literals; nothing for other checks. */
function allowedWords(check: string): string[] {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check)?.[1]
  const words = list?.split(', ').map(item => /^('[\w-]+')::text$/.exec(item)?.[1])
  return words?.every(word => word !== undefined) ? words : []
}

const pascal = (name: string) =>
  name.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase())

/** The source of src/platform/db/tables.ts: one interface per table of the migrated database. */
export async function tableTypes(pool: pg.Pool): Promise<string> {
  const columns = await readColumns(pool)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const interfaces = tables.map(table => {
    const members = columns
      .filter(column => column.table === table)
      .map(column => `  ${column.name}: ${memberType(column)}`)
    return `interface ${pascal(table)}Table {\n${members.join('\n')}\n}\n`
  })
  const database = tables.map(table => `  ${table}: ${pascal(table)}Table`)
  const records = columns.filter(({ isRecordId }) => isRecordId).map(({ table }) => `  '${table}',`)
  return [
    '// Made from the migrated database by `npm run generate`. Do not edit.',
    "import type { ColumnType } from 'kysely'\n",
    '/** Columns with a default may be left out when a row is written. */',
    'type WithDefault<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>',
    'type Timestamp = ColumnType<Date, Date | string, Date | string>',
    'type NullableTimestamp = ColumnType<Date | null, Date | string | null, Date | string | null>',
    '/** Written as JSON text. */',
    'type Json = ColumnType<unknown, string, string>',
    'type NullableJson = ColumnType<unknown, string | null, string | null>\n',
    ...interfaces,
    `export interface Database {\n${database.join('\n')}\n}\n`,
    '/** Tables whose ids come from the one sequence of records. */',
    `export const recordTables = [\n${records.join('\n')}\n] as const\n`,
    '/** Names of columns of the type timestamptz, and of timestamp; no column of another type has one of them. */',
    `export const instantColumns: readonly string[] = [\n${namesOf(columns, 'timestamp with time zone')}\n]`,
    `export const wallClockColumns: readonly string[] = [\n${namesOf(columns, 'timestamp without time zone')}\n]`,
    '/** Names of columns of other types that end like one of those: `sale_price_until` is a day. */',
    `export const timelessColumns: readonly string[] = [\n${timeless(columns)}\n]\n`,
  ].join('\n')
}

/** The names of columns that are no times and end like the name of one. */
function timeless(columns: readonly Column[]): string {
  const isTime = ({ type }: Column) => type.startsWith('timestamp')
  const times = new Set(columns.filter(isTime).map(({ name }) => name))
  const names = columns
    .filter(column => !isTime(column) && [...times].some(time => column.name.endsWith(`_${time}`)))
    .map(({ name }) => `  '${name}',`)
  return [...new Set(names)].sort().join('\n')
}

/** The names of all columns of a type. A name that columns of other types have too would mean nothing in a result. */
function namesOf(columns: readonly Column[], type: string): string {
  const names = [...new Set(columns.filter(column => column.type === type).map(({ name }) => name))]
  const other = columns.find(column => names.includes(column.name) && column.type !== type)
  if (other)
    throw new Error(`${other.table}.${other.name} is ${other.type}, and elsewhere ${type}.`)
  return names
    .sort()
    .map(name => `  '${name}',`)
    .join('\n')
}

function memberType(column: Column): string {
  const base = typeOf(column)
  const special = base === 'Timestamp' || base === 'Json'
  const nullable = special ? `Nullable${base}` : `${base} | null`
  const type = column.nullable ? nullable : base
  if (column.nullable && special) return `WithDefault<${type}>`
  return column.hasDefault || column.nullable ? `WithDefault<${type}>` : type
}

async function readColumns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
           not a.attnotnull as nullable,
           a.atthasdef or a.attidentity <> '' as "hasDefault",
           coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(''record_ids''%', false) as "isRecordId",
           array(select pg_get_constraintdef(k.oid) from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             order by k.conname collate "C") as checks
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname <> 'schema_migrations'
    order by c.relname collate "C", a.attnum`)
  return rows
}

/** docs/schema.sql: a readable dump of the migrated database, identical for both databases. */
export async function schemaDump(pool: pg.Pool): Promise<string> {
  const tables = await pool.query<{ name: string; columns: string }>(`
    select c.relname as name,
           string_agg('  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
             || case when a.attnotnull then ' not null' else '' end
             || case a.attidentity when 'a' then ' generated always as identity'
                  when 'd' then ' generated by default as identity' else '' end
             || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''), E',\\n' order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname collate "C"`)
  const rest = await pool.query<{ name: string; line: string }>(`
    select r.relname as name,
           'alter table ' || r.relname || ' add constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) || ';' as line
    from pg_constraint k join pg_class r on r.oid = k.conrelid
    where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c')
    union all
    select t.relname, pg_get_indexdef(i.indexrelid) || ';'
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    union all
    select t.relname, pg_get_triggerdef(g.oid) || ';'
    from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where t.relnamespace = 'public'::regnamespace and not g.tgisinternal
    order by 1, 2`)
  const parts = tables.rows.map(({ name, columns }) => {
    const lines = rest.rows.filter(row => row.name === name).map(row => row.line)
    return [`create table ${name} (\n${columns}\n);`, ...lines.sort()].join('\n')
  })
  return `-- Made from the migrated database by \`npm run generate\`. Do not edit.\n\n${parts.join('\n\n')}\n`
}

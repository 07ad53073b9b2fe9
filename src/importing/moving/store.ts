import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { ImportedKind, Row } from '../kinds/imported.ts'

/**
 * An import writes rows of many capabilities, as `marquee import` does: they keep their ids and times, and nobody is told of
 * them (docs/decisions/0076-moving-in.md).
 */
export const tableOf = {
  term: 'terms',
  user: 'users',
  image: 'images',
  venue: 'venues',
  organizer: 'organizers',
  fee: 'fees',
  coupon: 'coupons',
  event: 'events',
  ticket: 'tickets',
  order: 'orders',
  attendee: 'attendees',
} as const satisfies Record<ImportedKind, string>

/** Told in each transaction of an import, so that no trigger takes its rows for what somebody did here. */
export async function actAsImport(tx: Tx): Promise<void> {
  await sql`select set_config('marquee.actor', 'import', true), set_config('timezone', 'UTC', true)`.execute(
    tx,
  )
}

/** Inserts rows of one shape, in one statement. */
export async function insertRows(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map(name => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx)
}

/** Writes all columns that the rows name, by id. */
export async function updateRows(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first).filter(name => name !== 'id')
  const changes = names.map(name => sql`${sql.ref(name)} = wanted.${sql.ref(name)}`)
  await sql`
    update ${sql.table(table)} as own set ${sql.join(changes)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) as wanted
    where own.id = wanted.id
  `.execute(tx)
}

/** What the rows hold in these columns, as a hash each; a ticket with its capacity. Rows that are gone are missing. */
export async function fingerprints(
  db: Db,
  {
    kind,
    ids,
    columns,
  }: { kind: ImportedKind; ids: readonly number[]; columns: readonly string[] },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const capacity =
    kind === 'ticket'
      ? sql`|| coalesce((select capacity::text from pools where id = own.pool_id), '')`
      : sql``
  const { rows } = await sql<{ id: number; print: string }>`
    select id, md5((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(own))
      where key = any(${[...columns]}::text[]))::text ${capacity}) as print
    from ${sql.table(tableOf[kind])} as own where id = any(${[...ids]}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ id, print }) => [id, print]))
}

export type KnownRecord = { oldId: number; ourId: number; hash: string; ours: string | null }

export async function findRecords(
  db: Db,
  { sourceId, kind, oldIds }: { sourceId: number; kind: ImportedKind; oldIds: readonly number[] },
): Promise<Map<number, KnownRecord>> {
  const { rows } = await sql<KnownRecord>`
    select old_id as "oldId", our_id as "ourId", hash, ours from import_records
    where source_id = ${sourceId} and kind = ${kind} and old_id = any(${[...oldIds]}::bigint[])
  `.execute(db)
  return new Map(rows.map(row => [row.oldId, row]))
}

export async function saveRecords(
  tx: Tx,
  { sourceId, kind }: { sourceId: number; kind: ImportedKind },
  records: readonly KnownRecord[],
): Promise<void> {
  if (records.length === 0) return
  await sql`
    insert into import_records (source_id, kind, old_id, our_id, hash, ours)
    select ${sourceId}, ${kind}, "oldId", "ourId", hash, ours
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r ("oldId" bigint, "ourId" bigint, hash text, ours text)
    on conflict (source_id, kind, old_id) do update
      set our_id = excluded.our_id, hash = excluded.hash, ours = excluded.ours
  `.execute(tx)
}

/** The ids among these that a record of ours has, whatever its kind. */
export async function takenRecordIds(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...ids]}::bigint[]) as wanted (id)
    where exists (select from events where id = wanted.id) or exists (select from venues where id = wanted.id)
      or exists (select from organizers where id = wanted.id) or exists (select from images where id = wanted.id)
      or exists (select from tickets where id = wanted.id) or exists (select from attendees where id = wanted.id)
      or exists (select from orders where id = wanted.id)
    order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The highest id that a record of ours got so far. */
export async function highestRecordId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select case when is_called then last_value else 0 end as id from record_ids
  `.execute(db)
  return rows[0]?.id ?? 0
}

/** From now on records get ids above this one. */
export async function raiseRecordIds(db: Db, id: number): Promise<void> {
  if (id < 1 || id <= (await highestRecordId(db))) return
  await sql`select setval('record_ids', ${id}::bigint)`.execute(db)
}

/** Lets the next own id of a table follow its highest. */
export async function raiseOwnIds(
  tx: Tx,
  table: 'terms' | 'users' | 'fees' | 'coupons',
): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence(${table}, 'id'), highest) from (select max(id) as highest from ${sql.table(table)}) as own
    where highest is not null
  `.execute(tx)
}

/** Ids of a table that rows have, of those named, and free ones instead. */
export async function nextOwnId(
  db: Db,
  table: 'terms' | 'users' | 'fees' | 'coupons',
): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select coalesce(max(id), 0) + 1 as id from ${sql.table(table)}`.execute(db)
  return rows[0]?.id ?? 1
}

export async function isOwnIdTaken(
  db: Db,
  table: 'terms' | 'users' | 'fees' | 'coupons',
  id: number,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows.length > 0
}

/** The record of ours that says the same as a term, account, fee or coupon of the source; undefined when there is none. */
export async function findSame(db: Db, kind: ImportedKind, row: Row): Promise<number | undefined> {
  const condition = samenessOf(kind, row)
  if (!condition) return undefined
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(tableOf[kind])} where ${condition} order by id limit 1
  `.execute(db)
  return rows[0]?.id
}

function samenessOf(kind: ImportedKind, row: Row) {
  if (kind === 'term') return sql`taxonomy = ${row['taxonomy']} and slug = ${row['slug']}`
  if (kind === 'fee') return sql`slug = ${row['slug']}`
  if (kind === 'coupon') return sql`lower(slug) = lower(${row['slug']})`
  if (kind !== 'user') return undefined
  return sql`lower(login) in (lower(${row['login']}), lower(nullif(${row['email']}, '')))
    or (email <> '' and lower(email) in (lower(${row['login']}), lower(${row['email']})))`
}

/** The slugs among these that other records of the table have. */
export async function takenSlugs(
  db: Db,
  table: string,
  { slugs, except }: { slugs: readonly string[]; except: readonly number[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)}
    where slug = any(${[...slugs]}::text[]) and slug <> '' and id <> all(${[...except]}::bigint[])
  `.execute(db)
  return new Set(rows.map(({ slug }) => slug))
}

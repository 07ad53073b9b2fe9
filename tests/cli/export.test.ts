import { PassThrough, Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, expect, test } from 'vitest'
import { exportData } from '../../src/cli/export.ts'
import { importData } from '../../src/cli/import.ts'
import type { OpenDatabase } from '../../src/platform/db/database.ts'
import { onPostgres, openEmbedded, openTestDatabase } from '../support/database.ts'

const opened: OpenDatabase[] = []
// Databases are reused: emptying one takes a tenth of creating one.
afterEach(() => Promise.all(opened.splice(0).map(database => database.close())))

async function emptyDatabase(): Promise<OpenDatabase> {
  const database = await openTestDatabase()
  opened.push(database)
  return database
}

/** A migrated embedded database, also in runs on a server. */
async function emptyEmbedded(): Promise<OpenDatabase> {
  const database = await openEmbedded()
  opened.push(database)
  return database
}

const everyByte = Buffer.from(Array.from({ length: 3000 }, (_, n) => n % 256))

async function fill({ db, pool }: OpenDatabase) {
  await db
    .insertInto('users')
    .values({
      login: 'ada',
      display_name: 'Ada',
      email: 'ada@example.org',
      role: 'editor',
      grants: ['a', 'b,"c"'],
    })
    .execute()
  const ends = { expires_at: new Date('2030-01-31T12:00:00.5Z') }
  const credential = { name: 'c', secret_hash: everyByte.subarray(0, 32), ...ends }
  await pool.query(
    `insert into application_passwords (user_id, name, secret_hash, expires_at) select id, $1, $2, $3 from users`,
    Object.values(credential),
  )
  await pool.query(
    `insert into api_keys (user_id, name, secret_hash, expires_at, scopes) select id, $1, $2, $3, '{read}' from users`,
    Object.values(credential),
  )
  await db.insertInto('scanner_keys').values(credential).execute()
  await db.insertInto('server_secrets').values({ name: 'bytes', value: everyByte }).execute()
  // A parent inserted after its child, so that no order of rows satisfies the foreign key.
  await pool.query(
    `insert into terms (id, taxonomy, name, slug) values (90, 'category', 'Parent', 'p')`,
  )
  await pool.query(
    `insert into terms (id, taxonomy, name, slug, parent_id, description)
     values (7, 'category', 'Kind', 'kind', 90, E'line\\nbreak "quoted" \\\\ Zürich 東京')`,
  )
  await pool.query(
    `insert into facts (name, payload) select 'x', jsonb_build_object('n', n) from generate_series(1, 2500) n`,
  )
  await pool.query(`insert into venues (status, name, slug, geo_lat, geo_lng, published_local, published_at)
    values ('publish', 'Hall', 'hall', 0.1, 1e-7, '2026-03-29 02:30:00', '2026-03-29 01:30:00.123456+00')`)
}

/** Every row of every table as text, to compare two databases. */
async function contents({ pool }: OpenDatabase): Promise<Record<string, string[]>> {
  const tables = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations' order by relname collate "C"`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from ${name} t order by 1`,
    )
    if (rows.length > 0) all[name] = rows.map(({ row }) => row)
  }
  return all
}

async function exported(database: OpenDatabase): Promise<Buffer> {
  const destination = new PassThrough()
  const [bytes] = await Promise.all([destination.toArray(), exportData(database, destination)])
  return Buffer.concat(bytes as Buffer[])
}

const imported = (database: OpenDatabase, file: Buffer) =>
  importData(database, Readable.from([file.subarray(0, 1), file.subarray(1)]))

const constraints = async ({ pool }: OpenDatabase) =>
  (
    await pool.query(
      `select conname, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'f' order by 1`,
    )
  ).rows

const full = await openTestDatabase()
afterAll(full.close)
await fill(full)
const file = await exported(full)

test('an import into an empty database restores the same rows, and ids continue after the highest', async () => {
  const copy = await emptyDatabase()
  const before = await constraints(copy)
  const { rows } = await imported(copy, file)
  expect(rows).toBe(2508)
  expect(await contents(copy)).toEqual(await contents(full))
  expect(await constraints(copy)).toEqual(before)
  const next = `insert into facts (name, payload) values ('y', '{}') returning id`
  expect((await copy.pool.query(next)).rows).toEqual([{ id: 2501 }])
  const record = `select nextval('record_ids') as id`
  expect((await copy.pool.query(record)).rows).toEqual((await full.pool.query(record)).rows)
})

test.runIf(onPostgres)(
  'data exported from a server into the embedded database and back are unchanged',
  async () => {
    const embedded = await emptyEmbedded()
    await imported(embedded, file)
    const back = await emptyDatabase()
    await imported(back, await exported(embedded))
    expect(await contents(back)).toEqual(await contents(full))
  },
)

test('the same data always give the same export file', async () => {
  const copy = await emptyDatabase()
  await imported(copy, file)
  expect(gunzipSync(await exported(copy)).equals(gunzipSync(file))).toBe(true)
})

test('an unpacked export can be imported as well', async () => {
  const copy = await emptyDatabase()
  await imported(copy, gunzipSync(file))
  expect(Object.keys(await contents(copy))).toEqual(Object.keys(await contents(full)))
})

test('an import into a database with rows is refused in one sentence and changes nothing', async () => {
  await expect(imported(full, file)).rejects.toMatchObject({
    name: 'ImportRefused',
    message: 'The database is not empty (api_keys has rows); import into a new one.',
  })
})

test('an import of another, cut, damaged or differently versioned file is refused and changes nothing', async () => {
  const copy = await emptyDatabase()
  const before = await constraints(copy)
  const text = gunzipSync(file).toString()
  const refusal = async (bytes: Buffer) => {
    const error = await imported(copy, bytes).catch((caught: unknown) => caught as Error)
    expect(error).toMatchObject({ name: 'ImportRefused' })
    return (error as Error).message
  }
  expect(await refusal(Buffer.from('hello'))).toBe('This file is not an export of Marquee.')
  expect(await refusal(Buffer.alloc(0))).toBe('This file is not an export of Marquee.')
  const cutOff = 'The export is damaged or was cut off; nothing was imported.'
  expect(await refusal(file.subarray(0, file.length / 2))).toBe(cutOff)
  expect(await refusal(gzipSync(text.slice(0, text.length / 2)))).toBe(cutOff)
  expect(await refusal(gzipSync(text.replace('"kind"', '"kind')))).toBe(cutOff)
  expect(await refusal(gzipSync(text.replace('["7"', '["seven"')))).toBe(cutOff)
  expect(await refusal(gzipSync(text.replace('"90"]', '"91"]').replace(',"90",', ',"91",')))).toBe(
    cutOff,
  )
  const other = text.replace(/"checksum":"../, '"checksum":"zz')
  expect(await refusal(gzipSync(other))).toMatch(/^The export has schema version/)
  expect(await contents(copy)).toEqual({})
  expect(await constraints(copy)).toEqual(before)
  await imported(copy, file)
})

test('an export to a destination that fails ends with its error and frees the connection', async () => {
  const destination = new PassThrough()
  destination.on('data', () => destination.destroy(new Error('disk full')))
  await expect(exportData(full, destination)).rejects.toThrow('disk full')
  expect((await full.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

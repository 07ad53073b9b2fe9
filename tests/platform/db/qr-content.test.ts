import { afterAll, beforeEach, expect, test } from 'vitest'
import { migrate, readMigrations } from '../../../src/platform/db/migrate.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const { pool } = database
afterAll(() => database.close())

const all = readMigrations()
const own = all.find(({ name }) => name.endsWith('qr_content.sql'))?.version ?? 0
const before = all.filter(({ version }) => version < own)
const saved = async () =>
  (await pool.query(`select value from site_settings where name = 'qr_content'`)).rows

beforeEach(async () => {
  await pool.query('drop schema public cascade; create schema public')
})

test('a new site has no setting for its QR pictures, so that the usual one counts', async () => {
  await migrate(database, all)
  expect(await saved()).toEqual([])
})

test('a site with accounts keeps plain QR pictures when it is upgraded, unless it had chosen others', async () => {
  const run = async (...statements: string[]) => {
    await migrate(database, before)
    for (const statement of statements) await pool.query(statement)
    await migrate(database, all)
    return saved()
  }
  const account = `insert into users (login, display_name, email, role) values ('admin', 'Admin', 'a@example.org', 'administrator')`
  expect(await run(account)).toEqual([{ value: 'plain' }])
})

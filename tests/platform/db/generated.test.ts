import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { schemaDump, tableTypes } from '../../../scripts/generate-tables.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

const read = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../..', file), 'utf8')

test('both databases have the schema of docs/schema.sql', async () => {
  expect(await schemaDump(database.pool)).toBe(read('docs/schema.sql'))
})

test('the table types are those of the migrated database', async () => {
  expect(await tableTypes(database.pool)).toBe(read('src/platform/db/tables.ts'))
})

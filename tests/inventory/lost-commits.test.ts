import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { transaction } from '../../src/platform/db/transaction.ts'
import { setUpBatch, wasCommitted } from '../../src/ticketing/inventory/store.attempts.ts'
import { openTestDatabase } from '../support/database.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

const batch = (id: string) => transaction(db, tx => setUpBatch(tx, { id, lockWaitMs: 1000 }))

test('a batch that never came is not taken for a committed one, however often somebody looks after an answer was lost', async () => {
  const id = randomUUID()
  expect(await wasCommitted(db, id)).toBe(false)
  expect(await wasCommitted(db, id)).toBe(false)
  await expect(batch(id)).rejects.toThrow(/duplicate|unique/i)
  expect(await wasCommitted(db, id)).toBe(false)
})

test('a batch that was committed is seen each time, also beside looks of an older release', async () => {
  const id = randomUUID()
  await batch(id)
  await sql`insert into lane_batches (id) values (${id}) on conflict do nothing`.execute(db)
  expect(await wasCommitted(db, id)).toBe(true)
  expect(await wasCommitted(db, id)).toBe(true)
})

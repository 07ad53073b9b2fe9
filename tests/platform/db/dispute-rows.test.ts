import { afterAll, describe, expect, test } from 'vitest'
import { migrate, readMigrations } from '../../../src/platform/db/migrate.ts'
import { hasOnce, openTestDatabase } from '../../support/database.ts'

describe.runIf(hasOnce)('the migration that moves disputes into a table', async () => {
  const database = await openTestDatabase()
  const { pool } = database
  afterAll(() => database.close())

  test('makes one row for each dispute in the history, in its latest state', async () => {
    await pool.query('drop schema public cascade; create schema public')
    const all = readMigrations()
    await migrate(
      database,
      all.filter(({ version }) => version < 18),
    )
    await pool.query(`
      insert into orders (id, gateway, status, currency, subtotal_minor, fees_minor, discount_minor,
        total_minor, purchaser_name, purchaser_email)
      select id, 'card', 'completed', 'USD', 1, 0, 0, 1, 'Ada', 'ada@example.org'
      from unnest(array[1, 2]) as made (id);
      insert into order_moves (id, order_id, to_status, cause) overriding system value values
        (11, 1, 'completed', 'dispute inquiry dp_a'), (12, 1, 'completed', 'dispute open dp_a'),
        (13, 1, 'completed', 'dispute open dp_b'), (14, 2, 'completed', 'dispute open dp_c'),
        (15, 1, 'completed', 'dispute won dp_a'), (16, 2, 'reversed', 'dispute'),
        (17, 2, 'completed', 'note')`)
    await migrate(database, all)
    const { rows } = await pool.query(
      'select order_id, dispute_id, state, move_id from order_disputes order by dispute_id',
    )
    expect(rows).toEqual([
      { order_id: 1, dispute_id: 'dp_a', state: 'won', move_id: 15 },
      { order_id: 1, dispute_id: 'dp_b', state: 'open', move_id: 13 },
      { order_id: 2, dispute_id: 'dp_c', state: 'open', move_id: 14 },
    ])
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Piece, readTogether } from '../../../src/platform/db/together.ts'
import { atEnd } from '../../support/at-end.ts'
import { openTestDatabase } from '../../support/database.ts'

const { db, close } = await openTestDatabase()
atEnd(close)

type Times = {
  event_starts_at: Date
  saleEndsAt: Date | null
  start_local: string
  at_door: string
}

test('rows that are read together have their times as rows of one statement have', async () => {
  const query = sql<Times>`
    select timestamptz '2026-12-05 18:30:00.25+00' as event_starts_at, null::timestamptz as "saleEndsAt",
      timestamp '2026-12-05 19:30:00' as start_local, '2026-12-05T19:30' as at_door`
  const times: Piece<Times> = { query }
  const [alone] = (await query.execute(db)).rows
  const together = await readTogether(db, { times })
  expect(together.times).toEqual([alone])
  expect(alone).toEqual({
    event_starts_at: new Date('2026-12-05T18:30:00.250Z'),
    saleEndsAt: null,
    start_local: '2026-12-05 19:30:00',
    at_door: '2026-12-05T19:30',
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../../src/platform/clock.ts'
import type { OpenDatabase } from '../../../src/platform/db/database.ts'
import { databaseClock } from '../../../src/platform/db/database-clock.ts'
import { openTestDatabase } from '../../support/database.ts'
import { movableClock } from '../../support/movable-clock.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const warnings: object[] = []
const log = { warn: (about: object) => void warnings.push(about) }
const off = (seconds: number): Clock => ({
  now: () => new Date(systemClock.now().getTime() + seconds * 1000),
})

test.each([7200, -7200])(
  'a clock that is %i s off is corrected by the database’s, and a warning says so',
  async seconds => {
    warnings.length = 0
    const clock = await databaseClock({ pool: database.pool, log, own: off(seconds) })
    const left = clock.now().getTime() - systemClock.now().getTime()
    expect(Math.abs(left)).toBeLessThan(5000)
    expect(warnings).toEqual([{ seconds: expect.closeTo(seconds, -1) }])
  },
)

test('a clock that agrees with the database’s is left alone', async () => {
  warnings.length = 0
  const own = movableClock(systemClock.now())
  const clock = await databaseClock({ pool: database.pool, log, own })
  expect(clock.now()).toEqual(own.now())
  expect(warnings).toEqual([])
})

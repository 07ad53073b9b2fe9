import { expect, test } from 'vitest'
import { doctorOfClock } from '../../src/cli/clock.ts'
import { onPostgres, openTestDatabase } from '../support/database.ts'

test('doctor names a wrong clock, and says nothing of a right one', async () => {
  const database = await openTestDatabase()
  const at = (seconds: number) => () => new Date(Date.now() + seconds * 1000)
  await database.db.insertInto('facts').values({ name: 'x', payload: '{}' }).execute()
  expect(await doctorOfClock(database, at(0))).toEqual([])
  const [behind] = await doctorOfClock(database, at(-3600))
  expect(behind).toMatch(
    onPostgres
      ? /^This machine's clock is 36\d\d s behind the database's/
      : /^The clock is wrong, or was: the newest record is from .* 3[56]\d\d s in the future/,
  )
  // Without another clock to compare with, the embedded database shows only that time went back.
  const ahead = await doctorOfClock(database, at(3600))
  if (onPostgres) expect(ahead).toEqual([expect.stringMatching(/clock is 3[56]\d\d s ahead of/)])
  else expect(ahead).toEqual([])
  await database.close()
})

import { expect, test } from 'vitest'
import { createFirstAdministrator } from '../../src/cli/first-administrator.ts'
import { readConfig } from '../../src/config/config.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { openTestDatabase } from '../support/database.ts'

const configOf = (environment: Record<string, string>) => {
  const read = readConfig(environment)
  if ('problems' in read) throw new Error(read.problems.join(' '))
  return read.config
}

test('the first administrator gets the e-mail address of the setting, on an empty database only', async () => {
  const { db, close } = await openTestDatabase()
  const config = configOf({ ADMIN_EMAIL: 'boss@example.org' })
  const made = await createFirstAdministrator({
    db,
    random: systemRandom,
    clock: systemClock,
    config,
  })
  const again = await createFirstAdministrator({
    db,
    random: systemRandom,
    clock: systemClock,
    config,
  })
  expect([Object.keys(made ?? {}), again]).toEqual([
    ['applicationPassword', 'linkSecret'],
    undefined,
  ])
  const users = await db.selectFrom('users').select(['login', 'email']).execute()
  expect(users).toEqual([{ login: 'admin', email: 'boss@example.org' }])
  await close()
})

test('of several processes that start on an empty database at once, one creates the first administrator, and all go on', async () => {
  const { db, close } = await openTestDatabase()
  const config = configOf({})
  const start = () =>
    createFirstAdministrator({ db, random: systemRandom, clock: systemClock, config })
  const made = await Promise.all([start(), start(), start()])
  expect(made.filter(secrets => secrets !== undefined)).toHaveLength(1)
  expect(await db.selectFrom('users').select('login').execute()).toEqual([{ login: 'admin' }])
  await close()
})

test('an invalid ADMIN_EMAIL is reported as a bad setting', () => {
  expect(readConfig({ ADMIN_EMAIL: 'boss' })).toEqual({
    problems: ['ADMIN_EMAIL must be an e-mail address.'],
  })
})

import { expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const event = {
  title: 'Evening',
  start_date: '2027-01-15 19:00',
  end_date: '2027-01-15 21:00',
  timezone: 'europe/oslo',
}

test('a zone in another case is stored as IANA spells it, and in an event of an older release it moves nothing', async () => {
  const made = (await app.events('POST', '/events', { as, body: event })).json
  expect([made.timezone, made.timezone_abbr]).toEqual(['Europe/Oslo', 'CET'])
  const old = { timezone: 'europe/oslo' }
  await app.db.updateTable('events').set(old).where('id', '=', made.id).execute()
  const changed = (
    await app.events('PATCH', `/events/${made.id}`, { as, body: { title: 'Renamed', ...old } })
  ).json
  expect(changed).toMatchObject({
    timezone: 'Europe/Oslo',
    start_date: made.start_date,
    utc_start_date: made.utc_start_date,
  })
  const row = await app.db
    .selectFrom('events')
    .select('sequence')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  expect(row.sequence).toBe(0)
})

// Database: in the short run the embedded one alone.
import { expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const as = 'administrator' as const

test.each([
  ['the calendar of the event', '/event/soon.ics'],
  ['the feed of a venue that is published with it', '/venue/new-hall.rss'],
  ['the page of such a venue', '/venue/new-hall/'],
])('%s is there at the instant of publication', async (_, path) => {
  const own = await startApp()
  const at = new Date(own.clock.now().getTime() + 20_000)
  const hall = { venue: 'New hall', status: 'draft' }
  const { json: venue } = await own.events('POST', '/venues', { as, body: hall })
  const times = { start_date: '2027-03-05 19:00:00', end_date: '2027-03-05 22:00:00' }
  const date_utc = at.toISOString().slice(0, 19).replace('T', ' ')
  const body = { title: 'Soon', ...times, venue: venue.id, status: 'publish', date_utc }
  await own.events('POST', '/events', { as, body })
  own.clock.set(new Date(at.getTime() - 1))
  expect((await own.call('GET', path)).status).toBe(404)
  own.clock.set(at)
  expect((await own.call('GET', path)).text).toContain('/event/soon/')
})

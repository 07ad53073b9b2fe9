import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAttendee } from '../../support/attending.ts'
import { startApp } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp({ SITE_TIMEZONE: 'America/New_York' })
const desk = ticketDesk(app)
const as = 'administrator'

/** How often one record appears in a list between two moments. */
async function listed(path: string, query: Record<string, string | number>): Promise<number> {
  const { status, json } = await app.tickets('GET', path, { as, query })
  expect(status).toBe(200)
  return json.total
}

test.each(['2026-11-03T10:00:00.001Z', '2026-11-03T10:00:00.999999Z', '2026-11-03T10:00:00Z'])(
  'a record created at %s is found before and after the second that it shows',
  async moment => {
    const { id, ticketId, eventId } = await anAttendee(app)
    await sql`update attendees set created_at = ${moment} where id = ${id}`.execute(app.db)
    await sql`update tickets set created_at = ${moment}, published_at = null
      where id = ${ticketId}`.execute(app.db)
    for (const [path, which] of [
      ['/attendees', { ticket_id: ticketId }],
      ['/tickets', { include_post: eventId }],
    ] as const) {
      const shown = (await app.tickets('GET', path, { as, query: which })).json
      const { date_utc } = [...(shown.attendees ?? []), ...(shown.tickets ?? [])][0]
      expect(date_utc).toBe('2026-11-03 10:00:00')
      const found = (bounds: object) => listed(path, { ...which, ...bounds })
      expect(await found({ before: date_utc, after: date_utc })).toBe(1)
      expect(await found({ before: '2026-11-03' })).toBe(1)
      expect(await found({ before: '2026-11-03 09:59:59' })).toBe(0)
      expect(await found({ after: '2026-11-03 10:00:01' })).toBe(0)
    }
  },
)

test('the last second of a day, and of the year 9999, belongs to that day', async () => {
  const { id, ticketId } = await anAttendee(app)
  await sql`update attendees set created_at = '2026-11-03T23:59:59.7Z' where id = ${id}`.execute(
    app.db,
  )
  expect(await listed('/attendees', { ticket_id: ticketId, before: '2026-11-03' })).toBe(1)
  expect(await listed('/attendees', { ticket_id: ticketId, before: '9999-12-31' })).toBe(1)
  expect(await listed('/tickets', { include: ticketId, before: '9999-12-31' })).toBe(1)
})

test('a day without a time is the whole day, in whatever form it is sent', async () => {
  const { id, ticketId } = await anAttendee(app)
  await sql`update attendees set created_at = '2026-11-21T15:00:00Z' where id = ${id}`.execute(
    app.db,
  )
  const found = (before: string) => listed('/attendees', { ticket_id: ticketId, before })
  const day = ['2026-11-21', '11/21/2026', '21 Nov 2026', '21.11.2026', '2026-W47-6', 'today']
  expect(await Promise.all(day.map(found))).toEqual(day.map(() => 1))
  const earlier = ['11/20/2026', 'yesterday', '2026-11-21 14:59', 'now', '2026-11-21Z']
  expect(await Promise.all(earlier.map(found))).toEqual(earlier.map(() => 0))
})

test('a ticket without a start of sale counts as on sale from the midnight it shows, in the zone of the site', async () => {
  const post = await app.events('POST', '/events', {
    as,
    body: { title: 'Play', start_date: '2027-01-01 19:00', end_date: '2027-01-01 22:00' },
  })
  const ticket = await desk.add(post.json.id)
  expect(ticket.json.available_from).toBe('2026-11-21 00:00:00')
  const from = (available_from: string) =>
    listed('/tickets', { include: ticket.json.id, available_from })
  // Midnight of New York.
  expect(await from('2026-11-21T05:00:00Z')).toBe(1)
  expect(await from('2026-11-21T05:00:01Z')).toBe(0)
  // The event was published at noon; the ticket shows midnight.
  expect(await from('2026-11-21T11:00:00Z')).toBe(0)
})

test('a draft event’s ticket is found by the start of sale it shows, or by any when it shows none', async () => {
  const draft = await app.events('POST', '/events', {
    as,
    body: { title: 'D', status: 'draft', start_date: '2027-01-01', end_date: '2027-01-02' },
  })
  const ticket = (await desk.add(draft.json.id)).json
  const found = (available_from: string) =>
    listed('/tickets', { include: ticket.id, available_from, post_status: 'any' })
  expect(ticket.available_from).toBe('2026-11-21 00:00:00')
  expect([await found('2026-11-21T05:00:00Z'), await found('2026-11-22')]).toEqual([1, 0])
  await sql`update events set published_local = null where id = ${draft.json.id}`.execute(app.db)
  expect(await found('2030-01-01')).toBe(1)
})

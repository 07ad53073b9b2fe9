// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { anAttendee, attendees } from '../../support/attending.ts'
import { statementsOf } from '../../support/count-statements.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const eventId = await eventOnSale(app)
const ticketIds: number[] = []
for (let n = 0; n < 50; n += 1) ticketIds.push((await ticketOnSale(app, { eventId })).id)
for (const ticketId of ticketIds) await anAttendee(app, { eventId, ticketId })
const alone = await anAttendee(app)
const crowd = await ticketOnSale(app)
const many = await attendees(app, 50, { eventId: crowd.eventId, ticketId: crowd.id })
const key = await app.tickets('POST', '/scanner-keys', {
  as: 'administrator',
  body: { name: 'Gate' },
})
const scanner = { authorization: `Bearer ${key.json.api_key}` }

async function statements(path: string, as: 'anonymous' | 'administrator' | typeof scanner) {
  let length = 0
  // Sent once before counting: what a process reads only once, such as a secret, does not count.
  await app.tickets('GET', path, { as })
  const texts = await statementsOf(app, async () => {
    // A response kept for anonymous callers must not be used here.
    const headers = { cookie: 'seen=1' }
    const { status, json } = await app.tickets('GET', path, { as, headers })
    expect(status).toBe(200)
    length = (json.tickets ?? json.attendees ?? []).length
  })
  return { count: texts.length, length }
}

test.each([
  ['tickets', 'anonymous'],
  ['tickets', 'administrator'],
  ['attendees', 'anonymous'],
  ['attendees', 'administrator'],
  ['attendees', scanner],
] as const)(
  'a page of %s for %s takes the same few statements with 1 row as with 50',
  async (what, as) => {
    const path = `/${what}?include_post=${eventId}&per_page=`
    const one = await statements(`${path}1`, as)
    const fifty = await statements(`${path}50`, as)
    expect([one.length, fifty.length]).toEqual([1, 50])
    expect(fifty.count).toBe(one.count)
    expect(fifty.count).toBeGreaterThanOrEqual(1)
    expect(fifty.count).toBeLessThanOrEqual(6)
  },
)

test('a search of attendees takes the same few statements however many it finds', async () => {
  const ask = (name: string) => statements(`/attendees?per_page=50&name=${name}`, 'administrator')
  const [none, all] = [await ask('nobody'), await ask('ann')]
  expect([none.length, all.length]).toEqual([0, 50])
  expect(none.count).toBeLessThanOrEqual(all.count)
  expect(all.count).toBeLessThanOrEqual(5)
})

test.each(['anonymous', 'administrator'] as const)(
  'a ticket and an attendee read by %s take as many statements in a full event as in an empty one',
  async as => {
    const ofOne = await statements(`/tickets/${alone.ticketId}`, as)
    const ofMany = await statements(`/tickets/${crowd.id}`, as)
    expect(ofMany.count).toBe(ofOne.count)
    const one = await statements(`/attendees/${alone.id}`, as)
    const amongMany = await statements(`/attendees/${many[25]!.id}`, as)
    expect(amongMany.count).toBe(one.count)
    expect(Math.max(ofMany.count, amongMany.count)).toBeLessThanOrEqual(7)
  },
)

import { expect, test } from 'vitest'
import { anAttendee, attendees } from '../../support/attending.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

type Listed = { id: number; title: string; checked_in: boolean }

/** The attendees of a ticket in both lists of staff, and each by itself. */
async function everywhere({ eventId, ticketId }: { eventId: number; ticketId: number }) {
  const tickets = await app.tickets('GET', `/tickets?include_post=${eventId}`, { as })
  const listed = await app.tickets('GET', `/attendees?ticket_id=${ticketId}`, { as })
  const ids = (listed.json.attendees as Listed[]).map(({ id }) => id)
  const alone = await Promise.all(
    ids.map(async id => (await app.tickets('GET', `/attendees/${id}`, { as })).json),
  )
  const embedded = (tickets.json.tickets as { id: number; attendees: Listed[] }[]).find(
    ({ id }) => id === ticketId,
  )?.attendees
  return { embedded, listed: listed.json.attendees as Listed[], alone }
}

test('a list shows an attendee as a single read does, however often it was read before', async () => {
  const place = await anAttendee(app, { holderName: 'Ann\nof "Oslo" <b>\u2028é' })
  for (let times = 0; times < 3; times += 1) {
    const { embedded, listed, alone } = await everywhere(place)
    expect(alone).toHaveLength(1)
    expect(listed).toEqual(alone)
    expect(embedded).toEqual(alone)
  }
})

test('a list that was read before shows every change of an attendee at once', async () => {
  const { id, eventId, ticketId } = await anAttendee(app)
  const changes = [{ full_name: 'Eve' }, { check_in: true }, { email: 'eve@example.org' }]
  for (const body of changes) {
    await everywhere({ eventId, ticketId })
    await app.tickets('POST', `/attendees/${id}`, { as, body })
    const { embedded, listed, alone } = await everywhere({ eventId, ticketId })
    expect(alone).toMatchObject([{ title: 'Eve' }])
    expect(listed).toEqual(alone)
    expect(embedded).toEqual(alone)
  }
  await app.db.updateTable('tickets').set({ name: 'Box' }).where('id', '=', ticketId).execute()
  const { embedded, listed } = await everywhere({ eventId, ticketId })
  expect([embedded, listed]).toMatchObject([
    [{ ticket: { title: 'Box' } }],
    [{ ticket: { title: 'Box' } }],
  ])
})

test('attendees that come and go are in the tickets at once', async () => {
  const { id: ticketId, eventId } = await ticketOnSale(app)
  const count = async () => (await everywhere({ eventId, ticketId })).embedded?.length
  expect(await count()).toBe(0)
  await attendees(app, 3, { eventId, ticketId })
  expect(await count()).toBe(3)
  const [gone] = (await everywhere({ eventId, ticketId })).listed
  await app.db
    .updateTable('attendees')
    .set({ status: 'trash' })
    .where('id', '=', gone?.id ?? 0)
    .execute()
  expect(await count()).toBe(2)
})

test('selected members and envelopes of lists hold the same attendees', async () => {
  const { ticketId } = await anAttendee(app)
  const path = `/attendees?ticket_id=${ticketId}`
  const { json } = await app.tickets('GET', path, { as })
  const some = await app.tickets('GET', `${path}&_fields=attendees`, { as })
  const enveloped = await app.tickets('GET', `${path}&_envelope=1`, { as })
  expect(some.json).toEqual({ attendees: json.attendees })
  expect(enveloped.json.body.attendees).toEqual(json.attendees)
})

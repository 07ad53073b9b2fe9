import { describe, expect, test } from 'vitest'
import { buy, stockOf } from '../../support/buying.ts'
import { personWith } from '../../support/granting.ts'
import { startApp } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp()
const desk = ticketDesk(app)
const staff = { as: 'administrator' } as const

const evening = {
  title: 'Jazz in the park',
  description: 'Bring a blanket.',
  start_date: '2031-06-01 19:00:00',
  end_date: '2031-06-02 01:00:00',
  timezone: 'Europe/Oslo',
  doors_at: '18:15',
  status: 'publish',
  venue: { venue: 'The park' },
  organizer: [{ organizer: 'The club' }],
  categories: ['jazz'],
  tags: ['outdoors'],
  age_note: 'From 12',
  external_id: 'old-7',
}

/** An event as a season ends it: with tickets, a gate, a fee, a text, a guest who came, a scanner key. */
async function anEvening(more: object = {}) {
  const { external_id: name, ...rest } = evening
  const body = { ...rest, external_id: `${name}-${Math.random()}`, ...more }
  const event = (await app.events('POST', '/events', { ...staff, body })).json
  const ticket = (
    await desk.add(event.id, {
      name: 'Lawn',
      price: '0',
      ticket: { mode: 'capped', capacity: 40, event_capacity: 60 },
      start_date: '2026-04-01',
      end_date: '2031-06-01',
      end_time: '18:00',
      min_per_order: 2,
    })
  ).json
  const gate = { name: 'North', tickets: [ticket.id] }
  await app.admin('POST', `/events/${event.id}/gates`, { ...staff, body: gate })
  return { event, ticket }
}

const copy = (id: number, start_date: string, as: object = staff) =>
  app.admin('POST', `/events/${id}/copies`, { ...as, body: { start_date } })

const ticketsOf = async (event: number) =>
  (await app.tickets('GET', '/tickets', { ...staff, query: { include_post: event } })).json.tickets

describe('a copy of an event', () => {
  test('is a draft at another date with all that makes the event', async () => {
    const { event, ticket } = await anEvening()
    const { status, json } = await copy(event.id, '2032-05-30')
    expect(status).toBe(201)
    expect(json).toMatchObject({
      title: evening.title,
      status: 'draft',
      start_date: '2032-05-30 19:00:00',
      end_date: '2032-05-31 01:00:00',
      timezone: 'Europe/Oslo',
      copied: { organizers: 1, terms: 2, tickets: 1, fees: 0, gates: 1, mail_texts: 0 },
    })
    const { json: made } = await app.events('GET', `/events/${json.id}`, staff)
    const { description, categories, tags, age_note, image } = event
    expect(made).toMatchObject({ description, categories, tags, age_note, image })
    expect(made.venue.id).toBe(event.venue.id)
    expect(made.organizer.map(({ id }: { id: number }) => id)).toEqual(
      event.organizer.map(({ id }: { id: number }) => id),
    )
    expect(made.doors_at).toBe('2032-05-30 18:15:00')
    const [lawn, ...others] = await ticketsOf(json.id)
    expect(others).toEqual([])
    expect(lawn).toMatchObject({
      title: 'Lawn',
      capacity: ticket.capacity,
      available_from: '2027-03-31',
      available_until: '2032-05-30 18:00:00',
    })
    expect((await desk.read(lawn.id)).json.min_per_order).toBe(2)
    const { json: gates } = await app.admin('GET', `/events/${json.id}/gates`, staff)
    expect(gates).toMatchObject([{ name: 'North', tickets: [lawn.id] }])
  })

  test('has nothing that was sold, and leaves the event as it was', async () => {
    const { event, ticket } = await anEvening()
    const { orderId } = await buy(app, ticket.id, { quantity: 2 })
    const before = await app.events('GET', `/events/${event.id}`, staff)
    const { json } = await copy(event.id, '2032-05-30 20:00')
    const named = { 'filter.event': String(json.id) }
    for (const list of ['orders', 'attendees']) {
      const { json: rows } = await app.admin('GET', `/${list}`, { ...staff, query: named })
      expect({ list, rows: rows.rows }).toEqual({ list, rows: [] })
    }
    const [lawn] = await ticketsOf(json.id)
    expect(await stockOf(app, lawn.id)).toEqual({ held: 0, sold: 0 })
    expect(json.not_copied).toContain('orders')
    const made = await app.events('GET', `/events/${json.id}`, staff)
    expect(made.json.external_id).not.toBe(before.json.external_id)
    expect(await app.events('GET', `/events/${event.id}`, staff)).toMatchObject({
      json: before.json,
    })
    expect((await app.tickets('GET', `/orders/${orderId}`, staff)).status).toBe(200)
  })

  test('of an event that was called off takes place', async () => {
    const { event } = await anEvening()
    const off = { happening: 'cancelled', happening_reason: 'Storm' }
    await app.events('PATCH', `/events/${event.id}`, { ...staff, body: off })
    const { json } = await copy(event.id, '2032-05-30')
    const { json: made } = await app.events('GET', `/events/${json.id}`, staff)
    expect(made).toMatchObject({ happening: 'scheduled', happening_reason: '' })
  })

  test('is made once by a request that is repeated', async () => {
    const { event } = await anEvening()
    const again = { ...staff, headers: { 'idempotency-key': 'copy-1' } }
    const first = await copy(event.id, '2032-05-30', again)
    expect((await copy(event.id, '2032-05-30', again)).json).toEqual(first.json)
  })

  test('needs a date, an event, and somebody who may add events', async () => {
    const { event } = await anEvening()
    const refused = await copy(event.id, 'some day')
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.json.data.params)).toEqual(['start_date'])
    expect((await copy(4_000_000, '2032-05-30')).status).toBe(404)
    const manager = { as: await personWith(app, { set: 'manager', eventId: event.id }) }
    expect((await copy(event.id, '2032-05-30', manager)).status).toBe(403)
    const ofSite = { as: await personWith(app, { set: 'manager', eventId: null }) }
    expect((await copy(event.id, '2032-05-30', ofSite)).status).toBe(201)
  })
})

import { expect, test } from 'vitest'
import { saleProblem } from '../../../src/ticketing/tickets/rules.ts'
import { ticketsForSale, ticketsOfEvent } from '../../../src/ticketing/tickets/lookup.ts'
import { startApp } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp()
const desk = ticketDesk(app)

test('a sale window is in the event’s local time, also after the event moves to another zone', async () => {
  const eventId = await desk.event({ starts: '2027-01-01T18:00:00Z' })
  const { json: ticket } = await desk.add(eventId, {
    start_date: '2026-12-01',
    start_time: '09:00',
    end_date: '2026-12-24',
  })
  const window = async () => {
    const sale = (await ticketsForSale(app.db, [ticket.id])).get(ticket.id)!
    return [sale.saleStartsAt?.toISOString(), sale.saleEndsAt.toISOString()]
  }
  expect(await window()).toEqual(['2026-12-01T09:00:00.000Z', '2026-12-24T23:59:59.000Z'])
  const timezone = 'America/New_York'
  await app.db.updateTable('events').set({ timezone }).where('id', '=', eventId).execute()
  expect(await window()).toEqual(['2026-12-01T14:00:00.000Z', '2026-12-25T04:59:59.000Z'])
})

test('filters by sale window use the event’s current zone', async () => {
  const eventId = await desk.event({ starts: '2027-01-01T18:00:00Z' })
  await desk.add(eventId, {
    start_date: '2026-12-01',
    start_time: '09:00',
    end_date: '2026-12-24',
    end_time: '12:00',
  })
  await desk.add(eventId, { name: 'No window of its own' })
  const found = async (query: object) => {
    const sent = { include_post: eventId, search: 'seat', ...query }
    return (await app.tickets('GET', '/tickets', { query: sent })).json.total
  }
  const from = { available_from: '2026-12-01 10:00:00' }
  const until = { available_until: '2026-12-24 13:00:00' }
  expect([await found(from), await found(until)]).toEqual([0, 1])
  const as = 'administrator'
  const moved = await app.events('PATCH', `/events/${eventId}`, {
    as,
    body: { timezone: 'America/New_York' },
  })
  expect(moved.status).toBe(200)
  expect([await found(from), await found(until)]).toEqual([1, 0])
})

test('a sale without an end stops when the event starts, also after the event was moved', async () => {
  const eventId = await desk.event({ starts: '2027-01-01T18:00:00Z' })
  const { json: ticket } = await desk.add(eventId, { menu_order: 2 })
  const first = (await desk.add(eventId, { menu_order: 1 })).json
  const starts_at = new Date('2026-12-31T18:00:00Z')
  await app.db.updateTable('events').set({ starts_at }).where('id', '=', eventId).execute()
  const sale = await ticketsOfEvent(app.db, eventId)
  expect(sale.map(({ id }) => id)).toEqual([first.id, ticket.id])
  expect(saleProblem(sale[0]!, 1, new Date('2026-12-31T17:59:59Z'))).toBeUndefined()
  expect(saleProblem(sale[0]!, 1, starts_at)).toEqual({ kind: 'over', since: starts_at })
})

test('the tickets of a scheduled event are shown from the instant at which it is published', async () => {
  const body = {
    title: 'Soon',
    status: 'publish',
    date_utc: '2026-11-21 12:00:30',
    timezone: 'UTC',
    start_date: '2027-01-01 10:00',
    end_date: '2027-01-01 12:00',
  }
  const { json: event } = await app.events('POST', '/events', { as: 'administrator', body })
  const { json: ticket } = await desk.add(event.id)
  const one = () => app.tickets('GET', `/tickets/${ticket.id}`)
  const list = () => app.tickets('GET', '/tickets', { query: { include_post: event.id } })
  app.clock.set(new Date('2026-11-21T12:00:29.500Z'))
  expect([(await one()).status, (await list()).json.total]).toEqual([401, 0])
  app.clock.set(new Date('2026-11-21T12:00:30Z'))
  expect((await list()).json.total).toBe(1)
  expect((await one()).status).toBe(200)
})

test('a ticket of an event that is due can be read before anything else asks for the event', async () => {
  const { json: event } = await app.events('POST', '/events', {
    as: 'administrator',
    body: {
      title: 'Sooner',
      status: 'publish',
      date_utc: '2026-11-21 12:02:00',
      timezone: 'UTC',
      start_date: '2027-01-01 10:00',
      end_date: '2027-01-01 12:00',
    },
  })
  const { json: ticket } = await desk.add(event.id)
  app.clock.set(new Date('2026-11-21T12:02:00Z'))
  expect((await app.tickets('GET', `/tickets/${ticket.id}`)).status).toBe(200)
})

// When the sale of a ticket ends by itself.
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

async function anEvent(times: object) {
  const { json, status } = await app.events('POST', '/events', {
    as,
    body: { title: 'Fair', ...times },
  })
  if (status !== 201) throw new Error(json.message)
  return json as { id: number; url: string; nonces: { add: string } }
}

async function aTicket(event: { id: number; nonces: { add: string } }, more: object = {}) {
  const body = {
    post_id: event.id,
    add_ticket_nonce: event.nonces.add,
    provider: 'tc',
    name: 'Day pass',
    price: '10',
    ticket: { mode: 'own', capacity: 50 },
    ...more,
  }
  const { json, status } = await app.tickets('POST', '/tickets', { as, body })
  expect([status, json.message]).toEqual([202, undefined])
  return json.id as number
}

async function change(id: number, post_id: number, body: object) {
  const read = await app.tickets('GET', `/tickets/${id}`, { as })
  const edit_ticket_nonce = read.json.nonces.edit
  return app.tickets('POST', `/tickets/${id}`, {
    as,
    body: { post_id, edit_ticket_nonce, ...body },
  })
}
const shown = async (id: number) => {
  const { json } = await app.tickets('GET', `/tickets/${id}`, { as })
  return [json.available_until, json.sale_ends]
}

/** Whether a buyer gets the ticket: by the interface, and by the page of its event. */
async function isSold(ticket: number, event: { url: string }): Promise<[number, boolean]> {
  app.clock.advance(2)
  const body = { provider: 'tc', tickets: [{ ticket_id: ticket, quantity: 1 }] }
  const { status } = await app.tickets('POST', '/cart', { body })
  const { text } = await app.call('GET', new URL(event.url).pathname)
  return [status, text.includes('name="tickets[t')]
}

const festival = {
  start_date: '2027-06-01',
  end_date: '2027-06-03',
  all_day: true,
  timezone: 'Europe/Oslo',
}

describe('a sale', () => {
  test('ends when its event begins, or with `sale_ends` when it ends', async () => {
    app.clock.set(new Date('2027-05-01T10:00:00Z'))
    const event = await anEvent(festival)
    const usual = await aTicket(event)
    const whole = await aTicket(event, { sale_ends: 'event_end' })
    expect(await shown(usual)).toEqual(['2027-06-01 00:00:00', 'event_start'])
    expect(await shown(whole)).toEqual(['2027-06-03 23:59:59', 'event_end'])
    expect([await isSold(usual, event), await isSold(whole, event)]).toEqual([
      [200, true],
      [200, true],
    ])
    app.clock.set(new Date('2027-06-03T21:00:00Z'))
    expect((await isSold(usual, event))[0]).toBe(409)
    expect(await isSold(whole, event)).toEqual([200, true])
    // The last second of the third day in Oslo.
    app.clock.set(new Date('2027-06-03T21:59:59Z'))
    expect(await isSold(whole, event)).toEqual([409, false])
  })

  test('that ends with its event follows it when it is moved, and a date beats both', async () => {
    app.clock.set(new Date('2027-05-01T10:00:00Z'))
    const event = await anEvent(festival)
    const id = await aTicket(event, { sale_ends: 'event_end' })
    const moved = { start_date: '2027-07-01', end_date: '2027-07-02' }
    await app.events('POST', `/events/${event.id}`, { as, body: moved })
    expect(await shown(id)).toEqual(['2027-07-02 23:59:59', 'event_end'])
    expect((await change(id, event.id, { name: 'Pass' })).status).toBe(202)
    expect(await shown(id)).toEqual(['2027-07-02 23:59:59', 'event_end'])
    await change(id, event.id, { end_date: '2027-06-20 12:00' })
    expect(await shown(id)).toEqual(['2027-06-20 12:00:00', 'date'])
    // What was read may be sent back.
    expect((await change(id, event.id, { sale_ends: 'date' })).status).toBe(202)
    await change(id, event.id, { end_date: '' })
    expect(await shown(id)).toEqual(['2027-07-01 00:00:00', 'event_start'])
    await change(id, event.id, { end_date: '2027-06-20 12:00' })
    await change(id, event.id, { sale_ends: 'event_end' })
    expect(await shown(id)).toEqual(['2027-07-02 23:59:59', 'event_end'])
    const both = await change(id, event.id, { sale_ends: 'event_end', end_date: '2027-06-20' })
    expect([both.status, Object.keys(both.json.data.params)]).toEqual([400, ['sale_ends']])
    const query = { include: String(id), available_until: '2027-07-02T12:00:00Z' }
    expect((await app.tickets('GET', '/tickets', { as, query })).json.total).toBe(0)
  })
})

describe('an event that has ended', () => {
  const evening = { start_date: '2027-06-01 19:00', end_date: '2027-06-01 22:00', timezone: 'UTC' }

  test('is sold no more, at that instant, whatever the end of sale says', async () => {
    app.clock.set(new Date('2027-05-01T10:00:00Z'))
    const event = await anEvent(evening)
    const id = await aTicket(event, { end_date: '2027-12-31' })
    expect(await shown(id)).toEqual(['2027-12-31', 'date'])
    app.clock.set(new Date('2027-06-01T21:59:57Z'))
    const offers = async () =>
      (await app.events('GET', `/events/${event.id}`)).json.json_ld.offers[0].availability
    expect(await offers()).toMatch(/InStock$/)
    expect(await isSold(id, event)).toEqual([200, true])
    // Nothing is written meanwhile: kept answers end by the clock.
    app.clock.set(new Date('2027-06-01T22:00:00Z'))
    expect(await offers()).toMatch(/OutOfStock$/)
    expect(await isSold(id, event)).toEqual([409, false])
  })

  test('is sold on its page while it runs, and buyers read until when, in their language', async () => {
    app.clock.set(new Date('2027-05-01T10:00:00Z'))
    const fair = { start_date: '2027-06-01 10:00', end_date: '2027-06-03 22:00', status: 'publish' }
    const event = await anEvent({ ...fair, title: 'Fair of all days' })
    await aTicket(event, { sale_ends: 'event_end' })
    await aTicket(event, { name: 'First day' })
    const page = async (query = '') =>
      (await app.call('GET', `${new URL(event.url).pathname}${query}`)).text
    const said = (text: string, words: string) => text.split(words).length - 1
    expect(said(await page(), 'on sale until the event ends')).toBe(1)
    app.clock.set(new Date('2027-06-02T10:00:00Z'))
    const running = await page()
    expect(said(running, 'on sale until the event ends')).toBe(1)
    expect(said(running, 'name="tickets[')).toBe(1)
    expect(await page('?lang=nb')).toContain('i salg til arrangementet er slutt')
  })

  test('is sold no more when it was moved into the past, from a cart neither', async () => {
    app.clock.set(new Date('2027-05-01T10:00:00Z'))
    const event = await anEvent(evening)
    const id = await aTicket(event, { price: '', end_date: '2027-12-31' })
    const held = await app.tickets('POST', '/cart', {
      body: { provider: 'tc', tickets: [{ ticket_id: id, quantity: 1 }] },
    })
    const past = { start_date: '2026-04-01 19:00', end_date: '2026-04-01 22:00' }
    await app.events('POST', `/events/${event.id}`, { as, body: past })
    expect((await isSold(id, event))[0]).toBe(409)
    const purchaser = { name: 'Ada', email: 'ada@example.org' }
    const body = { cart_hash: held.json.cart_hash, purchaser }
    const ordered = await app.tickets('POST', '/commerce/free/order', { body })
    expect([ordered.status, ordered.json.code]).toEqual([400, 'tec-tc-insufficient-stock'])
    // Staff may still enter who was there.
    const added = { ticket_id: id, full_name: 'Bo', email: 'bo@example.org' }
    expect((await app.tickets('POST', '/attendees', { as, body: added })).status).toBe(201)
  })

  test('says so when a sale would begin after it', async () => {
    app.clock.set(new Date('2027-05-01T10:00:00Z'))
    const event = await anEvent(evening)
    const body = {
      post_id: event.id,
      add_ticket_nonce: event.nonces.add,
      provider: 'tc',
      price: '10',
      start_date: '2027-06-02',
      end_date: '2027-12-31',
    }
    const { json } = await app.tickets('POST', '/tickets', { as, body })
    expect(JSON.stringify(json.warnings)).toContain('never sold')
  })
})

test('who declined an invitation is not expected', async () => {
  app.clock.set(new Date('2027-05-01T10:00:00Z'))
  const event = await anEvent({ start_date: '2027-06-01 19:00', end_date: '2027-06-01 22:00' })
  const id = await aTicket(event, { provider: 'rsvp', price: '' })
  for (const [at, attendee_status] of ['yes', 'no', 'no'].entries()) {
    const body = { ticket_id: id, full_name: 'G', email: `g${at}@example.org`, attendee_status }
    expect((await app.tickets('POST', '/attendees', { as, body })).status).toBe(201)
  }
  const { json } = await app.events('GET', `/events/${event.id}`, { as })
  expect(json.attendance).toEqual({ total_attendees: 1, checked_in: 0, not_checked_in: 1 })
  const ticket = await app.tickets('GET', `/tickets/${id}`, { as })
  expect(ticket.json.checkin).toMatchObject({ checked_in: 0, unchecked_in: 1 })
  expect(ticket.json.rsvp).toEqual({ rsvp_going: 1, rsvp_not_going: 2 })
})

// What visitors want to know of an event: where to join online, doors, age, access.
import { describe, expect, test } from 'vitest'
import { firstLink, orderUrl } from '../../../src/shop/orders/record/order-address.ts'
import { buy } from '../../support/buying.ts'
import { deliver, newest } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })
const as = 'administrator' as const
const times = { start_date: '2027-06-01 19:00', end_date: '2027-06-01 22:00' }
const secret = 'https://meet.example.org/room?pwd=zebra77'

const create = (body: object = {}) =>
  app.events('POST', '/events', { as, body: { title: 'Evening', ...times, ...body } })
const change = (id: number, body: object) => app.events('PATCH', `/events/${id}`, { as, body })
const text = async (url: string) => (await app.http.inject({ url })).body

describe('the link of an online event', () => {
  test('is in no answer, page, feed or search of somebody without a ticket', async () => {
    const { json: event } = await create({ online_url: secret, title: 'Webinar zebra' })
    expect(event).toMatchObject({ online_url: secret, attendance_mode: 'online' })
    const { id, slug } = event
    for (const who of ['anonymous', 'subscriber', 'author'] as const) {
      const read = await app.events('GET', `/events/${id}`, { as: who })
      expect(read.json.attendance_mode).toBe('online')
      const query = { search: 'Webinar', start_date: '2027-01-01', end_date: '2028-01-01' }
      const list = await app.events('GET', '/events', { as: who, query })
      expect(list.json.total).toBe(1)
      expect(JSON.stringify([read.json, list.json])).not.toContain('zebra77')
      const hits = await app.events('GET', '/events', {
        as: who,
        query: { ...query, search: 'zebra77' },
      })
      expect(hits.json.total).toBe(0)
    }
    const pages = [
      `/event/${slug}/`,
      `/event/${slug}.ics`,
      '/events.ics',
      '/events.rss',
      '/events/',
    ]
    for (const page of pages) {
      const shown = await text(page)
      expect(shown).toContain('Webinar')
      expect(shown).not.toContain('zebra77')
    }
    const list = await app.events('GET', `/events/${id}`, { as })
    expect(list.json.online_url).toBe(secret)
  })

  test('makes search engines say where guests take part, with and without a venue', async () => {
    const { json: event } = await create({ online_url: secret })
    const ld = async () => (await app.events('GET', `/events/${event.id}`)).json.json_ld
    const virtual = { '@type': 'VirtualLocation', url: event.url }
    expect(await ld()).toMatchObject({
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: virtual,
    })
    await change(event.id, { venue: { venue: 'Hall', status: 'publish' } })
    expect(await ld()).toMatchObject({
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [{ '@type': 'Place', name: 'Hall' }, virtual],
    })
    const without = await change(event.id, { online_url: '' })
    expect(without.json).not.toHaveProperty('online_url')
    expect(await ld()).toMatchObject({
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    })
  })

  test('is on the page, in the mail and on the ticket of whoever may enter, and on no other', async () => {
    const { json: event } = await create({ online_url: secret })
    const { id: ticketId } = await ticketOnSale(app, { eventId: event.id })
    const { orderId, attendees } = await buy(app, ticketId)
    await deliver(app)
    const { mail } = await newest(app, 'order.confirmed')
    expect(mail.text).toContain(secret)
    const address = new URL(
      orderUrl(
        { publicRoot: app.deps.publicRoot, key: app.deps.secrets.order },
        firstLink(orderId),
      ),
    )
    const page = address.pathname + address.search
    const ticket = `/ticket/${attendees[0]?.id}/${attendees[0]?.security_code}`
    for (const shown of [page, ticket]) expect(await text(shown)).toContain('zebra77')
    expect(await text(page.replace('?', 'calendar.ics?'))).not.toContain('zebra77')
    await change(event.id, { happening: 'cancelled' })
    for (const shown of [page, ticket]) expect(await text(shown)).not.toContain('zebra77')
  })
})

describe('the doors of an event', () => {
  test('are at a time of its day, and move with its start', async () => {
    const { json: event } = await create({ doors_at: '18:30' })
    expect(event.doors_at).toBe('2027-06-01 18:30:00')
    const moved = await change(event.id, {
      start_date: '2027-11-02 19:00',
      end_date: '2027-11-02 22:00',
    })
    expect(moved.json.doors_at).toBe('2027-11-02 18:30:00')
    const later = await change(event.id, { doors_at: '2027-11-02 17:00' })
    expect(later.json.doors_at).toBe('2027-11-02 17:00:00')
    const { json } = await app.events('GET', `/events/${event.id}`)
    expect(json.json_ld.doorTime).toBe('2027-11-02T17:00:00+00:00')
    expect(await text(`/event/${event.slug}/`)).toContain('Doors open at 5:00')
    expect(await text(`/event/${event.slug}.ics`)).toContain('DESCRIPTION:Doors open: 5:00 pm')
    expect((await change(event.id, { doors_at: '' })).json).not.toHaveProperty('doors_at')
  })

  test('of a festival are on its first day', async () => {
    const days = { all_day: true, start_date: '2027-06-01', end_date: '2027-06-03' }
    const { json: event } = await create({ ...days, doors_at: '10:00' })
    expect(event.doors_at).toBe('2027-06-01 10:00:00')
    const refused = await change(event.id, { all_day: false, start_date: '2027-06-01 09:00' })
    expect([refused.status, Object.keys(refused.json.data.params)]).toEqual([400, ['doors_at']])
    expect(refused.json.data.params.doors_at).toContain('send doors_at too')
  })
})

test('what is unset is absent, and texts are plain', async () => {
  const { json: event } = await create()
  for (const member of ['online_url', 'attendance_mode', 'doors_at', 'age_note', 'access_note']) {
    expect(event).not.toHaveProperty(member)
  }
  const notes = { age_note: 'From <b>16</b> years', access_note: 'A ramp & a lift' }
  const told = await change(event.id, notes)
  expect(told.json).toMatchObject({ age_note: 'From 16 years', access_note: 'A ramp & a lift' })
  const page = await text(`/event/${event.slug}/`)
  expect(page).toContain('From 16 years')
  expect(page).toContain('A ramp &amp; a lift')
})

test('a protected event tells nothing of it in lists', async () => {
  const notes = { online_url: secret, doors_at: '18:00', age_note: 'Adults', access_note: 'Ramp' }
  const { json } = await create({ ...notes, event_password: 'open sesame' })
  const query = { include: json.id }
  const { events } = (await app.events('GET', '/events', { query })).json
  expect(events).toHaveLength(1)
  for (const member of [...Object.keys(notes), 'attendance_mode']) {
    expect(events[0]).not.toHaveProperty(member)
  }
})

test.each([
  { online_url: 'meet.example.org' },
  { online_url: 'javascript:alert(1)' },
  { online_url: 'https://a b' },
  { doors_at: 'soon' },
  { doors_at: '19:01' },
  { doors_at: '2027-05-31 18:59' },
  { age_note: 'x'.repeat(201) },
  { access_note: 'x'.repeat(1001) },
])('%o is refused by its name', async body => {
  const { status, json } = await create(body)
  expect([status, Object.keys(json.data.params)]).toEqual([400, Object.keys(body)])
})

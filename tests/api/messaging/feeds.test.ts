// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { firstLink, orderUrl } from '../../../src/shop/orders/record/order-address.ts'
import { buy, purchaser, readOrder, refund } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { hasReader, readWith } from '../../support/readers.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

async function made(kind: string, body: object) {
  const { status, json } = await app.events('POST', `/${kind}`, { as, body })
  if (status !== 201) throw new Error(JSON.stringify(json))
  return json
}
const change = async (kind: string, id: number, body: object) => {
  const { status, json } = await app.events('POST', `/${kind}/${id}`, { as, body })
  expect([status, json.code]).toEqual([status < 300 ? status : 200, undefined])
  return json
}

let titles = 0
async function anEvent(more: object = {}) {
  titles += 1
  return made('events', {
    title: `Evening ${titles}`,
    description: '<p>With <b>music</b> &amp; wine</p>',
    start_date: '2027-03-05 19:00:00',
    end_date: '2027-03-05 22:00:00',
    timezone: 'Europe/Oslo',
    ...more,
  })
}
/** Events at 19:01 on so many days in a row, all published before every other event. */
const insertDaily = (days: number) =>
  sql`insert into events (status, title, slug, timezone, start_local, end_local, starts_at,
      ends_at, published_at)
    select 'publish', 'Daily ' || n, 'daily-' || n, 'UTC', at, at + interval '1 hour',
      at at time zone 'UTC', at at time zone 'UTC' + interval '1 hour', '2026-01-01T00:00:00Z'
    from (select n, timestamp '2026-12-31 19:01:00' + n * interval '1 day' as at
          from generate_series(1, ${days}::int) n) day`.execute(app.db)
const deleteDaily = () => sql`delete from events where slug like 'daily-%'`.execute(app.db)

const text = async (path: string) => {
  const got = await app.call('GET', path)
  expect([path, got.status]).toEqual([path, 200])
  return got.text
}
/** A line of the event's entry, unfolded. */
const lineOf = (calendar: string, eventId: number, name: string) => {
  const entry = calendar
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT')
    .find(one => one.includes(`UID:event-${eventId}-`))
  return entry
    ?.split('\r\n')
    .find(line => line.startsWith(name))
    ?.replace(/^[^:]*:/, '')
}

describe('followed from a page with filters', async () => {
  const own = await startApp({ SITE_TIMEZONE: 'Europe/Oslo' })
  const oslo = { city: 'Oslo', geo_lat: 59.9139, geo_lng: 10.7522 }
  const bergen = { city: 'Bergen', geo_lat: 60.3929, geo_lng: 5.3242 }
  const create = async (title: string, day: string, more: { at: object; cost: string }) => {
    const { at, ...body } = { ...more, at: { venue: `${title} hall`, ...more.at } }
    const times = { start_date: `${day} 23:00:00`, end_date: `${day} 23:30:00`, venue: at }
    const { status, json } = await own.events('POST', '/events', {
      as,
      body: { title, ...times, ...body },
    })
    expect([status, json.code]).toEqual([201, undefined])
  }
  await create('Saturday jazz', '2026-11-21', { at: oslo, cost: 'Free' })
  // It ends after midnight.
  await own.events('POST', '/events', {
    as,
    body: { title: 'Club', start_date: '2026-11-21 23:30:00', end_date: '2026-11-22 04:00:00' },
  })
  await own.events('POST', '/events', {
    as,
    body: {
      title: 'Exhibition',
      start_date: '2026-11-01 10:00:00',
      end_date: '2026-12-24 18:00:00',
    },
  })
  await create('Saturday opera', '2026-11-21', { at: bergen, cost: '20' })
  await create('Sunday jazz', '2026-11-22', { at: bergen, cost: 'Free' })
  await create('Monday jazz', '2026-11-23', { at: oslo, cost: '20' })
  await create('Summer jazz', '2027-07-01', { at: oslo, cost: 'Free' })

  test.each([
    ['', 7],
    ['search=jazz', 4],
    ['when=today', 4],
    ['when=weekend', 5],
    ['when=today&price=free', 1],
    // The club's night belongs to the day before.
    ['date=2026-11-22', 4],
    ['search=jazz&date=2026-11-23&price=free', 1],
    ['near=Oslo', 3],
    ['near=oslo&when=weekend', 1],
    ['near=Atlantis', 0],
    ['tribe-bar-date=2026-11-23&tribe-bar-search=jazz', 2],
  ])('shows the same events: %s', async (query, count) => {
    own.clock.advance(2)
    const first = await own.call('GET', `/events/?${query}`)
    const html =
      first.status === 301 ? await own.call('GET', String(first.headers.location)) : first
    const found = html.text.matchAll(/<a class="cover"[^>]*>(?:<s[^>]*>)?([^<]*)</g)
    const titles = [...found].map(([, title]) => title)
    expect(titles).toHaveLength(count)
    const [, followed = ''] = /<a href="(http:..tickets.test[^"]*\.ics[^"]*)"/.exec(html.text) ?? []
    const [, news = ''] = /href="([^"]*\.rss[^"]*)"[^>]*>\s*RSS/.exec(html.text) ?? []
    const old = `/events/?${query}&ical=1`
    const target = (await own.call('GET', old)).headers.location
    for (const address of [followed, target]) {
      const { pathname, search } = new URL(String(address).replaceAll('&amp;', '&'), 'http://x')
      const calendar = await own.call('GET', pathname + search)
      const listed = [...calendar.text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)
      expect([address, listed]).toEqual([address, titles])
    }
    const { pathname, search } = new URL(news.replaceAll('&amp;', '&'))
    const items = (await own.call('GET', pathname + search)).text.match(/<item>/g) ?? []
    expect(items).toHaveLength(count)
  })
})

test('the calendar of a day or a month has the events that run on it, as its page has', async () => {
  const own = await startApp({ SITE_TIMEZONE: 'Europe/Oslo' })
  for (const [title, start_date, end_date] of [
    ['Night before', '2026-12-04 22:00:00', '2026-12-05 04:00:00'],
    ['Club', '2026-12-05 22:00:00', '2026-12-06 04:00:00'],
    ['Fair', '2026-11-28 10:00:00', '2027-01-05 18:00:00'],
    ['Next month', '2027-01-01 10:00:00', '2027-01-01 12:00:00'],
  ]) {
    await own.events('POST', '/events', { as, body: { title, start_date, end_date } })
  }
  const listed = async (page: string) => {
    const to = String((await own.call('GET', `${page}?ical=1`)).headers.location)
    const { text: calendar } = await own.call('GET', to.replace('http://tickets.test', ''))
    return [...calendar.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)
  }
  expect(await listed('/events/2026-12-05/')).toEqual(['Fair', 'Club'])
  expect(await listed('/events/2026-12/')).toEqual(['Fair', 'Night before', 'Club'])
  expect(await listed('/events/month/2026-11/')).toEqual(['Fair'])
})

describe('the news feed of events', () => {
  test('has the publication date of each event, and its start in elements of its own', async () => {
    const event = await anEvent({ title: 'Fish & "Chips" <3 ]]>\u0001' })
    const rss = await text('/events.rss')
    const item = rss.split('<item>').find(one => one.includes(`event-${event.id}-`))
    expect(item).toContain(`<pubDate>${app.clock.now().toUTCString()}</pubDate>`)
    expect(item).toContain('<ev:startdate>2027-03-05T19:00:00+01:00</ev:startdate>')
    expect(item).toContain('2027-03-05 19:00 (Europe/Oslo)')
  })

  test('has an event that was published last, with a thousand others before it', async () => {
    await insertDaily(1001)
    const event = await anEvent({ start_date: '2028-03-05 19:00:00', end_date: '2028-03-05 22:00' })
    const rss = await text('/events.rss')
    expect(rss.match(/<item>/g)).toHaveLength(50)
    expect(rss).toContain(`event-${event.id}-`)
    await deleteDaily()
  })

  test.runIf(hasReader('xmllint'))('is well-formed, whatever the titles contain', async () => {
    for (const title of [
      'a\u000bb\u001f',
      '<script>alert(1)</script>',
      ']]> & \u202E',
      'x'.repeat(900),
      '🎟️',
    ]) {
      await anEvent({ title: `${title} ` })
    }
    for (const form of ['rss', 'atom']) {
      expect(() => readWith('xmllint', ['--noout', 'FILE'], Buffer.alloc(0))).toThrow()
      expect(readWith('xmllint', ['--noout', 'FILE'], await text(`/events.${form}`))).toBe('')
    }
  })
})

describe("the calendar of a buyer's order", () => {
  test('has the events of the order, follows their changes, and contains nothing about the buyer', async () => {
    const { id, eventId } = await ticketOnSale(app)
    const { orderId } = await buy(app, id, { quantity: 2 })
    const link = orderUrl({ publicRoot: '', key: app.deps.secrets.order }, firstLink(orderId))
    const path = link.replace('/tickets-order/', '/tickets-order/calendar.ics')
    const calendar = await text(path)
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    for (const personal of [purchaser.name, purchaser.email, 'key=', `rder ${orderId}`]) {
      expect(calendar).not.toContain(personal)
    }
    await change('events', eventId, { happening: 'postponed' })
    expect(lineOf(await text(path), eventId, 'STATUS')).toBe('TENTATIVE')
    expect((await app.call('GET', path.replace(/key=.*/, 'key=guessed'))).status).toBe(404)
    expect(await text(path)).toContain('X-WR-CALNAME:My events')
    await app.db.updateTable('orders').set({ locale: 'de' }).where('id', '=', orderId).execute()
    expect(await text(path)).toContain('X-WR-CALNAME:Meine Veranstaltungen')
    expect(lineOf(await text(path), eventId, 'SUMMARY')).toMatch(/^Verschoben: /)
    const { text: page } = await app.call('GET', link)
    expect(page).toContain('webcal://')
  })

  test('shows an event as cancelled when every ticket of it was given back, with a version above all that were shown', async () => {
    const { id, eventId } = await ticketOnSale(app)
    const { orderId } = await buy(app, id, { quantity: 2 })
    const link = orderUrl({ publicRoot: '', key: app.deps.secrets.order }, firstLink(orderId))
    const path = link.replace('/tickets-order/', '/tickets-order/calendar.ics')
    const entry = async () => {
      const calendar = await text(path)
      const line = (name: string) => lineOf(calendar, eventId, name)
      return { uid: line('UID'), status: line('STATUS'), sequence: Number(line('SEQUENCE')) }
    }
    const before = await entry()
    const [line] = (await readOrder(app, orderId)).items
    await refund(app, orderId, { lines: [{ id: line?.id ?? 0, quantity: 1 }] })
    expect(await entry()).toEqual({ ...before, status: 'CONFIRMED' })
    await refund(app, orderId)
    const after = { ...before, status: 'CANCELLED', sequence: before.sequence + 1 }
    expect(await entry()).toEqual(after)
    expect(lineOf(await text(path), eventId, 'SUMMARY')).toMatch(/^No ticket any more: /)
    await change('events', eventId, { start_date: '2027-09-01 19:00:00' })
    expect(await entry()).toEqual({ ...after, sequence: after.sequence + 1 })
    await change('events', eventId, { happening: 'cancelled' })
    expect(await entry()).toEqual({ ...after, sequence: after.sequence + 2 })
    expect(lineOf(await text(path), eventId, 'SUMMARY')).toMatch(/^Cancelled: /)
  })

  test('leaves out an event to which its buyer answered no, until the answer is yes', async () => {
    const { id, eventId } = await ticketOnSale(app, { provider: 'rsvp' })
    const { orderId, attendees } = await buy(app, id)
    const link = orderUrl({ publicRoot: '', key: app.deps.secrets.order }, firstLink(orderId))
    const path = link.replace('/tickets-order/', '/tickets-order/calendar.ics')
    const answer = (status: string) =>
      app.tickets('POST', `/attendees/${attendees[0]?.id}`, {
        as,
        body: { attendee_status: status },
      })
    await answer('no')
    expect(lineOf(await text(path), eventId, 'STATUS')).toBeUndefined()
    await answer('yes')
    expect(lineOf(await text(path), eventId, 'STATUS')).toBe('CONFIRMED')
  })

  test('links the page of an event only while everybody can open it', async () => {
    const { id, eventId } = await ticketOnSale(app)
    const { orderId } = await buy(app, id)
    const link = orderUrl({ publicRoot: '', key: app.deps.secrets.order }, firstLink(orderId))
    const path = link.replace('/tickets-order/', '/tickets-order/calendar.ics')
    const { url } = await change('events', eventId, { title: 'A hidden evening' })
    expect(lineOf(await text(path), eventId, 'URL')).toBe(url)
    await change('events', eventId, { status: 'draft', force: true })
    expect(lineOf(await text(path), eventId, 'SUMMARY')).toBe('A hidden evening')
    expect(lineOf(await text(path), eventId, 'URL')).toBeUndefined()
  })
})

// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { countStatements } from '../../support/count-statements.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ SITE_TIMEZONE: 'Europe/Oslo', SITE_NAME: 'Riverside Hall' })
const as = 'administrator' as const
const page = (address: string, headers: Record<string, string> = {}) =>
  app.call('GET', address, { headers })

async function make(body: object) {
  const event = {
    title: 'An evening',
    description: '<p>Two sets, one interval.</p>',
    start_date: '2026-12-05 19:30:00',
    end_date: '2026-12-05 22:00:00',
    ...body,
  }
  const { json, status } = await app.events('POST', '/events', { as, body: event })
  expect([status, json.message]).toEqual([201, undefined])
  return { id: json.id as number, path: new URL(json.url).pathname, json }
}
/** Titles of the events in a list, in order. */
const titlesIn = (text: string) =>
  [...text.matchAll(/<a class="cover"[^>]*>(?:<s[^>]*>)?([^<]*)</g)].map(([, title]) => title)
await make({
  title: 'Café concert',
  venue: { venue: 'Great Room', address: 'Elvegata 12', city: 'Oslo', show_map_link: true },
  organizer: { organizer: 'Night Songs', email: 'hello@nightsongs.example' },
  categories: ['Concerts'],
  tags: ['songs'],
  show_map_link: true,
})
await make({
  title: 'Late night',
  start_date: '2026-12-05 22:00:00',
  end_date: '2026-12-06 04:00:00',
  happening: 'cancelled',
})
await make({ title: 'Lamps', start_date: '2026-12-04', end_date: '2026-12-07', all_day: true })
await make({ title: 'Tonight', start_date: '2026-11-21 20:00:00', end_date: '2026-11-21 22:00:00' })
await make({ title: 'This morning', start_date: '2026-11-21 8:00', end_date: '2026-11-21 9:00' })
await make({ title: 'Still on', start_date: '2026-11-01 8:00', end_date: '2026-11-30 9:00' })
await make({ title: 'Draft', status: 'draft' })
const free = await make({
  title: 'For nothing',
  start_date: '2027-02-01 18:00',
  end_date: '2027-02-01 20:00',
})
await sell(free, '')
await sell(free, '12.00')

async function sell(event: typeof free, price: string, more: object = {}) {
  const body = {
    post_id: event.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: `Seat ${price}`,
    price,
    ticket: { mode: 'own', capacity: 5 },
    ...more,
  }
  expect((await app.tickets('POST', '/tickets', { as, body })).status).toBe(202)
}

describe('lists of events', () => {
  test('show events that have not ended, by start, and find them by words, day, term and price', async () => {
    const titles = async (address: string) => titlesIn((await page(address)).text)
    expect((await titles('/events/')).slice(0, 3)).toEqual(['Still on', 'Tonight', 'Lamps'])
    expect(await titles('/')).toEqual(expect.arrayContaining(['Tonight', 'Café concert']))
    expect(await titles('/events/?search=cafe')).toEqual(['Café concert'])
    expect(await titles('/events/?search=CAFÉ+two')).toEqual(['Café concert'])
    expect(await titles('/events/?when=today')).toEqual(['Still on', 'Tonight'])
    expect(await titles('/events/?date=2026-12-05')).toEqual(
      expect.not.arrayContaining(['Tonight', 'Still on']),
    )
    expect(await titles('/events/category/concerts/')).toEqual(['Café concert'])
    expect(await titles('/events/tag/songs/')).toEqual(['Café concert'])
    expect(await titles('/events/?price=free')).toEqual(['For nothing'])
  })

  test('say until when an event of several days runs, in the language of the page', async () => {
    const untilIn = async (language: string) =>
      [
        ...(await page(`/events/?lang=${language}`)).text.matchAll(
          /<p class="soft small">((?:until|bis|til|jusqu|hasta)[^<]*)</g,
        ),
      ].map(([, words]) => words)
    const inEnglish = ['until Monday, 30 November 2026', 'until Monday, 7 December 2026']
    expect(await untilIn('en')).toEqual(inEnglish)
    expect((await untilIn('de'))[0]).toBe('bis Montag, 30. November 2026')
    expect((await untilIn('nb'))[0]).toBe('til mandag 30. november 2026')
    expect((await untilIn('fr'))[0]).toBe('jusqu’au lundi 30 novembre 2026')
    expect((await untilIn('es'))[0]).toBe('hasta el lunes, 30 de noviembre de 2026')
  })

  test('say that an event is sold out when fewer places are left than an order needs, as its page does', async () => {
    const event = await make({
      title: 'For pairs',
      start_date: '2028-06-06 19:30:00',
      end_date: '2028-06-06 22:00:00',
    })
    await sell(event, '12.00', { min_per_order: 2, ticket: { mode: 'own', capacity: 1 } })
    expect((await page(event.path)).text).toContain('Sold out')
    expect((await page('/events/?search=pairs')).text).toContain('Sold out')
  })

  test('say the day on which a sale begins in the zone of the event, as its page does', async () => {
    const event = await make({
      title: 'In Tokyo',
      timezone: 'Asia/Tokyo',
      start_date: '2028-06-05 19:30:00',
      end_date: '2028-06-05 22:00:00',
    })
    await sell(event, '12.00', { start_date: '2026-12-04', start_time: '05:00:00' })
    expect((await page(event.path)).text).toContain('Friday, 4 December 2026 at 5:00')
    expect((await page('/events/?search=Tokyo')).text).toContain('On sale from Fri 4 Dec')
  })

  test('of an unknown record or an empty result say so and lead on', async () => {
    const nothing = (await page('/events/?search=zzzzz')).text
    expect(nothing).toContain('No events match.')
    expect(nothing).toContain('Show everything')
    for (const address of ['/events/?page=2', '/events/?page=x', '/events/category/none/']) {
      expect([address, (await page(address)).status]).toEqual([address, 404])
    }
    for (const address of ['/events/?date=yesterday', '/events/?when=ever', '/events/?search=']) {
      expect([address, (await page(address)).status]).toEqual([address, 200])
    }
  })

  test('with filters are not for search engines, and all others are, in every language', async () => {
    const robots = async (address: string) => (await page(address)).headers['x-robots-tag']
    expect(await robots('/events/')).toBe('all')
    expect(await robots('/events/category/concerts/')).toBe('all')
    expect(await robots('/events/?search=cafe')).toBe('noindex')
  })

  test('take no more statements for many events than for few', async () => {
    const count = async (address: string) => countStatements(app, () => page(address))
    app.clock.advance(1)
    const few = await count('/events/?search=cafe')
    for (let index = 0; index < 10; index += 1) await plantEvent(app)
    app.clock.advance(1)
    expect(await count('/events/?search=planted')).toBeLessThanOrEqual(few + 2)
  })
})

describe('events near a place', async () => {
  const own = await startApp({ SITE_TIMEZONE: 'Europe/Oslo' })
  const create = async (title: string, at: object, body: object = {}) => {
    const times = { start_date: '2026-12-05 19:30:00', end_date: '2026-12-05 22:00:00' }
    const event = {
      title,
      description: 'Short.',
      ...times,
      venue: { venue: `${title} hall`, ...at },
      ...body,
    }
    expect((await own.events('POST', '/events', { as, body: event })).status).toBe(201)
  }
  const look = async (address: string) => {
    own.clock.advance(2)
    return (await own.call('GET', address)).text
  }
  await create('Alone', { city: 'Oslo', geo_lat: 59.9139, geo_lng: 10.7522 })

  test('are no choice on a site in one place', async () => {
    expect(await look('/events/')).not.toContain('name="near"')
  })

  test('are those in the city and around it, with their distances', async () => {
    await create('Without coordinates', { city: 'oslo' })
    await create('Next town', { city: 'Drammen', geo_lat: 59.7439, geo_lng: 10.2045 })
    await create('Far', { city: 'Bergen', geo_lat: 60.3929, geo_lng: 5.3242 })
    await create('Secret', { city: 'Oslo' }, { event_password: 'sesame' })
    const text = await look('/events/?near=Oslo')
    expect(titlesIn(text)).toEqual(['Alone', 'Without coordinates'])
    expect(text).toContain('Near Oslo, within 25\u00a0km')
    const wide = await look('/events/?near=oslo&within=50')
    expect(titlesIn(wide)).toEqual(['Alone', 'Without coordinates', 'Next town'])
    expect(wide).toContain('Next town hall, Drammen · 36\u00a0km')
    expect(titlesIn(await look('/events/?near=Oslo&within=50&search=town'))).toEqual(['Next town'])
  })

  test('are chosen from a list of places, and are not for search engines', async () => {
    const text = await look('/events/?near=Bergen')
    const places = [...text.matchAll(/<option value="([^"]+)"/g)].map(([, name]) => name)
    expect(places).toEqual(['Bergen', 'Drammen', 'Oslo'])
    expect(text).toMatch(/<option value="Bergen" selected/)
    expect(text).toContain('<meta name="robots" content="noindex"')
  })

  test('are none at a place that nobody knows, and the page says so', async () => {
    const text = await look('/events/?near=Atlantis')
    expect(titlesIn(text)).toEqual([])
    expect(text).toContain('Nothing is planned at this place.')
  })

  test('take no more statements for many places than for few', async () => {
    const count = () => countStatements(own, () => look('/events/?near=Oslo&within=100'))
    const few = await count()
    for (let town = 0; town < 10; town += 1) {
      const at = { city: `Town ${town}`, geo_lat: 59.5, geo_lng: 10.5 + town / 100 }
      await create(`Event ${town}`, at)
    }
    expect(await count()).toBeLessThanOrEqual(few)
  })
})

describe('the calendar', () => {
  test('shows each event on every day on which it runs, and hours after midnight on the day before', async () => {
    const { text } = await page('/events/month/2026-12/')
    const onDay = (day: string) =>
      [...text.matchAll(/<td[^>]*>(.*?)<\/td>/gs)]
        .map(([, cell = '']) => cell)
        .filter(cell => cell.includes(`datetime="${day}"`))
        .map(cell => cell.match(/Café concert|Late night|Lamps/g) ?? [])
        .flat()
    expect(onDay('2026-12-03')).toEqual([])
    expect(onDay('2026-12-05').sort()).toEqual(['Café concert', 'Lamps', 'Late night'])
    expect(onDay('2026-12-06')).toEqual(['Lamps'])
    expect(text).toContain('href="/events/2026-12-05/"')
  })

  test('says what a day has, and that another one is empty', async () => {
    const { text } = await page('/events/2026-12-05/')
    expect(text).toMatch(/<h1>Saturday,? 5 December 2026<\/h1>/)
    expect(titlesIn(text)).toEqual(['Lamps', 'Café concert', 'Late night'])
    const empty = await page('/events/2028-02-29/')
    expect(empty.text).toContain('Nothing is planned on this day.')
    expect(empty.headers['x-robots-tag']).toBe('noindex')
    expect((await page('/events/today/')).text).toContain('Tonight')
  })

  test('shows every event of a crowded day, after a day as crowded', async () => {
    for (const starts of ['2028-03-01T18:00:00Z', '2028-03-02T18:00:00Z']) {
      for (let count = 0; count < 150; count += 1) await plantEvent(app, { starts })
    }
    const first = await page('/events/2028-03-02/')
    expect(first.text).toContain('rel="next" href="/events/2028-03-02/?page=2"')
    const second = await page('/events/2028-03-02/?page=2')
    expect([...titlesIn(first.text), ...titlesIn(second.text)]).toHaveLength(150)
    expect((await page('/events/2028-03-02/?page=3')).status).toBe(404)
  })

  test('leads to the pages of the days that it could not read, in a month of more than a thousand events', async () => {
    const plant = () => plantEvent(app, { starts: '2028-05-05T18:00:00Z' })
    for (let round = 0; round < 101; round += 1)
      await Promise.all(Array.from({ length: 10 }, plant))
    await plantEvent(app, { starts: '2028-05-20T18:00:00Z' })
    const { text } = await page('/events/month/2028-05/')
    const linked = (day: string) => text.includes(`href="/events/2028-05-${day}/"`)
    expect([linked('01'), linked('05'), linked('20')]).toEqual([false, true, true])
    expect(text).toContain('All events on this day')
    expect(titlesIn((await page('/events/2028-05-20/')).text)).toEqual(['Planted'])
  })

  test('is finite for a robot that follows every link', async () => {
    const far = (await page('/events/month/2029-03/')).text
    expect(far).not.toContain('rel="next"')
    for (const address of ['/events/month/2026-13/', '/events/month/x/', '/events/2026-02-30/']) {
      expect([address, (await page(address)).status]).toEqual([address, 404])
    }
  })
})

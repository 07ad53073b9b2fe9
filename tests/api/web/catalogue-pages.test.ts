// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { ticketOnSale } from '../../support/on-sale.ts'
import { picture } from '../../support/picture-server.ts'
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

const venue = { venue: 'Great Room', address: 'Elvegata 12', city: 'Oslo' }
const organizer = { organizer: 'Night Songs', email: 'hello@nightsongs.example' }
const concert = await make({
  title: 'Café concert',
  venue: { ...venue, show_map_link: true },
  organizer,
  categories: ['Concerts'],
  tags: ['songs'],
  show_map_link: true,
})
const late = await make({
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

test('a search finds words without spaces between them, and letters whatever their accents', async () => {
  await make({ title: '東京ジャズの夜', start_date: '2027-03-01', end_date: '2027-03-01' })
  await make({ title: 'Łódź: Śpiewy', start_date: '2027-03-02', end_date: '2027-03-02' })
  const found = async (words: string) =>
    titlesIn((await page(`/events/?search=${encodeURIComponent(words)}`)).text)
  for (const words of ['ジャズ', '東京', 'の夜'])
    expect(await found(words)).toEqual(['東京ジャズの夜'])
  for (const words of ['lodz', 'spiewy', 'ŁÓDŹ'])
    expect(await found(words)).toEqual(['Łódź: Śpiewy'])
  expect(await found('大阪')).toEqual([])
})

test('a month is described in search results without a colon, which French sets apart and others do not', async () => {
  const { text } = await page('/events/month/2026-12/?lang=fr')
  expect(text).toContain(
    'content="Programme, décembre 2026. Événements et billets de Riverside Hall."',
  )
})

test('the pages of a category and of a tag say in search results what they are', async () => {
  const described = async (address: string) =>
    /<meta name="description" content="([^"]*)"/.exec((await page(address)).text)?.[1]
  expect(await described('/events/category/concerts/')).toBe(
    'Category: Concerts. Events and tickets of Riverside Hall.',
  )
  expect(await described('/events/tag/songs/?lang=fr')).toMatch(/^.*songs\. Événements et billets/)
})

describe('the page of an event', () => {
  test('shows the time in the event’s zone, the place with a map, the organizers, and related events', async () => {
    const { text } = await page(concert.path)
    expect(text).toMatch(/Saturday,? 5 December 2026, 7:30\spm\s–\s10:00\spm/)
    expect(text).toContain('datetime="2026-12-05T19:30:00+01:00"')
    expect(text).toContain('Oslo time (CET)')
    expect(text).toContain('https://www.openstreetmap.org/search?query=Elvegata%2012')
    expect(text).toContain('mailto:hello@nightsongs.example')
    expect(text).toContain('Earlier: Lamps')
    expect(text).toContain('Later: Late night')
    expect(text).toContain('href="/events/category/concerts/"')
  })

  test('has metadata for search engines and link previews', async () => {
    const { text } = await page(concert.path)
    const [, data = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? []
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Event',
      name: 'Café concert',
      startDate: '2026-12-05T19:30:00+01:00',
    })
    expect(text).toContain('<meta property="og:title" content="Café concert"/>')
    expect(text).toContain(`<link rel="canonical" href="http://tickets.test${concert.path}"/>`)
  })

  test('shows its picture in a format and size that the browser accepts, drawn once', async () => {
    const body = await picture(1300, 600, 'jpeg')
    const headers = { 'content-type': 'image/jpeg' }
    const { json: image } = await app.events('POST', '/images', { as, body, headers })
    const event = await make({ title: 'Pictured', image: String(image.id) })
    const { text } = await page(event.path)
    const [, webp = ''] = /srcset="[^"]*?(\S+\/w800\.webp) 800w/.exec(text) ?? []
    const got = await page(new URL(webp).pathname)
    expect([got.status, got.headers['content-type'], got.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    const etag = String(got.headers['etag'])
    const again = await page(new URL(webp).pathname, { 'if-none-match': etag })
    expect(again.status).toBe(304)
    const avif = await page(new URL(webp).pathname.replace('w800.webp', 'w400.avif'))
    expect([avif.status, avif.headers['content-type']]).toEqual([200, 'image/avif'])
    for (const wrong of ['w801.webp', 'w800.png', 'w800-webp.jpg']) {
      const { status } = await page(new URL(webp).pathname.replace('w800.webp', wrong))
      expect([wrong, status]).toEqual([wrong, 404])
    }
    const stranger = new URL(webp).pathname.replace(/-[0-9a-f]{32}/, `-${'0'.repeat(32)}`)
    expect((await page(stranger)).status).toBe(404)
  })

  test('has a picture for link previews that is small enough, as the page of a venue has', async () => {
    const body = await picture(4000, 2000, 'jpeg')
    const headers = { 'content-type': 'image/jpeg' }
    const { json: image } = await app.events('POST', '/images', { as, body, headers })
    const ofEvent = await make({
      title: 'Photographed',
      image: String(image.id),
      venue: { venue: 'Photographed hall', image: String(image.id) },
    })
    for (const { path } of [ofEvent, { path: new URL(ofEvent.json.venue.url).pathname }]) {
      const { text } = await page(path)
      const tags = [
        ...text.matchAll(/<meta property="og:image(?::(?:width|height))?" content="([^"]*)"/g),
      ]
      expect(tags.map(([, content]) => content)).toEqual([image.sizes.large.url, '1024', '512'])
    }
  })

  test('says that the event is cancelled, and sells nothing', async () => {
    await ticketOnSale(app, { eventId: late.id, priceMinor: 1000 })
    const { text } = await page(late.path)
    expect(text).toContain('This event is cancelled.')
    expect(text).not.toContain('id="tickets"')
  })

  test('of a protected event opens with the password, for a day, and for nobody else', async () => {
    const { path, id } = await make({ title: 'Members only', event_password: 'sesame' })
    const send = (password: string, cookie = '') =>
      app.call('POST', path, { form: { password }, headers: { cookie } })
    const wrong = await send('guess')
    expect(wrong.status).toBe(422)
    expect(wrong.text).toMatch(/aria-invalid="true"[^>]*aria-describedby="f-password-problem"/)
    const right = await send('sesame')
    expect([right.status, right.headers['location']]).toEqual([303, `http://tickets.test${path}`])
    const cookie = String(right.headers['set-cookie']).split(';')[0] ?? ''
    expect(String(right.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Lax$/)
    const open = await page(path, { cookie })
    expect(open.text).toContain('Two sets')
    expect(open.headers['cache-control']).toBe('no-store, private')
    expect(open.headers['x-robots-tag']).toBe('noindex')
    // What is one person's has a nonce, another one each time; what is everybody's has none.
    const nonceOf = ({ headers }: typeof open) =>
      /script-src 'nonce-([\w-]{22})'/.exec(String(headers['content-security-policy']))?.[1]
    const nonces = new Set([nonceOf(open), nonceOf(await page(path, { cookie })), undefined])
    expect(nonces.size).toBe(3)
    expect(nonceOf(await page(path))).toBeUndefined()
    for (const other of ['', `${cookie}x`, cookie.replace(String(id), String(concert.id))]) {
      expect((await page(path, { cookie: other })).text).not.toContain('Two sets')
    }
    await app.events('PATCH', `/events/${id}`, { as, body: { event_password: 'changed' } })
    expect((await page(path, { cookie })).text).not.toContain('Two sets')
  })
})

test('the pages of venues and organizers list their upcoming events', async () => {
  const path = (url: string) => new URL(url).pathname
  const where = await page(path(concert.json.venue.url))
  expect(where.text).toContain('Elvegata 12, Oslo')
  expect(titlesIn(where.text)).toEqual(['Café concert'])
  const who = await page(path(concert.json.organizer[0].url))
  expect(titlesIn(who.text)).toEqual(['Café concert'])
})

test.each([
  ['/events/list/', '/events/'],
  ['/events/photo/', '/events/'],
  ['/events/page/3/', '/events/?page=3'],
  ['/events/category/concerts/month/', '/events/category/concerts/'],
  [
    '/events/?tribe-bar-search=cafe&tribe-bar-date=2026-12-05',
    '/events/?search=cafe&date=2026-12-05',
  ],
  ['/events/?eventDisplay=month', '/events/month/'],
  ['/events/?eventDisplay=month&tribe-bar-date=2026-12-01', '/events/month/2026-12/'],
  ['/events/?eventDisplay=month&tribe-bar-date=2026-12', '/events/month/2026-12/'],
  ['/events/?eventDisplay=day&tribe-bar-date=2026-12-05', '/events/2026-12-05/'],
  ['/events/list/?tribe-bar-search=cafe', '/events/?search=cafe'],
  ['/events/2026-12/', '/events/month/2026-12/'],
  ['/events/category/concerts/list/page/2/', '/events/category/concerts/?page=2'],
  ['/events/category/concerts/page/2/', '/events/category/concerts/?page=2'],
  ['/events/tag/songs/month/', '/events/tag/songs/'],
  ['/events/category/music/concerts/', '/events/category/concerts/'],
  ['/events/category/music/concerts/photo/page/2/', '/events/category/concerts/?page=2'],
  ['/events/category/concerts/2026-12/', '/events/category/concerts/?date=2026-12-01'],
  ['/events/category/concerts/day/2026-12-05/', '/events/category/concerts/?date=2026-12-05'],
  ['/events/category/concerts/today/', '/events/category/concerts/'],
  [
    '/events/category/concerts/list/?tribe-bar-search=cafe',
    '/events/category/concerts/?search=cafe',
  ],
  ['/events/category/concerts/?tribe-bar-search=cafe', '/events/category/concerts/?search=cafe'],
  ['/events/tag/month/list/', '/events/tag/month/'],
])('the address %s of the existing system redirects to %s', async (old, now) => {
  const got = await page(old)
  expect([got.status, got.headers['location']]).toEqual([301, `http://tickets.test${now}`])
})

test('the sitemap names every event, venue and organizer that everybody may see, and nothing else', async () => {
  const { text, headers } = await page('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=UTF-8')
  expect(text).toContain(`<loc>http://tickets.test${concert.path}</loc>`)
  expect(text).not.toMatch(/draft|members-only/)
  const [venue, organizer] = [concert.json.venue.url, concert.json.organizer[0].url]
  expect([text.includes(`<loc>${venue}</loc>`), text.includes(`<loc>${organizer}</loc>`)]).toEqual([
    true,
    true,
  ])
  const hall = await app.events('POST', '/venues', {
    as,
    body: { venue: 'Draft hall', status: 'draft' },
  })
  expect((await page('/sitemap.xml')).text).not.toContain('draft-hall')
  await app.events('POST', `/venues/${hall.json.id}`, { as, body: { status: 'publish' } })
  expect((await page('/sitemap.xml')).text).toContain(
    '<loc>http://tickets.test/venue/draft-hall/</loc>',
  )
  const added = await make({ title: 'Added later' })
  expect((await page('/sitemap.xml')).text).toContain(added.path)
  await app.events('POST', `/events/${added.id}`, { as, body: { status: 'draft' } })
  expect((await page('/sitemap.xml')).text).not.toContain(added.path)
  const robots = await page('/robots.txt')
  expect(robots.text).toContain('Sitemap: http://tickets.test/sitemap.xml')
  expect(robots.text).toContain('Disallow: /tickets-order')
})

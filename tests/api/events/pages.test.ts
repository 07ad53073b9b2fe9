// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { dangersOf } from '../../support/harmless.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const path = (url: string) => url.replace('http://tickets.test', '')

const draft = {
  title: 'Night <b>of</b> "Quotes" & more',
  description: '<p>Come</p><script>alert(1)</script>',
  start_date: '2031-06-01 19:00:00',
  end_date: '2031-06-01 23:00:00',
  venue: { venue: 'Hall <i>One</i>', city: 'Bergen' },
  organizer: { organizer: 'Acme & Sons' },
  categories: ['Music & Dance'],
}

test('every address in an event’s answer opens a page in which no script can run', async () => {
  const { json: event } = await app.events('POST', '/events', { as: 'administrator', body: draft })
  const addresses = [event.url, event.venue.url, event.organizer[0].url]
  for (const url of addresses) {
    const got = await app.call('GET', path(url))
    expect([url, got.status, got.headers['content-type']]).toEqual([
      url,
      200,
      'text/html; charset=UTF-8',
    ])
    expect(dangersOf(got.text, { page: true })).toEqual([])
    expect(got.text).not.toMatch(/<b>of|<i>One|alert/)
  }
  const category = await app.call('GET', '/events/category/music-dance/')
  expect(category.status).toBe(200)
})

test('a record that is not public has no page', async () => {
  const body = { ...draft, title: 'Secret plans', status: 'draft' }
  const { json: event } = await app.events('POST', '/events', { as: 'administrator', body })
  const got = await app.call('GET', path(event.url))
  expect(got.status).toBe(404)
  expect(got.text).not.toContain('Secret plans')
  const order = await app.call('GET', '/tickets-order/?tc-order-id=1&key=guess')
  expect(order.status).toBe(404)
})

test('a protected event’s page shows its title and nothing else', async () => {
  const body = { ...draft, title: 'Members only', event_password: 'sesame' }
  const { json: event } = await app.events('POST', '/events', { as: 'administrator', body })
  const got = await app.call('GET', path(event.url))
  expect(got.text).toContain('Members only')
  expect(got.text).not.toContain('Come')
})

test('a ticket code opened in a browser leads to the event’s page and checks nobody in', async () => {
  const { json: event } = await app.events('POST', '/events', { as: 'administrator', body: draft })
  const got = await app.call(
    'GET',
    `/?event_qr_code=1&ticket_id=5&event_id=${event.id}&security_code=x`,
  )
  expect([got.status, got.headers['location']]).toEqual([302, event.url])
})

test('every page names its API address, in headers and in the HTML', async () => {
  const body = { ...draft, title: 'Found by machines' }
  const { json: event } = await app.events('POST', '/events', { as: 'administrator', body })
  const root = 'http://tickets.test/svc/events/v1/'
  const list = (query: string) => `${root}events/?${query}`
  const [venue, organizer] = [event.venue, event.organizer[0]]
  for (const [address, source] of [
    ['/', root],
    [path(event.url), event.rest_url],
    [path(venue.url), list(`venue=${venue.id}`)],
    [path(organizer.url), list(`organizer=${organizer.id}`)],
    ['/events/category/music-dance/', list('categories=music-dance')],
    ['/event/nothing', root],
  ] as const) {
    const { headers, text } = await app.call('GET', address)
    expect([address, headers['x-tec-api-root']]).toEqual([address, source])
    expect(headers['x-tec-api-version']).toBe('v1')
    expect(headers['x-tec-api-origin']).toBe('http://tickets.test/')
    expect(text).toContain('<meta name="tec-api-version" content="v1">')
    expect(text).toContain('<meta name="tec-api-origin" content="http://tickets.test/">')
    expect(text).toContain(`<link rel="alternate" href="${source}">`)
    expect((await app.call('GET', path(source))).status).toBe(200)
  }
  const api = await app.events('GET', '/events')
  expect(api.headers).not.toHaveProperty('x-tec-api-root')
})

test('upcoming events have pages of their own, with links for discovery', async () => {
  const own = await startApp()
  const make = async (body: object) =>
    (await own.events('POST', '/events', { as: 'administrator', body: { ...draft, ...body } })).json
  const first = await make({ title: 'First <b>night</b>', happening: 'cancelled', ...soon })
  for (let night = 2; night <= 24; night += 1) await plantEvent(own)
  await make({ title: 'The last', start_date: '2027-02-01', end_date: '2027-02-01' })
  await make({ title: 'Out of sight', hide_from_listings: true, ...soon })
  await make({ title: 'Not yet', status: 'draft', ...soon })
  await make({ title: 'Long ago', start_date: '2020-01-01', end_date: '2020-01-02' })

  const page = await own.call('GET', '/events/')
  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=UTF-8',
    'x-tec-api-root': 'http://tickets.test/svc/events/v1/events/',
  })
  expect(page.text).toContain(
    `href="${path(first.url)}"><s class="soft">First &lt;b>night&lt;/b></s>`,
  )
  expect(page.text).toContain('<span class="pill bad">Cancelled</span>')
  expect(page.text.match(/<li class="card event-item"/g)).toHaveLength(24)
  expect(page.text).not.toMatch(/The last|Out of sight|Not yet|Long ago|<b>night/)
  const [, next = ''] = /<a class="btn s" rel="next" href="([^"]*)"/.exec(page.text) ?? []
  const second = await own.call('GET', next)
  expect([second.status, second.text.includes('The last')]).toEqual([200, true])
  expect(second.text).toContain('rel="prev" href="/events/"')
  expect(second.text).not.toContain('rel="next"')
  for (const wrong of ['3', '0', '-1', 'x', '1e99', '']) {
    expect([wrong, (await own.call('GET', `/events/?page=${wrong}`)).status]).toEqual([wrong, 404])
  }
})

test('the page of events says so when there are none', async () => {
  const own = await startApp({ API_PREFIX: '/wp-json', API_VENDOR: 'tribe' })
  for (const address of ['/events', '/events/']) {
    const got = await own.call('GET', address)
    expect([got.status, got.text.includes('No events are planned.')]).toEqual([200, true])
    expect(got.headers['x-tec-api-root']).toBe(
      'http://tickets.test/wp-json/tribe/events/v1/events/',
    )
    expect(got.headers['link']).toContain('<http://tickets.test/wp-json/>')
  }
})

const soon = { start_date: '2026-12-01 19:00', end_date: '2026-12-01 23:00' }

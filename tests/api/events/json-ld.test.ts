// Database: in the short run a server alone, where there is one.
import { beforeEach, expect, test } from 'vitest'
import { startApp, testStart } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp({ SITE_TIMEZONE: 'America/New_York' })
const desk = ticketDesk(app)
const dates = { start_date: '2027-01-15 19:00', end_date: '2027-01-15 21:00' }

const make = async (body: Record<string, unknown> = {}) => {
  const sent = { title: 'Described', ...dates, ...body }
  return (await app.events('POST', '/events', { as: 'administrator', body: sent })).json
}
const describedAs = async (id: number) => (await app.events('GET', `/events/${id}`)).json.json_ld

beforeEach(() => app.clock.set(testStart))

/** Every text within a description. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* textsIn(member)
  }
}

test('JSON-LD of an event names what, when, where, by whom and for how much', async () => {
  const { id, url, venue, organizer } = await make({
    description: '<p>Two hours of &amp; noise</p>',
    venue: { venue: 'Hall', address: 'Quay 1', city: 'Bergen', geo_lat: 60.4, geo_lng: 5.3 },
    organizer: [{ organizer: 'Players', email: 'p@example.org' }],
    cost: ['10', '20'],
  })
  const offer = {
    '@type': 'Offer',
    url,
    category: 'primary',
    availability: 'InStock',
    priceCurrency: 'USD',
  }
  expect(await describedAs(id)).toEqual({
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: 'Described',
    description: 'Two hours of & noise',
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: '2027-01-15T19:00:00-05:00',
    endDate: '2027-01-15T21:00:00-05:00',
    location: {
      '@type': 'Place',
      name: 'Hall',
      url: venue.url,
      address: { '@type': 'PostalAddress', streetAddress: 'Quay 1', addressLocality: 'Bergen' },
      geo: { '@type': 'GeoCoordinates', latitude: 60.4, longitude: 5.3 },
    },
    organizer: {
      '@type': 'Person',
      name: 'Players',
      url: organizer[0].url,
      email: 'p@example.org',
    },
    offers: [
      { ...offer, price: '10' },
      { ...offer, price: '20' },
    ],
    performer: 'Organization',
  })
})

test('JSON-LD omits members without a value', async () => {
  const { id } = await make({ venue: { venue: 'Bare' }, organizer: [{ organizer: 'Bare' }] })
  const described = await describedAs(id)
  expect([...textsIn(described)]).not.toContain('')
  expect(described).not.toHaveProperty('offers')
  expect(described).not.toHaveProperty('image')
})

test('JSON-LD offers tickets at their price and time, and as sold out when they are', async () => {
  const { id } = await make({ cost: '99' })
  const window = {
    start_date: '2026-12-01',
    start_time: '10:00:00',
    end_date: '2027-01-14',
    end_time: '12:00:00',
  }
  await desk.add(id, { name: 'Seat', price: '30.50', ...window })
  const last = (
    await desk.add(id, { name: 'Last', price: '12', ticket: { mode: 'own', capacity: 1 } })
  ).json
  const offersNow = async () => (await describedAs(id)).offers
  expect(await offersNow()).toMatchObject([
    {
      price: '30.50',
      // Its sale has not begun.
      availability: 'PreOrder',
      validFrom: '2026-12-01T10:00:00-05:00',
      validThrough: '2027-01-14T12:00:00-05:00',
    },
    { price: '12.00', availability: 'InStock', validThrough: '2027-01-15T19:00:00-05:00' },
  ])
  const holder = { ticket_id: last.id, full_name: 'Ann', email: 'ann@example.org' }
  const sold = await app.tickets('POST', '/attendees', { as: 'administrator', body: holder })
  expect(sold.status).toBe(201)
  expect((await offersNow()).map((one: { availability: string }) => one.availability)).toEqual([
    'PreOrder',
    'SoldOut',
  ])
  app.clock.set(new Date('2026-12-01T15:00:00Z'))
  expect((await offersNow())[0]).toMatchObject({ availability: 'InStock' })
  app.clock.set(new Date('2027-01-14T17:00:00Z'))
  expect((await offersNow())[0]).toMatchObject({ availability: 'OutOfStock' })
})

test('JSON-LD offers tickets at the price that buyers pay, while fees apply', async () => {
  const { id } = await make()
  await desk.add(id, { name: 'Seat', price: '30.00' })
  const price = async () => (await describedAs(id)).offers[0].price
  expect(await price()).toBe('30.00')
  const fee = (body: object) =>
    app.tickets('POST', '/fees', {
      as: 'administrator',
      body: { sub_type: 'flat', raw_amount: '1.5', meta_value: 'all', ...body },
    })
  const { status, json } = await fee({ display_name: 'Service' })
  expect([status, await price()]).toEqual([200, '31.50'])
  await fee({ display_name: 'Heating', start_time: '2026-12-01 00:00:00' })
  expect(await price()).toBe('31.50')
  app.clock.set(new Date('2026-12-02T00:00:00Z'))
  expect(await price()).toBe('33.00')
  const body = { status: 'inactive' }
  await app.tickets('PATCH', `/fees/${json.id}`, { as: 'administrator', body })
  expect(await price()).toBe('31.50')
})

test('JSON-LD keeps the offset of the second of two equal local hours', async () => {
  const { id } = await make({
    start_date: '2027-11-07T06:30:00Z',
    end_date: '2027-11-07T08:00:00Z',
  })
  expect((await describedAs(id)).startDate).toBe('2027-11-07T01:30:00-05:00')
})

test('a category and a tag link to themselves, in lists too', async () => {
  const { categories, tags } = await make({ categories: ['Led'], tags: ['led'] })
  for (const [plural, [term]] of [
    ['categories', categories],
    ['tags', tags],
  ] as const) {
    const { json } = await app.events('GET', `/${plural}/${term.id}`)
    expect(json['_links']).toEqual({
      self: [{ href: term.urls.self }],
      collection: [{ href: term.urls.collection }],
    })
    expect((await app.events('GET', `/${plural}`)).json[plural][0]['_links']).toEqual(
      json['_links'],
    )
    const changed = await app.events('PUT', `/${plural}/${term.id}`, { as: 'editor', body: {} })
    expect(changed.json).not.toHaveProperty('_links')
  }
})

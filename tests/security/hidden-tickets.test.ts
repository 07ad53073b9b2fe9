import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { staffClient } from '../support/client-in-process.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const staff = await staffClient(app)
const name = 'Xyzzyplugh'
const price = '77.77'

/** An event with everything that answers are made of, and a hidden ticket that somebody bought. */
async function scene() {
  const event = await staff.createEvent({
    title: 'Congress of the walkers',
    description: '<p>Two days.</p>',
    start_date: '2027-03-01 19:00:00',
    end_date: '2027-03-01 21:00:00',
    status: 'publish',
    categories: ['Congresses'],
    venue: { venue: 'Great Room', city: 'Bergen', status: 'publish' },
    organizer: [{ organizer: 'Riverside Hall', status: 'publish' }],
  })
  const ticket = (called: string, cost: string) =>
    staff.createTicket({
      post_id: event.id,
      provider: 'tc',
      name: called,
      price: cost,
      capacity: 9,
    })
  const shown = await ticket('Standard', '20')
  const hidden = await ticket(name, price)
  await staff.updateTicket({ id: hidden.id, post_id: event.id, hidden: true })
  const { slug } = await staff.createCoupon({
    slug: 'walkers',
    display_name: 'Walkers',
    status: 'active',
    sub_type: 'flat',
    amount: 0,
    limits: { opens: [hidden.id] },
  })
  await buy(app, hidden.id, { coupon: slug, way: 'cardprocessor' })
  const { attendees } = await buy(app, shown.id, { way: 'cardprocessor' })
  return { event, shown, hidden, ids: [event.id, shown.id, hidden.id, attendees[0]?.id ?? 0] }
}

const { event, hidden, ids } = await scene()
const venue = (event.venue as { id: number }).id
const texts = [
  event.slug,
  String(event.id),
  'congresses',
  '2027-03',
  'riverside-hall',
  'great-room',
]

const files = ['csv', 'xlsx', 'ics']

/** The path with what fits in the places of its parameters. */
function filled(path: string): string[] {
  const [, name = ''] = /:(\w+)/.exec(path) ?? []
  if (name === '') return [path]
  const isId = /^id$|_id$|^(event|ticket|order|attendee)$/.test(name)
  const values = name === 'format' ? files : isId ? [...ids, venue] : texts
  return values.flatMap(value =>
    filled(path.replace(/:\w+(\([^)]*\))?/, encodeURIComponent(String(value)))),
  )
}

const ofInterface = app.routes
  .filter(({ methods }) => methods.includes('GET'))
  .flatMap(({ namespace, path }) => filled(path).map(own => `/svc/${namespace}${own}`))
const ofPages = app.pages
  .filter(({ method }) => method === 'GET')
  .flatMap(({ path }) => filled(path.replaceAll('*', '')))
const asked = [
  '',
  '?search=xyzzy',
  `?include_post=${event.id}&per_page=50`,
  `?event=${event.id}&post_id=${event.id}&per_page=50&start_date=2000-01-01`,
  `?include=${hidden.id}&p=${event.id}`,
]
/** Where the ticket is found when it is shown. */
const finders = [
  `/svc/tickets/v1/tickets`,
  `/svc/tickets/v1/tickets/${hidden.id}`,
  `/event/${event.slug}/`,
  `/embed/event/${event.slug}`,
]
const others = [
  ...finders,
  `/?p=${event.id}`,
  `/?p=${event.id}&code=wrong`,
  `/?post_type=event&p=${event.id}`,
  `/event/${event.slug}/?lang=de`,
]
const every = [...ofInterface, ...ofPages].flatMap(path => asked.map(query => path + query))
const seed = Date.now() % 1_000_000
const drawn =
  process.env['LONG'] === '1' ? every : fc.sample(fc.constantFrom(...every), { numRuns: 100, seed })
const addresses = [...new Set([...drawn, ...others])]

/** What a stranger reads at all addresses: those that name the ticket or its price, and how many were answered with something. */
async function walk() {
  const telling: string[] = []
  let read = 0
  for (const [at, url] of addresses.entries()) {
    // One network asks for so much only so often.
    const remoteAddress = `10.${at % 200}.${Math.floor(at / 200)}.7`
    const { statusCode, payload } = await app.http.inject({ method: 'GET', url, remoteAddress })
    if (statusCode === 200) read += 1
    const told = payload.replaceAll('search=xyzzy', '')
    if (told.includes(name) || /77[.,]77/.test(told)) telling.push(url)
  }
  return { telling, read }
}

describe('a hidden ticket', () => {
  test('is named with its price in no anonymous answer of any GET route; the same walk finds it when it is shown', async () => {
    const before = await walk()
    expect(before.telling).toEqual([])
    await staff.updateTicket({ id: hidden.id, post_id: event.id, hidden: false })
    const control = await walk()
    const kinds = new Set(control.telling.map(url => url.split('?')[0] ?? ''))
    console.log(
      `Seed ${seed}: ${addresses.length} of ${every.length} addresses, ${before.read} answered; shown, the ticket is in ${control.telling.length} answers of ${kinds.size} paths.`,
    )
    expect(before.read).toBeGreaterThan(finders.length)
    for (const path of finders) expect([...kinds]).toContain(path)
  }, 240_000)
})

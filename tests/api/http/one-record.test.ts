// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { anAttendee } from '../../support/attending.ts'
import { statementsOf } from '../../support/count-statements.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { picture } from '../../support/picture-server.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const apis = { events: app.events, tickets: app.tickets }
const times = { start_date: '2027-01-01 19:00', end_date: '2027-01-01 21:00' }
const aPicture = await picture(300, 200)

let made = 0
async function create(api: keyof typeof apis, path: string, body: unknown, headers = {}) {
  const got = await apis[api]('POST', path, { as, body, headers })
  expect([path, Math.floor(got.status / 100), got.text]).toEqual([path, 2, expect.anything()])
  return got.json
}

const named = (name: string) => ({ [name]: `A ${name} ${(made += 1)}` })
const coupon = () => ({ slug: `code-${(made += 1)}`, display_name: 'Ten', status: 'active' })

/** Creates one more record of a kind. Returns its path and what names it. */
const makers = {
  venue: () => create('events', '/venues', named('venue')),
  organizer: () => create('events', '/organizers', named('organizer')),
  event: () => create('events', '/events', { ...named('title'), ...times }),
  category: () => create('events', '/categories', named('name')),
  image: () => create('events', '/images', aPicture, { 'content-type': 'image/png' }),
  attendee: () => anAttendee(app),
  ticket: () => ticketOnSale(app),
  coupon: () => create('tickets', '/coupons', { ...coupon(), amount: 10 }),
  fee: () => create('tickets', '/fees', { ...named('display_name'), amount: 2 }),
  nothing: async () => ({}),
}

const nonceFor = async ({ id, eventId }: any, nonce: 'edit' | 'remove') => {
  const { json } = await app.tickets('GET', `/tickets/${id}`, { as })
  return { post_id: eventId, [`${nonce}_ticket_nonce`]: json.nonces[nonce] }
}

type Case = {
  request: string
  of: keyof typeof makers
  api?: keyof typeof apis
  body?: (record: any) => unknown
  statements: number
}

// The count includes the sign-in, a transaction's begin and commit, and the version of a record that people edit.
const cases: Case[] = [
  { request: 'GET /venues/:id', of: 'venue', statements: 3 },
  { request: 'GET /venues/by-slug/:slug', of: 'venue', statements: 3 },
  { request: 'POST /venues', of: 'nothing', body: () => named('venue'), statements: 8 },
  { request: 'PATCH /venues/:id', of: 'venue', body: () => named('venue'), statements: 8 },
  {
    request: 'PATCH /venues/by-slug/:slug',
    of: 'venue',
    body: () => named('venue'),
    statements: 8,
  },
  { request: 'DELETE /venues/:id', of: 'venue', statements: 11 },
  { request: 'DELETE /venues/by-slug/:slug', of: 'venue', statements: 11 },
  { request: 'GET /organizers/:id', of: 'organizer', statements: 3 },
  { request: 'GET /organizers/by-slug/:slug', of: 'organizer', statements: 3 },
  {
    request: 'PATCH /organizers/:id',
    of: 'organizer',
    body: () => named('organizer'),
    statements: 7,
  },
  { request: 'DELETE /organizers/:id', of: 'organizer', statements: 11 },
  { request: 'GET /events/:id', of: 'event', statements: 5 },
  { request: 'GET /events/by-slug/:slug', of: 'event', statements: 5 },
  {
    request: 'POST /events',
    of: 'nothing',
    body: () => ({ ...named('title'), ...times }),
    statements: 10,
  },
  { request: 'PATCH /events/:id', of: 'event', body: () => named('title'), statements: 11 },
  {
    request: 'PATCH /events/by-slug/:slug',
    of: 'event',
    body: () => named('title'),
    statements: 11,
  },
  { request: 'DELETE /events/:id', of: 'event', statements: 17 },
  { request: 'DELETE /events/by-slug/:slug', of: 'event', statements: 17 },
  { request: 'GET /events', of: 'event', statements: 5 },
  { request: 'GET /categories', of: 'category', statements: 3 },
  { request: 'GET /categories?include=:id&hide_empty=false', of: 'category', statements: 4 },
  { request: 'GET /categories/:id', of: 'category', statements: 2 },
  { request: 'PATCH /categories/:id', of: 'category', body: () => named('name'), statements: 8 },
  { request: 'DELETE /categories/:id', of: 'category', statements: 10 },
  { request: 'GET /images/:id', of: 'image', statements: 2 },
  // BEGIN, which names who writes, the statement and COMMIT travel together.
  { request: 'DELETE /images/:id', of: 'image', statements: 5 },
  { request: 'GET /qr/:id', api: 'tickets', of: 'attendee', statements: 2 },
  { request: 'GET /attendees/:id', api: 'tickets', of: 'attendee', statements: 3 },
  {
    request: 'POST /attendees',
    api: 'tickets',
    of: 'ticket',
    body: ({ id }) => ({ ticket_id: id, full_name: 'Ann Example', email: 'ann@example.org' }),
    statements: 12,
  },
  {
    request: 'PATCH /attendees/:id',
    api: 'tickets',
    of: 'attendee',
    body: () => ({ full_name: 'Ann Other' }),
    statements: 11,
  },
  { request: 'GET /tickets/:id', api: 'tickets', of: 'ticket', statements: 4 },
  {
    request: 'PATCH /tickets/:id',
    api: 'tickets',
    of: 'ticket',
    body: async record => ({ ...(await nonceFor(record, 'edit')), ...named('name') }),
    statements: 14,
  },
  {
    request: 'DELETE /tickets/:id',
    api: 'tickets',
    of: 'ticket',
    body: record => nonceFor(record, 'remove'),
    statements: 10,
  },
  { request: 'GET /coupons/:id', api: 'tickets', of: 'coupon', statements: 3 },
  {
    request: 'PATCH /coupons/:id',
    api: 'tickets',
    of: 'coupon',
    body: () => ({ amount: 5 }),
    statements: 9,
  },
  { request: 'DELETE /coupons/:id', api: 'tickets', of: 'coupon', statements: 10 },
  { request: 'GET /fees/:id', api: 'tickets', of: 'fee', statements: 3 },
  {
    request: 'PATCH /fees/:id',
    api: 'tickets',
    of: 'fee',
    body: () => ({ amount: 5 }),
    statements: 5,
  },
  { request: 'DELETE /fees/:id', api: 'tickets', of: 'fee', statements: 4 },
]

/** Sends the request for a new record; returns the statements it needed. */
async function send({ request, of, api = 'events', body }: Case) {
  const record = await makers[of]()
  const [method = '', pattern = ''] = request.split(' ')
  const path = pattern.replace(/:(id|slug)/, (_, name) => record[name])
  const sent = body && (await body(record))
  return statementsOf(app, async () => {
    // A response kept for anonymous callers must not be used here.
    const headers = { cookie: 'seen=1' }
    const got = await apis[api](method, path, { as, headers, ...(sent ? { body: sent } : {}) })
    expect([request, Math.floor(got.status / 100), got.text]).toEqual([
      request,
      2,
      expect.anything(),
    ])
  })
}

test.each(cases)('$request takes $statements statements', async one => {
  // Sent once before counting: what a process reads only once, such as a secret, does not count.
  await send(one)
  const texts = await send(one)
  expect(texts.length).toBe(one.statements)
})

const venue = await makers.venue()
const none = 999_999_999
const invalid = '400 rest_invalid_param'
const refused = '401 rest_forbidden'
const unknownTicket = { ticket_id: none, full_name: 'Ann Example', email: 'ann@example.org' }

// Bad input is refused before missing rights. For an unknown event by id, and by slug in an update, rights
// are checked first (contract.md 2.1, 5.1, 5.2).
test.each([
  ['GET', `/events/${none}`, '404 rest-event-not-found', '404 rest-event-not-found'],
  ['PATCH', `/events/${none}`, refused, '404 rest-event-not-found'],
  ['DELETE', `/events/${none}`, refused, '404 rest-event-not-found'],
  ['GET', `/events/${venue.id}`, '400 rest-invalid-event-id', '400 rest-invalid-event-id'],
  ['PATCH', `/events/${venue.id}`, refused, '400 rest-invalid-event-id'],
  ['DELETE', `/events/${venue.id}`, refused, '400 rest-invalid-event-id'],
  ['GET', '/events/by-slug/none', invalid, invalid],
  ['PATCH', '/events/by-slug/none', refused, '404 rest-event-not-found'],
  ['DELETE', '/events/by-slug/none', invalid, invalid],
  ...['/venues', '/organizers'].flatMap(path =>
    ['GET', 'PATCH', 'DELETE'].flatMap(method => [
      [method, `${path}/${none}`, invalid, invalid],
      [method, `${path}/by-slug/none`, invalid, invalid],
    ]),
  ),
  ...['/categories', '/tags'].flatMap(path =>
    ['GET', 'PATCH', 'DELETE'].map(method => [method, `${path}/${none}`, invalid, invalid]),
  ),
  ['GET', `/images/${none}`, invalid, invalid],
  ['DELETE', `/images/${none}`, invalid, invalid],
  ['GET', `/qr/${none}`, invalid, invalid],
  ['POST', '/attendees', invalid, invalid, unknownTicket],
] as [string, string, string, string, object?][])(
  '%s %s, which names nothing, is %s for an anonymous caller and %s for an administrator',
  async (method, path, toNobody, toAdministrator, body = {}) => {
    const call = /^\/(qr|attendees)/.test(path) ? app.tickets : app.events
    const answers = []
    for (const who of ['anonymous', as] as const) {
      const sent = method === 'GET' ? {} : { body }
      const { status, json } = await call(method, path, { as: who, ...sent })
      answers.push(`${status} ${json.code}`)
    }
    expect(answers).toEqual([toNobody, toAdministrator])
  },
)

test('a list names all invalid filters at once, in their declared order', async () => {
  const query = { parent: none, include: 'no-such', exclude: 'nor-such', event: none }
  const { status, json } = await app.events('GET', '/categories', { query })
  expect([status, json.message]).toEqual([
    400,
    'Invalid parameter(s): include, exclude, parent, event',
  ])
})

test('of two simultaneous deletions of an image the second finds nothing', async () => {
  const { id } = await makers.image()
  const both = [1, 2].map(() => app.events('DELETE', `/images/${id}`, { as }))
  const statuses = (await Promise.all(both)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
})

// Database: in the short run the embedded one alone.
import { describe, expect, test } from 'vitest'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
type Arg = Record<string, unknown>
type Endpoint = { methods: string[]; args: Record<string, Arg> }
type Described = { endpoints: Endpoint[]; schema?: Record<string, unknown> }

const index = async (namespace: 'events' | 'tickets', query = {}) =>
  (await app[namespace]('GET', '', { query })).json.routes as Record<string, Described>

const options = async (namespace: 'events' | 'tickets', path: string) =>
  (await app[namespace]('OPTIONS', path)).json as Described
const argsOf = async (namespace: 'events' | 'tickets', path: string, method: string) => {
  const { endpoints } = await options(namespace, path)
  return endpoints.find(({ methods }) => methods.includes(method))?.args ?? {}
}

/** Routes that the processors' own pages call, or whose parameters the interface does not name. */
const ofProviders = /\/return$|webhook|\/qr$/
/** Routes of ours alone. */
const ours = /check-ins|scanner-keys|\/orders|\/fees\/|coupons\/\(|images|ticket-keys/

describe.each(['events', 'tickets'] as const)('the index of %s', namespace => {
  test('describes every argument of every route', async () => {
    const undescribed = Object.entries(await index(namespace))
      .filter(([path]) => !ofProviders.test(path) && !ours.test(path))
      .flatMap(([path, { endpoints }]) =>
        endpoints.flatMap(({ methods, args }) =>
          Object.entries(args).flatMap(([name, { description, required }]) =>
            typeof description === 'string' && typeof required === 'boolean'
              ? []
              : [`${methods.join()} ${path} ${name}`],
          ),
        ),
      )
    expect(undescribed.filter(line => !line.includes('event_id'))).toEqual([])
  })

  test('names the type of every choice', async () => {
    const args = Object.values(await index(namespace)).flatMap(({ endpoints }) =>
      endpoints.flatMap(endpoint => Object.values(endpoint.args)),
    )
    for (const arg of args) if ('enum' in arg) expect(arg['type']).toBe('string')
    expect(JSON.stringify(args)).not.toMatch(/"told"|"holds"/)
  })
})

test('the index states bounds, defaults, items and formats of arguments', async () => {
  expect((await argsOf('tickets', '/tickets', 'GET'))['per_page']).toEqual({
    required: false,
    type: 'integer',
    default: 10,
    description: 'Tickets on a page.',
    minimum: 1,
    maximum: 100,
  })
  expect((await argsOf('tickets', '/attendees', 'POST'))['email']).toMatchObject({
    required: true,
    type: 'string',
    format: 'email',
  })
  const event = await argsOf('events', '/events', 'POST')
  const list = { type: 'array', items: { type: 'integer' }, default: null, required: false }
  for (const name of ['categories', 'tags', 'venue', 'organizer']) {
    expect(event[name]).toMatchObject(list)
  }
  expect(event['website']).toMatchObject({ default: null })
  const venue = await argsOf('events', '/venues', 'POST')
  for (const name of ['description', 'show_map', 'city', 'website', 'image']) {
    expect([name, venue[name]?.['type'], venue[name]?.['default']]).toEqual([name, 'string', null])
  }
  expect((await argsOf('events', '/venues', 'GET'))['only_with_upcoming']).toMatchObject({
    default: false,
  })
  expect((await argsOf('tickets', '/cart', 'POST'))['tickets']).toMatchObject({ default: null })
  const coupon = await argsOf('tickets', '/coupons', 'POST')
  expect(coupon['start_time']).toMatchObject({
    type: 'string',
    format: 'date-time',
    default: null,
  })
  expect(coupon['sub_type']).toMatchObject({
    type: 'string',
    enum: ['percent', 'flat'],
    default: 'flat',
  })
})

test('the list of events names what counts when no dates are sent, and takes it', async () => {
  const { start_date, end_date, status } = await argsOf('events', '/events', 'GET')
  expect([start_date?.['type'], end_date?.['type']]).toEqual(['string', 'string'])
  expect(status).toMatchObject({ type: 'array', format: 'string' })
  for (const date of ['2026-11-19', '2026-11-20', '2028-11-21', '2028-11-23']) {
    await plantEvent(app, { starts: `${date}T19:00:00Z` })
  }
  const days = async (query: Record<string, string>) =>
    (await app.events('GET', '/events', { query })).json.events.map((event: any) =>
      event.start_date.slice(0, 10),
    )
  const told = { start_date: start_date?.['default'], end_date: end_date?.['default'] }
  expect(await days(told as Record<string, string>)).toEqual(['2026-11-20', '2028-11-21'])
  expect(await days({})).toEqual(['2026-11-20', '2028-11-21'])
})

test('the coupon schema is in OPTIONS and in the index with context=help', async () => {
  const { schema } = await options('tickets', '/coupons')
  expect(schema).toMatchObject({
    title: 'Coupon',
    type: 'object',
    properties: { slug: { type: 'string' }, amount: { type: 'number' } },
  })
  const { id, start_time, end_time } = (schema?.['properties'] ?? {}) as Record<string, Arg>
  expect(id).toMatchObject({ type: 'integer', readonly: true })
  for (const moment of [start_time, end_time]) {
    expect(moment).toMatchObject({ type: 'string', format: 'date-time' })
    expect(Object.keys(moment ?? {}).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'description',
      'format',
      'type',
    ])
  }
  const path = '/svc/tickets/v1/coupons'
  expect((await index('tickets', { context: 'help' }))[path]?.schema).toEqual(schema)
  expect((await index('tickets'))[path]?.schema).toBeUndefined()
})

test('an argument with an empty default is not filled in', async () => {
  const as = 'administrator'
  const body = { venue: 'Hall', city: 'Bergen', website: 'https://hall.example' }
  const { json } = await app.events('POST', '/venues', { as, body })
  const changed = await app.events('PATCH', `/venues/${json.id}`, { as, body: { zip: '5003' } })
  expect(changed.json).toMatchObject({ ...body, zip: '5003' })
})

// Database: in the short run a server alone, where there is one.
import { beforeAll, describe, expect, test } from 'vitest'
import { pseudoRandom, seeds } from '../../race/seeds.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const long = process.env['LONG'] !== undefined

/** An unknown caller-specific parameter: such a request is never answered from memory. */
const unkept = { cookie: 'anything=1' }

let app: TestApp
let base = ''
beforeAll(async () => {
  app = await startApp()
  base = await app.http.listen({ host: '127.0.0.1', port: 0 })
})

const start = { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 21:00:00' }

async function made(path: string, body: object): Promise<any> {
  const { status, json } = await app.events('POST', path, { as: 'administrator', body })
  expect([path, status, json]).toEqual([path, 201, json])
  return json
}

const aTicket = async (event: any) => {
  const { status, json } = await app.tickets('POST', '/tickets', {
    as: 'administrator',
    body: {
      post_id: event.id,
      add_ticket_nonce: (await app.events('GET', `/events/${event.id}`, { as: 'administrator' }))
        .json.nonces.add,
      provider: 'tc',
      name: 'Seat',
      price: '',
      ticket: { mode: 'own', capacity: 1 },
    },
  })
  expect([status, json]).toEqual([202, json])
  return json
}

describe('an acknowledged write is in every later answer', () => {
  test.each(seeds(long ? 200 : 2))('seed %i', async seed => {
    const random = pseudoRandom(seed)
    const event = await made('/events', { title: `Seed ${seed}`, ...start, venue: { venue: 'V' } })
    const venue = event.venue.id
    const ticket = await aTicket(event)
    const tag = await made('/tags', { name: `Tag of seed ${seed}` })
    const other = await made('/events', { title: `Other ${seed}`, ...start })
    const paths = [
      `events/v1/events/${event.id}`,
      `events/v1/events/by-slug/${event.slug}`,
      'events/v1/events?per_page=10',
      `events/v1/events?search=${seed}`,
      `events/v1/venues/${venue}`,
      'events/v1/venues',
      `events/v1/tags/${tag.id}`,
      `events/v1/tags?event=${event.id}`,
      `events/v1/events/${other.id}`,
      `tickets/v1/tickets/${ticket.id}`,
      `tickets/v1/tickets?include_post=${event.id}`,
    ].map(path => `/svc/${path}`)
    // Over a socket, where responses from memory skip the framework.
    const read = async (path: string) => {
      const response = await fetch(base + path)
      return { status: response.status, json: await response.json() }
    }
    const write = (path: string, body: object, method = 'POST') =>
      app.events(method, path, { as: 'administrator', body })
    const writes = [
      () => write(`/events/${event.id}`, { title: `Title ${random(1000)}` }),
      () => write(`/events/${event.id}`, { status: random(2) === 0 ? 'draft' : 'publish' }),
      () => write(`/events/${event.id}`, { tags: random(2) === 0 ? [tag.id] : [] }),
      () => write(`/venues/${venue}`, { venue: `Venue ${random(1000)}` }),
      () => write(`/tags/${tag.id}`, { name: `Tag ${seed}.${random(1000)}` }),
      () => write(`/events/${other.id}`, {}, 'DELETE'),
      () => write(`/events/${other.id}`, { status: 'publish' }),
      () =>
        app.tickets('POST', '/cart', {
          body: { provider: 'tc', tickets: [{ ticket_id: ticket.id, quantity: 1 }] },
        }),
      () =>
        app.tickets('POST', `/tickets/${ticket.id}`, {
          as: 'administrator',
          body: { edit_ticket_nonce: ticket.nonces.edit, name: `Seat ${random(1000)}` },
        }),
    ]
    for (let step = 0; step < 20; step += 1) {
      const readers = paths.map(read)
      const act = writes[random(writes.length)]
      const [answer] = await Promise.all([act?.(), ...readers])
      expect(answer?.status).toBeLessThan(500)
      const path = paths[random(paths.length)] ?? ''
      await read(path)
      await read(path)
      const kept = await read(path)
      const fresh = await app.call('GET', path, { headers: unkept })
      expect([step, path, kept.status, kept.json]).toEqual([step, path, fresh.status, fresh.json])
    }
  })
})

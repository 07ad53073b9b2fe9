import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, client } from '../support/client.ts'
import { hasOnce, onPostgres } from '../support/database.ts'
import { makeInstallation, type Installation } from '../support/installation.ts'
import { adminAuthorization, type ServerProcess, startServer } from '../support/server-process.ts'

type Address = [
  name: string,
  prefix: string,
  settings: Record<string, string>,
  start: { bare: boolean },
]
const atDefault: Address = [
  'at the default address, from a first start',
  '/svc',
  {},
  { bare: true },
]
const underPrefix: Address = [
  'under the prefix and vendor of an older client',
  '/wp-json/tribe',
  { API_PREFIX: '/wp-json', API_VENDOR: 'tribe' },
  { bare: false },
]
const addresses = hasOnce ? [atDefault, underPrefix] : [atDefault]

// The built server, started as users start it, and used by an organiser, two buyers and staff at the door.
describe.each(addresses)('the main job %s', (_, prefix, settings, start) => {
  let installation: Installation
  let server: ServerProcess
  let organiser: Client

  beforeAll(async () => {
    installation = await makeInstallation(start)
    server = await startServer({ ...installation.environment, ...settings })
    organiser = client(server.base, { prefix, authorization: adminAuthorization })
  })
  afterAll(async () => {
    await server?.kill('SIGTERM')
    await installation.remove()
  })

  // Node 24 compiles the engine's largest functions for speed in another 400 MiB (docs/decisions/0048).
  const isOlder = Number(process.versions.node.split('.')[0]) < 24
  test.runIf(start.bare && !onPostgres && isOlder && process.platform === 'linux')(
    'begins in 400 MiB of memory',
    () => {
      const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
      const mebibytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
      expect(mebibytes).toBeGreaterThan(50)
      expect(mebibytes).toBeLessThan(400)
    },
  )

  async function anEvent() {
    const venue = await organiser.staff('POST', '/events/v1/venues', {
      venue: `Quay Theatre ${Math.random()}`,
      city: 'Bergen',
    })
    const event = await organiser.staff('POST', '/events/v1/events', {
      title: 'First night',
      start_date: '2031-06-01 19:00:00',
      end_date: '2031-06-01 23:00:00',
      timezone: 'Europe/Oslo',
      venue: venue.json.id,
    })
    expect([venue.status, event.status]).toEqual([201, 201])
    expect(event.json.utc_start_date).toBe('2031-06-01 17:00:00')
    return event.json
  }

  async function aTicket(
    event: { id: number; nonces: { add: string } },
    price: string,
    capacity: number,
  ) {
    const made = await organiser.staff('POST', '/tickets/v1/tickets', {
      post_id: event.id,
      add_ticket_nonce: event.nonces.add,
      provider: 'tc',
      name: price === '' ? 'Guest' : 'Stalls',
      price,
      ticket: { mode: 'own', capacity },
    })
    expect(made.status).toBe(202)
    return made.json
  }

  const fill = (event: { id: number }, ticket: { id: number }, quantity: number) =>
    organiser.anyone('POST', '/tickets/v1/cart', {
      provider: 'tc',
      post_id: event.id,
      tickets: [{ ticket_id: ticket.id, quantity }],
    })

  const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }

  test('holds places in a cart, makes attendees of an order, and checks each in once', async () => {
    const event = await anEvent()
    const ticket = await aTicket(event, '', 2)
    const cart = await fill(event, ticket, 2)
    expect(cart.status).toBe(200)
    const late = await fill(event, ticket, 1)
    expect([late.status, late.json.code]).toEqual([409, 'ticket-capacity-not-available'])

    const body = { cart_hash: cart.json.cart_hash, purchaser }
    const order = await organiser.anyone('POST', '/tickets/v1/commerce/free/order', body)
    expect([order.status, order.json.attendees.length]).toEqual([200, 2])
    const again = await organiser.anyone('POST', '/tickets/v1/commerce/free/order', body)
    expect(again.status).toBe(400)

    const key = await organiser.staff('POST', '/tickets/v1/scanner-keys', { name: 'Gate' })
    const [guest] = order.json.attendees
    const scan = () =>
      organiser.anyone(
        'GET',
        `/tickets/v1/qr?${new URLSearchParams({
          api_key: key.json.api_key,
          ticket_id: String(guest.id),
          security_code: guest.security_code,
        }).toString()}`,
      )
    const scans = await Promise.all([scan(), scan()])
    expect(scans.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    const picture = await fetch(guest.qr_url)
    expect(picture.headers.get('content-type')).toMatch(/image\/(png|svg)/)
    const paper = await fetch(guest.qr_url.replace('/qr/', '/pdf/').replace(/\w+$/, 'pdf'))
    expect(
      Buffer.from(await paper.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  test('completes a paid order with the right secret after its payment, and refuses a wrong secret', async () => {
    const event = await anEvent()
    const ticket = await aTicket(event, '30.50', 10)
    const cart = await fill(event, ticket, 2)
    expect(cart.json.total).toBe('61.00')
    const body = { cart_hash: cart.json.cart_hash, purchaser }
    const started = await organiser.anyone('POST', '/tickets/v1/commerce/cardprocessor/order', body)
    expect([started.status, started.json.sandbox]).toEqual([200, true])
    const path = `/tickets/v1/commerce/cardprocessor/order/${started.json.payment_intent_id}`
    const { cart_hash } = cart.json
    const wrong = await organiser.anyone('POST', path, { cart_hash, client_secret: 'guess' })
    expect(wrong.status).toBe(400)
    const right = await organiser.anyone('POST', path, {
      cart_hash,
      client_secret: started.json.client_secret,
    })
    expect([right.status, right.json.status]).toEqual([200, 'completed'])
    const staff = await organiser.staff('GET', `/tickets/v1/attendees?post_id=${event.id}`)
    expect(staff.json.total).toBe(2)
    const anyone = await organiser.anyone('GET', `/tickets/v1/attendees?post_id=${event.id}`)
    expect(JSON.stringify(anyone.json)).not.toContain('ada@example.org')
  })
})

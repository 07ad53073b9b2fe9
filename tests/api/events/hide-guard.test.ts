import { describe, expect, test } from 'vitest'
import { anAttendee, attendees, demandTrueCounts } from '../../support/attending.ts'
import { buy, fillCart, order, refund, tell } from '../../support/buying.ts'
import { onPostgres } from '../../support/database.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { type Got, type TestRequest, startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator'

let events = 0
async function anEvent(body: object = {}): Promise<number> {
  const { json } = await app.events('POST', '/events', {
    as,
    body: {
      title: `Play ${(events += 1)}`,
      slug: `play-${events}`,
      start_date: '2031-06-01 19:00',
      end_date: '2031-06-01 23:00',
      ...body,
    },
  })
  return json.id
}

/** An event with a sold ticket. */
async function anAttendedEvent(body: object = {}) {
  const eventId = await anEvent(body)
  const { id: ticketId } = await ticketOnSale(app, { eventId })
  return anAttendee(app, { eventId, ticketId })
}
const slugOf = async (id: number) =>
  (await app.events('GET', `/events/${id}`, { as })).json.slug as string
const send = (method: string, path: string, sent: TestRequest = {}) =>
  app.events(method, path, { as, ...sent })
const status = async (id: number) =>
  (await app.db.selectFrom('events').select('status').where('id', '=', id).executeTakeFirst())
    ?.status

type Way = (id: number, force: object) => Promise<{ status: number; json: any }>
const update =
  (method: string, body: object): Way =>
  (id, force) =>
    send(method, `/events/${id}`, { body: { ...body, ...force } })
const ways: Record<string, Way> = {
  'DELETE by id': (id, query) => send('DELETE', `/events/${id}`, { query: { ...query } }),
  'DELETE by slug': async (id, query) =>
    send('DELETE', `/events/by-slug/${await slugOf(id)}`, { query: { ...query } }),
  'DELETE with a body': (id, body) => send('DELETE', `/events/${id}`, { body }),
  'DELETE by POST': (id, query) =>
    send('POST', `/events/${id}`, { query: { _method: 'DELETE', ...query } }),
  'status trash': update('PATCH', { status: 'trash' }),
  'status draft': update('PUT', { status: 'draft' }),
  'status pending': update('POST', { status: 'pending' }),
  'status private': update('PATCH', { status: 'private' }),
  'status auto-draft': update('PATCH', { status: 'auto-draft' }),
  'a publication ahead': update('PATCH', { date: '2030-01-01' }),
  'an update in the query': (id, query) =>
    send('PATCH', `/events/${id}`, { query: { status: 'draft', ...query } }),
  'status by slug': async (id, force) =>
    send('PATCH', `/events/by-slug/${await slugOf(id)}`, { body: { status: 'draft', ...force } }),
}

describe.each(Object.entries(ways))('%s', (_, hide) => {
  test('is refused while people have tickets, with their number and how to go on', async () => {
    const { eventId, ticketId } = await anAttendedEvent()
    await attendees(app, 2, { eventId, ticketId, orderId: null })
    const got = await hide(eventId, {})
    expect([got.status, got.json.code, got.json.data]).toEqual([
      409,
      'event-has-orders',
      { status: 409, details: { tickets: 3, orders: 0 }, doc_url: expect.any(String) },
    ])
    expect(got.json.message).toContain('3 valid tickets of 0 orders')
    expect(got.json.message).toMatch(/happening=cancelled.*force=true/)
    expect(await status(eventId)).toBe('publish')
    expect((await hide(eventId, { force: false })).status).toBe(409)
  })

  test('hides the event when it is forced, has no tickets sold, or is over', async () => {
    const { eventId } = await anAttendedEvent()
    expect((await hide(eventId, { force: true })).status).toBe(200)
    expect(await status(eventId)).not.toBe('publish')
    const empty = await anEvent()
    await ticketOnSale(app, { eventId: empty })
    expect((await hide(empty, {})).status).toBe(200)
    const over = await anAttendedEvent({ start_date: '2026-11-01', end_date: '2026-11-02' })
    expect((await hide(over.eventId, {})).status).toBe(200)
  })
})

test('declined invitations and refunded tickets do not prevent hiding an event', async () => {
  const eventId = await anEvent()
  const { id: ticketId } = await ticketOnSale(app, { eventId, provider: 'rsvp' })
  await anAttendee(app, { eventId, ticketId, going: false, orderStatus: 'no', poolId: null })
  const { orderId } = await buy(app, (await ticketOnSale(app, { eventId })).id)
  expect((await send('DELETE', `/events/${eventId}`)).json.data.details.tickets).toBe(1)
  await refund(app, orderId)
  expect((await send('DELETE', `/events/${eventId}`)).status).toBe(200)
})

test('a change that hides nothing is never refused because of tickets', async () => {
  const { eventId } = await anAttendedEvent()
  for (const body of [
    { title: 'Other' },
    { status: 'publish' },
    { hide_from_listings: true },
    { happening: 'cancelled' },
  ]) {
    expect((await send('PATCH', `/events/${eventId}`, { body })).status).toBe(200)
  }
  await send('PATCH', `/events/${eventId}`, { body: { status: 'draft', force: true } })
  expect((await send('PATCH', `/events/${eventId}`, { body: { status: 'pending' } })).status).toBe(
    200,
  )
  expect((await send('DELETE', `/events/${eventId}`)).status).toBe(409)
})

test('a caller without the right to hide is refused without the number of tickets', async () => {
  const { eventId } = await anAttendedEvent()
  for (const got of [
    await app.events('DELETE', `/events/${eventId}`, { as: 'author' }),
    await app.events('DELETE', `/events/${eventId}`),
  ]) {
    expect(got.json.code).toBe('rest_forbidden')
  }
})

test.each(['free', 'cardprocessor'] as const)(
  'after a forced move to the trash the %s order, its page, picture and ticket work as before',
  async way => {
    const eventId = await anEvent()
    const priceMinor = way === 'free' ? 0 : 2500
    const { id: ticketId } = await ticketOnSale(app, { eventId, priceMinor })
    const cart_hash = await fillCart(app, ticketId)
    const started = (await order(app, way, cart_hash)).json
    const { payment_intent_id: intent, client_secret } = started
    const path = `cardprocessor/order/${intent}`
    const ordered =
      way === 'free' ? started : (await tell(app, path, { cart_hash, client_secret })).json
    const [attendee] = ordered.attendees
    const orderId = way === 'free' ? ordered.id : ordered.order_id
    const refused = await send('DELETE', `/events/${eventId}`)
    expect(refused.json.data.details).toEqual({ tickets: 1, orders: 1 })
    expect((await send('DELETE', `/events/${eventId}`, { query: { force: 1 } })).status).toBe(200)

    const page = await app.call('GET', ordered.redirect_url.replace('http://tickets.test', ''))
    expect([page.status, page.text.includes(attendee.qr_url)]).toEqual([200, true])
    const picture = await app.call('GET', attendee.qr_url.replace('http://tickets.test', ''))
    expect(picture.status).toBe(200)
    const read = await app.tickets('GET', `/orders/${orderId}`, { as })
    expect([read.status, read.json.status]).toEqual([200, 'completed'])
    const { api_key } = (await app.tickets('POST', '/scanner-keys', { as, body: { name: 'Gate' } }))
      .json
    const scan = { api_key, ticket_id: attendee.id, security_code: attendee.security_code }
    expect((await app.tickets('GET', '/qr', { query: scan })).status).toBe(201)
  },
)

test.runIf(onPostgres)(
  'hiding an event waits for a sale in progress and counts its tickets',
  async () => {
    const { eventId, ...guest } = await anAttendedEvent()
    const setStatus = 'update attendees set status = $1 where id = $2'
    await app.database.pool.query(setStatus, ['trash', guest.id])
    const client = await app.database.pool.connect()
    let hiding: Promise<Got> | undefined
    try {
      await client.query('begin')
      // Locks rows as a batch of orders does while it is being written.
      await client.query('select from pools where event_id = $1 for no key update', [eventId])
      hiding = send('DELETE', `/events/${eventId}`)
      const waits = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await app.database.pool.query(waits)).rowCount, poll).toBe(1)
      await client.query(setStatus, ['publish', guest.id])
    } finally {
      await client.query('commit')
      client.release()
    }
    expect((await hiding)?.json.code).toBe('event-has-orders')
  },
)

const poll = { timeout: 30_000, interval: 10 }

test('in simultaneous orders and moves to the trash no buyer loses a ticket', async () => {
  const eventId = await anEvent()
  const { id: ticketId } = await ticketOnSale(app, { eventId })
  const carts = await Promise.all([1, 2, 3, 4].map(() => fillCart(app, ticketId)))
  const [hidden, ...ordered] = await Promise.all([
    send('DELETE', `/events/${eventId}`),
    ...carts.map(cart => order(app, 'free', cart)),
  ])
  const sold = ordered.filter(got => got.status === 200)
  if (hidden.status === 409) expect(hidden.json.data.details.tickets).toBeGreaterThan(0)
  const { api_key } = (await app.tickets('POST', '/scanner-keys', { as, body: { name: 'Gate' } }))
    .json
  for (const got of sold) {
    const [{ id: ticket_id, security_code }] = got.json.attendees
    const scan = { api_key, ticket_id, security_code }
    expect((await app.tickets('GET', '/qr', { query: scan })).status).toBe(201)
  }
  await demandTrueCounts(app)
})

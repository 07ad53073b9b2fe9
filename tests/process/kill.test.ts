import { expect, test } from 'vitest'
import { client } from '../support/client.ts'
import { makeInstallation } from '../support/installation.ts'
import { adminAuthorization, startServer } from '../support/server-process.ts'

const kills = 50
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000))

/** A small seeded generator, so that a failing run can be repeated. */
function randomFrom(start: number) {
  let state = start
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

type Written = { venues: number[]; orders: { id: number; attendees: number[] }[] }

test.runIf(process.env['LONG'])(
  `after being killed at ${kills} random moments under load the service has every acknowledged write (SEED=${seed})`,
  async () => {
    const random = randomFrom(seed)
    const installation = await makeInstallation()
    const written: Written = { venues: [], orders: [] }
    let ticket: { id: number; post_id: number } | undefined
    for (let round = 0; round < kills; round += 1) {
      const server = await startServer(installation.environment)
      const as = client(server.base, { authorization: adminAuthorization })
      ticket ??= await aTicket(as)
      await expectAll(as, written)
      const stop = new AbortController()
      const load = Promise.all([
        writeVenues(as, written, stop.signal),
        buy(as, ticket, { written, stop: stop.signal }),
      ])
      const enough = written.venues.length + written.orders.length + Math.floor(random() * 20)
      while (written.venues.length + written.orders.length < enough) await turn()
      await server.kill('SIGKILL')
      stop.abort()
      await load
    }
    const server = await startServer(installation.environment)
    await expectAll(client(server.base, { authorization: adminAuthorization }), written)
    await server.kill('SIGTERM')
    await installation.remove()
  },
)

type Staff = ReturnType<typeof client>

const turn = () => new Promise<void>(resolve => setImmediate(resolve))

async function aTicket(as: Staff) {
  const event = await as.staff('POST', '/events/v1/events', {
    title: 'A long run',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
  })
  const made = await as.staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'Guest',
    price: '',
    ticket: { mode: 'own', capacity: 100_000 },
  })
  expect(made.status).toBe(202)
  return { id: made.json.id as number, post_id: event.json.id as number }
}

/** Writes until the server is gone; a request that was cut off acknowledged nothing. */
async function untilGone(stop: AbortSignal, work: () => Promise<void>) {
  try {
    while (!stop.aborted) await work()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

const writeVenues = (as: Staff, { venues }: Written, stop: AbortSignal) =>
  untilGone(stop, async () => {
    const made = await as.staff('POST', '/events/v1/venues', { venue: `Hall ${Math.random()}` })
    if (made.status === 201) venues.push(made.json.id)
  })

const buy = (
  as: Staff,
  ticket: { id: number; post_id: number },
  { written, stop }: { written: Written; stop: AbortSignal },
) =>
  untilGone(stop, async () => {
    const cart = await as.anyone('POST', '/tickets/v1/cart', {
      provider: 'tc',
      post_id: ticket.post_id,
      tickets: [{ ticket_id: ticket.id, quantity: 2 }],
    })
    const order = await as.anyone('POST', '/tickets/v1/commerce/free/order', {
      cart_hash: cart.json.cart_hash,
      purchaser: { name: 'Ada Byron', email: 'ada@example.org' },
    })
    if (order.status !== 200) return
    const attendees = order.json.attendees.map(({ id }: { id: number }) => id)
    written.orders.push({ id: order.json.id, attendees })
  })

async function expectAll(as: Staff, { venues, orders }: Written) {
  for (const id of venues.slice(-30)) {
    expect((await as.anyone('GET', `/events/v1/venues/${id}`)).status).toBe(200)
  }
  for (const { id, attendees } of orders.slice(-30)) {
    const order = await as.staff('GET', `/tickets/v1/orders/${id}`)
    expect([order.status, order.json.status]).toEqual([200, 'completed'])
    for (const attendee of attendees) {
      expect((await as.staff('GET', `/tickets/v1/attendees/${attendee}`)).status).toBe(200)
    }
  }
}

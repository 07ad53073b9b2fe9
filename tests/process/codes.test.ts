// The last places of a code, through three services over one database.
import { describe, expect, onTestFinished, test } from 'vitest'
import { startMarquee } from '../faults/until-finished.ts'
import { client } from '../support/client.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { adminAuthorization } from '../support/server-process.ts'
import { unlockingProxy } from '../support/unlocking-proxy.ts'

const racers = process.env['LONG'] === undefined ? 48 : 200
const maxPlaces = 3

describe.runIf(onPostgres)('the last three places of a code, through three services', () => {
  test('go to three buyers, however many ask at once (j2)', async () => {
    const database = await createServerDatabase()
    onTestFinished(() => database.drop())
    const places = await race(database.url, { quantity: 1 })
    expect(places).toEqual({ taken: maxPlaces, refused: racers - maxPlaces })
  }, 600_000)

  test('go to more than there are when the coupon is read without its lock: the lock is what counts', async () => {
    const database = await createServerDatabase()
    onTestFinished(() => database.drop())
    // Two at once want two of three places. They are in different events and meet in the coupon alone.
    const proxy = await unlockingProxy(database.url, {
      statement: /from "coupons" where "id" = any\(\$\d+\) order by "id" for no key update/,
      meet: 'insert into coupon_holds',
    })
    const { taken } = await race(proxy.url, { quantity: 2 })
    expect(proxy.unlocked()).toBeGreaterThan(1)
    expect(taken).toBeGreaterThan(maxPlaces)
  }, 600_000)
})

/** Buyers of three events, each sold by a service of its own, who all use the same code. */
async function race(databaseUrl: string, { quantity }: { quantity: number }) {
  const environment = { DATABASE_URL: databaseUrl, TRUST_PROXY: 'on' }
  // The first one creates the tables and the administrator.
  const first = await startMarquee(environment)
  const others = await Promise.all([startMarquee(environment), startMarquee(environment)])
  const services = [first, ...others].map(({ base }) =>
    client(base, { authorization: adminAuthorization }),
  )
  const [organiser] = services
  const made = async (path: string, body: object) => {
    const { status, json } = (await organiser?.staff('POST', path, body)) ?? { status: 0, json: {} }
    expect([path, status, json]).toEqual([path, expect.toSatisfy(isDone), json])
    return json
  }
  const tickets: number[] = []
  for (const title of ['One', 'Two', 'Three']) {
    const times = { start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00' }
    const event = await made('/events/v1/events', { title, status: 'publish', ...times })
    const ticket = { post_id: event.id, provider: 'tc', name: 'Stalls', price: '5.00' }
    const add_ticket_nonce = event.nonces.add
    const stock = { ticket: { mode: 'own', capacity: 1000 } }
    tickets.push((await made('/tickets/v1/tickets', { ...ticket, ...stock, add_ticket_nonce })).id)
  }
  const coupon = { slug: 'last', display_name: 'Last', status: 'active', sub_type: 'percent' }
  const limits = { max_places: maxPlaces }
  await made('/tickets/v1/coupons', { ...coupon, amount: 20, limits })

  const answers = await Promise.all(
    Array.from({ length: racers }, async (_, at) => {
      const lines = [{ ticket_id: tickets[at % 3], quantity }]
      const body = { provider: 'tc', coupon: 'last', tickets: lines }
      const network = { 'x-forwarded-for': `10.1.${at}.1` }
      return services[at % 3]?.anyone('POST', '/tickets/v1/cart', body, network)
    }),
  )
  const count = (status: number) => answers.filter(answer => answer?.status === status).length
  expect(count(200) + count(400)).toBe(racers)
  return { taken: count(200) * quantity, refused: count(400) }
}

const isDone = (status: number) => status >= 200 && status < 300

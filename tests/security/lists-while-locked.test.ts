import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { anAttendee } from '../support/attending.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { type Got, openApp, type TestApp } from '../support/start-app.ts'

const limited = { RATE_LIMIT: '1000000', TRUST_PROXY: 'on' }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

describe.runIf(onPostgres)('while no list of categories is finished', async () => {
  if (!onPostgres) return
  const server = await createServerDatabase()
  const where = { databaseUrl: server.url, dataDir: '', poolSize: 10 }
  const app = await openApp(await openDatabase({ ...where, listMaxMs: 20_000 }), limited)
  const hasty = await openApp(await openDatabase({ ...where, listMaxMs: 250 }), limited)
  const locker = new Client({ connectionString: server.url })
  await locker.connect()
  afterAll(async () => {
    await locker.end()
    await app.close()
    await hasty.close()
    await server.drop()
  })
  const others = await othersOf(app)

  let pages = 0
  /** Lists that no other test requests; beyond the last page they are empty. */
  const lists = (address: string, count: number) =>
    Array.from({ length: count }, () => {
      pages += 1
      return app.events('GET', '/categories', { query: { page: pages }, ...from(address) })
    })

  /** Does the work while readers of terms wait for somebody who changes them. */
  async function whileLocked(work: () => Promise<unknown>) {
    await locker.query('begin; lock table terms in access exclusive mode')
    try {
      await work()
    } finally {
      await locker.query('commit')
    }
  }

  /** Resolves when this many statements wait in the database. */
  async function waiting(count: number) {
    const sql = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const poll = { timeout: 30_000, interval: 10 }
    await expect.poll(async () => (await app.database.pool.query(sql)).rowCount, poll).toBe(count)
  }

  test('others fill carts, order, check in, and learn that the service is ready', async () => {
    let asked: Promise<Got>[] = []
    await whileLocked(async () => {
      asked = Array.from({ length: 20 }, (_, nth) => lists(`10.1.0.${nth}`, 3)).flat()
      // As many as the connections for lists, which are a quarter of all.
      await waiting(2)
      expect(await others.doAll()).toEqual({ cart: 200, order: 200, scan: 201, ready: 200 })
    })
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status))
    expect([...statuses].filter(status => ![200, 429, 503].includes(status))).toEqual([])
  })

  test('one network has one list running and a few waiting, and further ones are refused at once', async () => {
    let asked: Promise<Got>[] = []
    await whileLocked(async () => {
      asked = lists('10.2.0.1', 30)
      await waiting(1)
      const refused = await Promise.all(asked.slice(17))
      for (const { status, json, headers } of refused) {
        expect([status, json.code]).toEqual([429, 'rest_too_many_requests'])
        expect(headers['retry-after']).toBe('1')
      }
      // Another network still finds a free connection.
      expect((await app.events('GET', '/venues', from('10.2.0.2'))).status).toBe(200)
      expect((await app.events('GET', '/venues?per_page=2', from('10.2.0.1'))).status).toBe(429)
    })
    await Promise.all(asked)
  })

  test('no network waits for a list requested by another network', async () => {
    let asked: Promise<Got>[] = []
    await whileLocked(async () => {
      asked = lists('10.4.0.1', 3)
      await waiting(1)
      // A network's list waits for the network's earlier lists; the list of another network starts at once.
      asked.push(app.events('GET', '/venues?per_page=7', from('10.4.0.1')))
      const began = performance.now()
      const other = await app.events('GET', '/venues?per_page=7', from('10.4.0.2'))
      expect(other.status).toBe(200)
      expect(performance.now() - began).toBeLessThan(1000)
    })
    await Promise.all(asked)
  })

  test('a list is given up after a while, with a sentence on how to narrow it', async () => {
    await whileLocked(async () => {
      const { status, json, headers } = await hasty.events('GET', '/categories')
      expect([status, json.code]).toEqual([503, 'rest_list_too_long'])
      expect(json.message).toContain('fewer words')
      expect(headers['retry-after']).toBe('1')
    })
    // A busy machine may take longer than this service allows; then the client asks again.
    const again = async () => (await hasty.events('GET', '/categories')).status
    await expect.poll(again, { timeout: 30_000, interval: 100 }).toBe(200)
    // A client that requests such lists all day does not fill the log with errors.
    const errors = hasty.watched.lines.filter(line => JSON.parse(line).level >= 50)
    expect(errors).toEqual([])
  })

  test('the sale, check-in and health keep their database connections', async () => {
    const { pool } = app.database
    // As if every statement waited for the same locked row.
    const clients = await Promise.all(
      Array.from({ length: pool.options.max }, () => pool.connect()),
    )
    try {
      expect(await others.enter()).toEqual({ scan: 201, ready: 200 })
    } finally {
      for (const client of clients) client.release()
    }
  })
})

/** Other clients' requests meanwhile: a cart, its order, a scan, and readiness. */
async function othersOf(service: TestApp) {
  const { json: gate } = await service.tickets('POST', '/scanner-keys', {
    as: 'administrator',
    body: { name: 'Gate' },
  })
  const seat = await ticketOnSale(service, { capacity: 1000 })
  const guests = [await anAttendee(service), await anAttendee(service)]

  async function enter() {
    const guest = guests.pop()
    const scan = await service.tickets('GET', '/qr', {
      as: { authorization: `Bearer ${gate.api_key}` },
      query: { ticket_id: guest?.id ?? 0, security_code: guest?.security_code ?? '' },
    })
    const ready = await service.http.inject({ method: 'GET', url: '/readyz' })
    return { scan: scan.status, ready: ready.statusCode }
  }

  async function buy() {
    const body = { provider: 'tc', tickets: [{ ticket_id: seat.id, quantity: 1 }] }
    const cart = await service.tickets('POST', '/cart', { body })
    const order = await service.tickets('POST', '/commerce/free/order', {
      body: {
        cart_hash: cart.json.cart_hash,
        purchaser: { name: 'Ann Example', email: 'ann@example.org' },
      },
    })
    return { cart: cart.status, order: order.status }
  }

  return { enter, doAll: async () => ({ ...(await buy()), ...(await enter()) }) }
}

// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../support/database.ts'
import { buyer } from '../support/buyer.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { servicesOver } from '../support/many-services.ts'
import type { TestApp } from '../support/start-app.ts'

/** How much a caller without a sign-in may store. */
const database = await openTestDatabase()
const aProcess = servicesOver(database, {
  STORED_PER_ADDRESS: '1',
  OPEN_CARTS_PER_ADDRESS: 'off',
})

const app = await aProcess()

let addresses = 0
const somewhere = () => `10.7.0.${(addresses += 1)}`
const from = (address: string, key?: string) => ({
  headers: { 'x-forwarded-for': address, ...(key && { 'idempotency-key': key }) },
})
const rowsOf = async (table: string) => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int from ${sql.table(table)}`.execute(database.db)
  return rows[0]?.count ?? 0
}

const { id, eventId } = await ticketOnSale(app, { capacity: 100_000 })
const small = { provider: 'tc', tickets: [{ ticket_id: id, quantity: 1 }] }
/** The size of what is sent counts too, so that few large requests weigh as much as many small ones. */
const heavy = { ...small, note: 'x'.repeat(60 * 1024) }

let keys = 0
const write = (at: TestApp, address: string, sent: object = {}) =>
  at.tickets('POST', '/cart', { body: heavy, ...from(address, `key-${(keys += 1)}`), ...sent })

test('answers stored under new idempotency keys end in 429 before anything is done; others and staff go on', async () => {
  const address = somewhere()
  let accepted = 0
  for (;;) {
    const before = [await rowsOf('idempotency_keys'), await rowsOf('carts')]
    const got = await write(app, address)
    if (got.status === 200) {
      accepted += 1
      continue
    }
    expect([got.status, got.json.code]).toEqual([429, 'rest_too_many_requests'])
    expect(Number(got.headers['retry-after'])).toBeLessThanOrEqual(3600)
    expect([await rowsOf('idempotency_keys'), await rowsOf('carts')]).toEqual(before)
    break
  }
  // The limit is a MiB per hour; each of these requests has 63 KiB.
  expect(accepted).toBe(17)
  const plain = await app.tickets('POST', '/cart', { body: small, ...from(address) })
  expect(plain.status).toBe(429)
  expect((await app.tickets('GET', '/cart', from(address))).status).toBe(200)
  expect((await write(app, somewhere())).status).toBe(200)
  const staff = await write(app, address, { as: 'administrator' })
  expect(staff.status).toBe(200)
  app.clock.advance(3600)
  expect((await write(app, address)).status).toBe(200)
})

test('a large answer is stored in far less than its size', async () => {
  const ids = [id]
  while (ids.length < 50) ids.push((await ticketOnSale(app, { eventId })).id)
  await sql`delete from idempotency_keys`.execute(database.db)
  const tickets = ids.map(ticket_id => ({ ticket_id, quantity: 1 }))
  const got = await write(app, somewhere(), { body: { provider: 'tc', tickets } })
  const { rows } = await sql<{ bytes: number }>`
    select pg_column_size(idempotency_keys.*) as bytes from idempotency_keys
  `.execute(database.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.bytes).toBeLessThan(got.text.length / 4)
})

test('messages that only claim to be from a provider store no more than others', async () => {
  const address = somewhere()
  const message = (sent: object) =>
    app.tickets('POST', '/commerce/cardprocessor/webhook', { body: heavy, ...sent })
  const statuses = new Set<number>()
  for (let times = 0; times < 30 && !statuses.has(429); times += 1) {
    statuses.add((await message(from(address, `message-${times}`))).status)
  }
  expect(statuses.has(429)).toBe(true)
  // Providers send no credentials, but what they store is proven to be theirs.
  expect((await message(from(address))).status).not.toBe(429)
})

test('all processes count together', async () => {
  const processes = [app, await aProcess(), await aProcess()]
  const address = somewhere()
  let accepted = 0
  for (let request = 0; request < 36; request += 1) {
    const at = processes[request % 3]
    if (!at) continue
    if ((await write(at, address)).status === 200) accepted += 1
    await at.deps.budgets.drain()
  }
  expect(accepted).toBeLessThanOrEqual(17 + 3 * 2)
})

test.each([{ STORED_PER_ADDRESS: 'off' }, { RATE_LIMIT: 'off' }])(
  'with %j nothing is counted',
  async settings => {
    const other = await aProcess({ ...settings })
    const address = somewhere()
    for (let times = 0; times < 20; times += 1) {
      expect((await write(other, address)).status).toBe(200)
    }
  },
)

test('places ordered and given back on pages count as much as their rows take', async () => {
  const address = somewhere()
  const call: TestApp['call'] = (method, path, sent) =>
    app.call(method, path, { ...sent, headers: { ...sent?.headers, ...from(address).headers } })
  const statuses: number[] = []
  for (let times = 0; times < 2; times += 1) {
    const visitor = buyer({ call })
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '90' })
    const details = { name: 'Ada', email: 'ada@example.org' }
    statuses.push((await visitor.send('/checkout', details, 'order')).status)
    const secret = Object.fromEntries(new URLSearchParams(visitor.at().split('?')[1]))
    statuses.push((await visitor.post('/tickets-order/give-back', secret)).status)
  }
  // A place counts 4 KiB when it is ordered and when it is given back, and the limit is a MiB per hour.
  expect(statuses).toEqual([200, 200, 200, 429])
})

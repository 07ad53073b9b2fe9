// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { anAttendee } from '../support/attending.ts'
import { startApp } from '../support/start-app.ts'

/** All requests come from one address, as on a venue's wireless network. */
const app = await startApp({ RATE_LIMIT: '20' })
const as = 'administrator' as const

async function aScanner(name: string) {
  const { json } = await app.tickets('POST', '/scanner-keys', { as, body: { name } })
  const id = json.id as number
  const bearer = { authorization: `Bearer ${json.api_key}` }
  const see = () => app.tickets('GET', '/attendees?per_page=1', { as: bearer })
  return { id, key: json.api_key as string, see }
}

async function scan(key: string) {
  const { id, security_code } = await anAttendee(app)
  const query = { api_key: key, ticket_id: id, security_code }
  return app.tickets('GET', '/qr', { query })
}

/** A visitor who uses up the network's whole budget. */
async function crowd() {
  const cookie = { headers: { cookie: 'seen=1' } }
  const asked = Array.from({ length: 25 }, () => app.tickets('GET', '/cart', cookie))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.at(-1)).toBe(429)
}

test('a crowd on the network of the door stops neither its scanners nor staff', async () => {
  const gate = await aScanner('Gate')
  const old = await aScanner('Old gate')
  expect([(await gate.see()).status, (await scan(old.key)).status]).toEqual([200, 201])
  await crowd()
  expect([(await gate.see()).status, (await scan(old.key)).status]).toEqual([200, 201])
  expect((await app.admin('GET', '/users', { as })).status).toBe(200)
  const forged = { authorization: 'Bearer mqs_nobody-knows-this-one' }
  expect((await app.tickets('GET', '/attendees', { as: forged })).status).toBe(429)
  expect((await scan('mqs_nobody-knows-this-one')).status).toBe(429)
})

test('a scanner with too many requests is limited by itself', async () => {
  app.clock.advance(61)
  const busy = await aScanner('Busy gate')
  const calm = await aScanner('Calm gate')
  await calm.see()
  const statuses: number[] = []
  for (let nth = 0; nth < 22; nth += 1) statuses.push((await busy.see()).status)
  // The first request counted for the network, because the key was not known yet.
  expect(statuses).toEqual([...Array.from({ length: 21 }, () => 200), 429])
  expect((await calm.see()).status).toBe(200)
})

test('requests with a revoked key count for their network again', async () => {
  app.clock.advance(61)
  const lost = await aScanner('Lost gate')
  await lost.see()
  await app.tickets('DELETE', `/scanner-keys/${lost.id}`, { as })
  await crowd()
  expect([(await lost.see()).status, (await lost.see()).status]).toEqual([401, 429])
})

test('requests for unknown addresses and with unknown methods count, and those for health do not', async () => {
  app.clock.advance(61)
  const statuses: number[] = []
  for (let nth = 0; nth < 11; nth += 1) {
    statuses.push((await app.call('GET', `/nothing-here-${nth}`)).status)
    statuses.push(
      (await app.call('POST', '/svc/tickets/v1/cart?_method=NONE', { body: {} })).status,
    )
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429, 429])
  const refused = await app.call('GET', '/nothing-here')
  expect([refused.json.code, Number(refused.headers['retry-after'])]).toEqual([
    'rest_too_many_requests',
    expect.closeTo(60, -1),
  ])
  expect((await app.call('GET', '/healthz')).status).toBe(200)
})

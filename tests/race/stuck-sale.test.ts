import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { listBlockers } from '../../src/platform/db/blockers.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { runCommand } from '../support/server-process.ts'
import { openApp } from '../support/start-app.ts'
import { plant } from './planting.ts'

const isLong = process.env['LONG'] !== undefined
const saleWaitMaxMs = 2500

describe.runIf(onPostgres)('another session holds a lock on the stock (needs a server)', () => {
  test.each([
    ['one event', 1],
    ['several events', 2],
  ])(
    '%s: every buyer is told in time to try again, and the operator learns why',
    async (_, events) => {
      const stuck = await aStuckSale(events)
      const { app, ticketIds, logged, blocker } = stuck
      const elsewhere = await ticketOnSale(app)
      try {
        const tickets = ticketIds.map(id => ({ ticket_id: id, quantity: 1 }))
        const begun = performance.now()
        // More requests than connections, and more than fit in one batch.
        const crowd = Promise.all(
          Array.from({ length: 30 }, async () => {
            const answer = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets } })
            return { ...answer, ms: performance.now() - begun }
          }),
        )
        const asked = await app.tickets('POST', '/cart', {
          body: { provider: 'tc', tickets: [{ ticket_id: elsewhere.id, quantity: 1 }] },
        })
        expect(asked.status, 'another event is sold all the while').toBe(200)
        expect((await app.call('GET', '/readyz')).status).toBe(200)
        const { text } = await app.call('GET', '/metrics')
        expect(Number(/^marquee_lane_waiting (\d+)/m.exec(text)?.[1])).toBeGreaterThan(0)
        const answers = await crowd
        for (const { status, headers, json, ms } of answers) {
          expect([429, 503]).toContain(status)
          expect(Number(headers['retry-after'])).toBeGreaterThan(0)
          expect(json.message).toMatch(/try again|Repeat the request/)
          expect(ms).toBeLessThan(saleWaitMaxMs * 2)
        }
        const warning = logged().findLast(({ msg }) => msg === 'the sale is blocked')
        expect(warning).toMatchObject({
          level: 40,
          blockers: [{ pid: blocker.pid, application: 'a forgotten console' }],
        })
        expect(JSON.stringify(warning)).not.toContain('update pools')
        const after = await app.call('GET', '/metrics')
        const givenUp = /^marquee_lane_given_up_total (\d+)/m.exec(after.text)?.[1]
        expect(Number(givenUp)).toBeGreaterThan(0)
        await blocker.letGo()
        const again = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets } })
        expect(again.status, 'once the lock is gone the sale goes on').toBe(200)
        expect(await auditStock(app.db)).toEqual([])
      } finally {
        await stuck.end()
      }
    },
  )

  test.runIf(isLong)(
    'a request outside the lanes is answered within ten seconds, too',
    async () => {
      const { app, blocker, end } = await aStuckSale(1)
      try {
        const { id, eventId } = await ticketOnSale(app)
        const tickets = [{ ticket_id: id, quantity: 1 }]
        const cart = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets } })
        const { cart_hash } = cart.json
        await blocker.alsoWrites(`update carts set lines = lines where id in (
        select cart_id from holds where event_id = ${eventId})`)
        const begun = performance.now()
        const slug = 'opening'
        await plant(app.db, 'coupons', { slug, status: 'active', kind: 'flat' })
        const body = { cart_hash, coupon: slug }
        const applied = await app.tickets('POST', '/coupons/apply', { body })
        const seconds = (performance.now() - begun) / 1000
        expect([applied.status, applied.headers['retry-after']]).toEqual([503, '2'])
        expect(seconds).toBeLessThan(10)
      } finally {
        await end()
      }
    },
  )

  test('doctor names the blocking session and how to end it', async () => {
    const { app, url, ticketIds, blocker, end } = await aStuckSale(1, 60_000)
    try {
      const tickets = [{ ticket_id: ticketIds[0], quantity: 1 }]
      const buyer = app.tickets('POST', '/cart', { body: { provider: 'tc', tickets } })
      while ((await listBlockers(app.db)).length === 0);
      expect(await listBlockers(app.db)).toMatchObject([
        { pid: blocker.pid, state: 'idle in transaction', waiting: 1 },
      ])
      const { output } = await runCommand(['doctor'], { DATABASE_URL: url })
      expect(output).toContain(`select pg_terminate_backend(${blocker.pid})`)
      expect(output).toContain('"a forgotten console" (idle in transaction')
      await blocker.letGo()
      expect((await buyer).status).toBe(200)
    } finally {
      await end()
    }
  })
})

/** A service with a short patience, and a session that has changed the stock of its events and does not end. */
async function aStuckSale(events: number, waitMaxMs = saleWaitMaxMs) {
  const { url, drop } = await createServerDatabase()
  // Ten are the default, and the session that blocks has one more.
  const database = await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 11 })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
  const app = await openApp(database, {}, { log, saleWaitMaxMs: waitMaxMs })
  const ticketIds: number[] = []
  for (let at = 0; at < events; at += 1) ticketIds.push((await ticketOnSale(app)).id)
  const client = await database.pool.connect()
  await client.query(`set application_name = 'a forgotten console'`)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query(`begin; update pools set sold = sold
    where id in (select pool_id from tickets where id in (${ticketIds.join()}))`)
  return {
    app,
    url,
    ticketIds,
    logged: () => lines.map(line => JSON.parse(line)),
    blocker: {
      pid: rows[0]?.pid,
      alsoWrites: (statement: string) => client.query(statement),
      letGo: () => client.query('rollback'),
    },
    end: async () => {
      client.release(true)
      await app.close()
      await drop()
    },
  }
}

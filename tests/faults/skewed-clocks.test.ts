import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Client, client } from '../support/client.ts'
import { adminAuthorization, type ServerProcess } from '../support/server-process.ts'
import { salesUntil, seedOf } from './moments.ts'
import { serverPrograms, startOwnPostgres } from './own-postgres.ts'
import { openSale, purchaser, saleCard } from './sale.ts'
import { expectBooksToAgree, expectCleanAudit } from './settle-books.ts'
import { startMarquee } from './until-finished.ts'

const seed = seedOf()
const skews = [0, 2 * 3600, -2 * 3600]
const preload = path.join(import.meta.dirname, 'skew-clock.mjs')

describe.skipIf(!serverPrograms)(
  'three processes whose clocks are hours apart (needs PostgreSQL)',
  () => {
    test(`agree on every hold and sell no place twice (SEED=${seed})`, async () => {
      const postgres = await startOwnPostgres()
      const { card, environment: paying } = await saleCard()
      const environment = {
        DATABASE_URL: postgres.url,
        PUBLIC_URL: 'http://127.0.0.1:1',
        HOLD_MINUTES: '1',
        ...paying,
      }
      const servers: ServerProcess[] = []
      for (const skew of skews) {
        const skewed = {
          LOG_LEVEL: 'warn',
          NODE_OPTIONS: `--import ${preload}`,
          SKEW_SECONDS: String(skew),
        }
        servers.push(await startMarquee({ ...environment, ...skewed }))
      }
      const asked = servers.map(({ base }) => client(base, { authorization: adminAuthorization }))
      const [first] = asked
      if (!first) throw new Error('No process runs.')
      for (const [at, server] of servers.entries()) {
        await expectRightTime(server, asked[at] ?? first, skews[at] ?? 0)
      }
      const { event, ticket } = await aLastPlace(first)
      const fill = (at: Client) =>
        at.anyone('POST', '/tickets/v1/cart', {
          provider: 'tc',
          post_id: event,
          tickets: [{ ticket_id: ticket, quantity: 1 }],
        })

      // The hold counts by the database's clock, even when a process's own clock says that it has expired.
      for (const holder of asked) {
        const held = await fill(holder)
        expect(held.status).toBe(200)
        for (const other of asked) expect((await fill(other)).status).toBe(409)
        await postgres.query(
          `update holds set expires_at = clock_timestamp() where state = 'open' and ticket_id = ${ticket}`,
        )
      }

      // The hold has expired: of all who now ask for the place exactly one gets it, and only that order
      // succeeds.
      const wins = (await Promise.all([...asked, ...asked, ...asked].map(fill))).filter(
        ({ status }) => status === 200,
      )
      expect(wins).toHaveLength(1)
      const cart_hash = wins[0]?.json.cart_hash
      const orders = await Promise.all(
        asked.map(one =>
          one.anyone('POST', '/tickets/v1/commerce/free/order', { cart_hash, purchaser }),
        ),
      )
      expect(orders.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])

      let turn = 0
      const base = () => {
        turn += 1
        return servers[turn % servers.length]?.base ?? ''
      }
      const sale = await openSale({ base, card, seed })
      const close = sale.begin()
      await salesUntil(sale.books, 60)
      await close()
      await sale.deliverAll()
      const odd = Object.keys(sale.books.answers).filter(status => !/^2|^409$/.test(status))
      expect([odd, sale.books.answers]).toEqual([[], expect.anything()])
      await expectBooksToAgree(sale)
      await expectCleanAudit(environment)
      for (const server of servers) expect(await server.kill('SIGTERM')).toBe(0)
    })
  },
)

/** Shows that the process's clock is wrong, and that the process goes by the database's clock. */
async function expectRightTime(server: ServerProcess, one: Client, skewSeconds: number) {
  const warned = server.output().includes("differs from the database's")
  expect([skewSeconds, warned]).toEqual([skewSeconds, skewSeconds !== 0])
  const venue = await one.staff('POST', '/events/v1/venues', { venue: `Clock ${skewSeconds}` })
  const told = Date.parse(`${venue.json.date_utc.replace(' ', 'T')}Z`)
  expect(Math.abs(told - Date.now())).toBeLessThan(600_000)
}

/** A ticket with one place. */
async function aLastPlace(one: Client) {
  const event = await one.staff('POST', '/events/v1/events', {
    title: 'One chair',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
  })
  const made = await one.staff('POST', '/tickets/v1/tickets', {
    post_id: event.json.id,
    add_ticket_nonce: event.json.nonces.add,
    provider: 'tc',
    name: 'The chair',
    price: '',
    ticket: { mode: 'own', capacity: 1 },
  })
  expect(made.status).toBe(202)
  return { event: event.json.id as number, ticket: made.json.id as number }
}

// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'
import { openApp, type TestApp } from '../support/start-app.ts'

const purchaser = { name: 'Ada', email: 'ada@example.org' }

describe.runIf(onPostgres)('an unusual payment takes its locks in the global order, so', () => {
  let app: TestApp
  let rival: Client
  let end: () => Promise<void>

  beforeAll(async () => {
    const { url, drop } = await createServerDatabase()
    const database = await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 12 })
    app = await openApp(database)
    rival = new Client({ connectionString: url })
    await rival.connect()
    // The rival looks for a deadlock first, and so is the one that is told of it.
    await rival.query(`set deadlock_timeout = '10ms'`)
    end = async () => {
      await rival.end()
      await app.close()
      await drop()
    }
  })
  afterAll(() => end())

  const post = (path: string, body: object) => app.tickets('POST', path, { body })

  async function aPayment(ticketIds: readonly number[], coupon?: string) {
    const tickets = ticketIds.map(ticket_id => ({ ticket_id, quantity: 1 }))
    const { cart_hash } = (await post('/cart', { provider: 'tc', tickets })).json
    if (coupon !== undefined) await post('/coupons/apply', { coupon, cart_hash })
    const started = (await post('/commerce/cardprocessor/order', { cart_hash, purchaser })).json
    const { payment_intent_id: intent, client_secret, order_id: orderId } = started
    const confirm = () =>
      post(`/commerce/cardprocessor/order/${intent}`, { cart_hash, client_secret })
    return { cart_hash, orderId: orderId as number, confirm }
  }

  /** Confirms a payment while the rival holds a lock; returns how the rival's next lock ended. */
  async function beside(first: string, confirm: () => Promise<unknown>, next: string) {
    await rival.query(`begin; ${first}`)
    const confirmed = confirm()
    // Asked on another connection: within one transaction every look at the activity shows the same.
    const waiting = async () =>
      (
        await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
        `.execute(app.db)
      ).rows.length
    await expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0)
    const outcome = await rival.query(next).then(
      () => 'locked',
      (error: { code: string }) => error.code,
    )
    await rival.query('rollback')
    expect(await confirmed).toMatchObject({ status: 200 })
    return outcome
  }

  test('a cart without one of its order’s events does not deadlock with a cart over both', async () => {
    const [early, late] = [await eventOnSale(app), await eventOnSale(app)]
    const first = await ticketOnSale(app, { eventId: early, priceMinor: 1000 })
    const second = await ticketOnSale(app, { eventId: late, priceMinor: 1000 })
    const body = { slug: 'less', display_name: 'Less', status: 'active', amount: 1 }
    await app.tickets('POST', '/coupons', { as: 'administrator', body })
    const { cart_hash, confirm } = await aPayment([first.id, second.id], 'less')
    await post('/cart', {
      provider: 'tc',
      cart_hash,
      tickets: [{ ticket_id: first.id, quantity: 0 }],
    })
    const pools = (event: number) =>
      `select id from pools where event_id = ${event} for no key update`
    expect(await beside(pools(early), confirm, pools(late))).toBe('locked')
  })

  test('a report about an order that was in dispute does not deadlock with a scan', async () => {
    const ticket = await ticketOnSale(app, { priceMinor: 1000 })
    const { orderId, confirm } = await aPayment([ticket.id])
    expect((await confirm()).status).toBe(200)
    await sql`
      with move as (
        insert into order_moves (order_id, from_status, to_status, cause)
        values (${orderId}, 'completed', 'completed', 'dispute won d1') returning id)
      insert into order_disputes (order_id, dispute_id, state, move_id)
      select ${orderId}, 'd1', 'won', id from move
    `.execute(app.db)
    // A batch of scans locks attendees, and then their tickets.
    const attendees = `select id from attendees where order_id = ${orderId} for no key update`
    const tickets = `select id from tickets where id = ${ticket.id} for no key update`
    expect(await beside(attendees, confirm, tickets)).toBe('locked')
  })
})

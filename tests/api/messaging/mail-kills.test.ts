// Database: in the short run a server alone, where there is one.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../support/database.ts'
import { fillCart, order } from '../../support/buying.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { deliver, outbox } from '../../support/mailbox.ts'
import { mortalProcess } from '../../support/mortal-process.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { openApp } from '../../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const [orders, kills] = long ? [1000, 300] : [16, 8]
/** The short run always draws the same, the long run anew. */
const seed = Number(process.env['SEED'] ?? (long ? Math.floor(Math.random() * 1_000_000) : 1))

const database = await openTestDatabase()
const life = mortalProcess(database)
const server = await startMailServer()
const app = await openApp(life.database, { SMTP_URL: server.url, MAIL_PDF_KIB: 'off' })
const { id: ticketId } = await ticketOnSale(app, { capacity: null })
afterAll(async () => {
  await app.close()
  await database.close()
})

const buyerOf = (number: number) => `buyer${number}@example.org`

async function buyAll(from: number, to: number) {
  for (let number = from; number < to; number += 1) {
    const body = { purchaser: { name: 'Ada', email: buyerOf(number) } }
    const { status } = await order(app, 'free', await fillCart(app, ticketId), { body })
    expect(status).toBe(200)
  }
}

/** Longer than a dead process keeps its messages, and than the first rests of a mail and of the sender. */
const lease = 301

async function untilAllAreSent() {
  for (let round = 0; round < 100; round += 1) {
    await deliver(app)
    const waiting = await outbox(app, { state: 'queued' })
    if (waiting.length === 0 && (await outbox(app, { state: 'sending' })).length === 0) return
    app.clock.advance(lease)
  }
  throw new Error('Mails still wait.')
}

const copiesOf = (email: string) =>
  server.received
    .filter(({ to }) => to === email)
    .map(({ raw }) => /^Message-ID: (.+)$/m.exec(raw)?.[1])

test('without an accident every buyer gets one mail', async () => {
  await buyAll(0, orders)
  await untilAllAreSent()
  const wrong = Array.from({ length: orders }, (_, number) => copiesOf(buyerOf(number)).length)
  expect(wrong.filter(copies => copies !== 1)).toEqual([])
})

test(`after ${kills} kills, with a server that refuses and cuts off a fifth, every buyer has the mail, and a repeat is known by its Message-ID (SEED=${seed})`, async () => {
  const fates = fc.sample(fc.nat({ max: 9 }), { numRuns: 20 * orders, seed })
  let cuts = 0
  const taken = new Set<string>()
  // Asked without an address for the sender, then for the recipient, then for the mail itself.
  server.refuse(to => {
    if (to === '') return undefined
    const isHit = fates.pop() === 0
    if (!taken.delete(to)) {
      if (isHit) return { at: 'rcpt', code: 450 }
      taken.add(to)
      return undefined
    }
    if (!isHit) return undefined
    cuts += 1
    return { at: 'data', cut: true }
  })
  const deaths = fc.sample(fc.integer({ min: 1, max: 80 }), { numRuns: kills, seed })
  for (const [index, statements] of deaths.entries()) {
    const [from, to] = [index, index + 1].map(at => orders + Math.floor((at * orders) / kills))
    await buyAll(from ?? 0, to ?? 0)
    life.dieAt(statements)
    // Whether it dies, and of what, is the point: nothing here may depend on it.
    await deliver(app).catch(() => {})
    life.die()
    life.revive()
    app.clock.advance(lease)
  }
  await untilAllAreSent()
  const buyers = Array.from({ length: orders }, (_, number) => buyerOf(orders + number))
  const copies = buyers.map(copiesOf)
  expect(copies.filter(ids => ids.length === 0)).toEqual([])
  expect(copies.filter(ids => new Set(ids).size !== 1)).toEqual([])
  const repeats = copies.reduce((sum, ids) => sum + ids.length - 1, 0)
  // At a kill as many mails are under way as there are connections.
  expect(repeats).toBeLessThanOrEqual(cuts + kills * app.config.mailConnections)
  const states = await app.db.selectFrom('messages').select('state').distinct().execute()
  expect(states).toEqual([{ state: 'sent' }])
})

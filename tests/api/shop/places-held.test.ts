import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditStock } from '../../../src/ticketing/inventory/lookup.ts'
import { letHoldsExpire, order, stockOf } from '../../support/buying.ts'
import { countStatements } from '../../support/count-statements.ts'
import { type TicketDraft, ticketOnSale } from '../../support/on-sale.ts'
import { openApp, startApp } from '../../support/start-app.ts'

/** What one network may hold. A proxy header gives the network, so that a test can use many networks. */
const settings = { RATE_LIMIT: '100000', TRUST_PROXY: 'on' }
const app = await startApp(settings)

let addresses = 0
const somewhere = () => `10.1.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const fill = (
  quantities: Record<number, number>,
  sent: object = from(somewhere()),
  named = {},
  at: Pick<typeof app, 'tickets'> = app,
) => {
  const tickets = Object.entries(quantities).map(([id, quantity]) => ({
    ticket_id: Number(id),
    quantity,
  }))
  return at.tickets('POST', '/cart', { body: { provider: 'tc', tickets, ...named }, ...sent })
}
const onSale = async (draft: TicketDraft) => (await ticketOnSale(app, draft)).id
const held = async (id: number) => (await stockOf(app, id)).held

describe('places held by one network', () => {
  test('are a tenth of a large house, however many carts ask at once, and others get the rest', async () => {
    const id = await onSale({ capacity: 2000 })
    const here = from(somewhere())
    const answers = await Promise.all(Array.from({ length: 39 }, () => fill({ [id]: 52 }, here)))
    expect(await held(id)).toBe(3 * 52)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(36)
    expect([refused[0]?.status, refused[0]?.json.code, refused[0]?.headers['retry-after']]).toEqual(
      [429, 'too-many-holds', '60'],
    )
    expect(refused[0]?.json.message).toContain('At most 200 places of "Seat"')
    expect((await fill({ [id]: 100 })).status).toBe(200)
  })

  test('are fifty of a small house', async () => {
    const id = await onSale({ capacity: 100 })
    const here = from(somewhere())
    const first = (await fill({ [id]: 30 }, here)).json
    expect((await fill({ [id]: 21 }, here)).status).toBe(429)
    expect((await fill({ [id]: 20 }, here)).status).toBe(200)
    expect((await fill({ [id]: 31 }, here, { cart_hash: first.cart_hash })).status).toBe(429)
    expect(await held(id)).toBe(50)
    expect((await fill({ [id]: 29 }, here, { cart_hash: first.cart_hash })).status).toBe(200)
    expect((await fill({ [id]: 1 }, here)).status).toBe(200)
  })

  test('are counted over all processes', async () => {
    const second = await openApp(app.database, settings)
    const id = await onSale({ capacity: 1000 })
    const here = from(somewhere())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => fill({ [id]: 30 }, here, {}, at % 2 ? app : second)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await held(id)).toBe(90)
    await second.http.close()
    second.watched.demandClean()
  })

  test('of tickets with shared stock are counted together', async () => {
    const one = await ticketOnSale(app, { capacity: null, shared: 300 })
    const other = await onSale({ eventId: one.eventId, capacity: null, shared: 300, name: 'Box' })
    const here = from(somewhere())
    expect((await fill({ [one.id]: 30 }, here)).status).toBe(200)
    expect((await fill({ [other]: 20 }, here)).status).toBe(200)
    const got = await fill({ [other]: 1 }, here)
    expect([got.status, got.json.code]).toEqual([429, 'too-many-holds'])
    expect((await fill({ [one.id]: 20, [other]: 30 })).status).toBe(200)
    expect((await fill({ [one.id]: 20, [other]: 31 })).status).toBe(429)
  })

  test('are unlimited when the capacity is unlimited', async () => {
    const id = await onSale({ capacity: null })
    const here = from(somewhere())
    for (let cart = 0; cart < 3; cart += 1) {
      expect((await fill({ [id]: 100 }, here)).status).toBe(200)
    }
  })

  test('are free again when they are given back, and count for a day when they are ordered for nothing', async () => {
    const id = await onSale({ capacity: 200 })
    const here = from(somewhere())
    const { cart_hash: first } = (await fill({ [id]: 50 }, here)).json
    await fill({ [id]: 0 }, here, { cart_hash: first })
    const { cart_hash } = (await fill({ [id]: 50 }, here)).json
    expect((await fill({ [id]: 1 }, here)).status).toBe(429)
    expect((await order(app, 'free', cart_hash, here)).status).toBe(200)
    expect((await fill({ [id]: 1 }, here)).status).toBe(429)
  })

  test('that expired are not all taken again by paying for them at once', async () => {
    const id = await onSale({ capacity: 200, priceMinor: 1000 })
    const here = from(somewhere())
    const carts = []
    for (let round = 0; round < 3; round += 1) {
      carts.push((await fill({ [id]: 40 }, here)).json.cart_hash)
      await letHoldsExpire(app, id)
    }
    const paying = await Promise.all(carts.map(cart => order(app, 'cardprocessor', cart, here)))
    expect(paying.map(({ status }) => String(status)).sort()).toEqual(['200', '429', '429'])
    const { rows } = await sql<{ held: number }>`
      select sum(quantity)::int as held from holds
      where ticket_id = ${id} and state = 'open' and expires_at > clock_timestamp()
    `.execute(app.db)
    expect(rows).toEqual([{ held: 40 }])
    expect(await auditStock(app.db)).toEqual([])
  })

  test('are unlimited for staff, and do not count for others at the same address', async () => {
    const id = await onSale({ capacity: 300 })
    const here = from(somewhere())
    const staff = { ...here, as: 'administrator' as const }
    for (let cart = 0; cart < 3; cart += 1) {
      expect((await fill({ [id]: 60 }, staff)).status).toBe(200)
    }
    expect((await fill({ [id]: 50 }, here)).status).toBe(200)
    expect((await fill({ [id]: 1 }, { ...here, as: 'subscriber' })).status).toBe(429)
  })

  test('are limited with one statement, which adds up what the network ordered', async () => {
    const free = await openApp(app.database, { RATE_LIMIT: 'off' })
    const id = await onSale({ capacity: 500 })
    const asked = async (at: typeof app) => {
      await fill({ [id]: 1 }, from(somewhere()), {}, at)
      return countStatements(at, () => fill({ [id]: 1 }, from(somewhere()), {}, at))
    }
    expect(await asked(app)).toBe((await asked(free)) + 1)
    await free.http.close()
  })
})

test.each([
  [{ HELD_PLACES_PER_ADDRESS: 'off' }, 200],
  [{ RATE_LIMIT: 'off' }, 200],
  [{ RATE_LIMIT: '0' }, 200],
  [{ HELD_PLACES_PER_ADDRESS: '80' }, 429],
])('with %j, of ninety places wanted in one cart %i are held', async (own, status) => {
  const other = await openApp(app.database, { ...settings, ...own })
  const id = await onSale({ capacity: 100 })
  expect((await fill({ [id]: 90 }, from(somewhere()), {}, other)).status).toBe(status)
  expect((await fill({ [id]: 1 }, from(somewhere()), {}, other)).status).toBe(200)
  await other.http.close()
  other.watched.demandClean()
})

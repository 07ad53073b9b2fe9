import { describe, expect, test } from 'vitest'
import { aTill, readTill } from '../../support/box-office.ts'
import { bookNow, booksDiffer } from '../../support/books-check.ts'
import { stockOf } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

/** An event with a ticket at 32.00, and a till that is open for it. */
async function aDesk(draft: object = {}) {
  const { id: ticket, eventId: event } = await ticketOnSale(app, { priceMinor: 3200, ...draft })
  return { event, ticket, till: await aTill(app) }
}

describe('a complimentary place', () => {
  test('has a reason, costs nothing, and stops at the quota of the event', async () => {
    const { id: ticket, eventId: event } = await ticketOnSale(app, { priceMinor: 3200 })
    const quota = await app.admin('PUT', `/desk/events/${event}/comp-quota`, {
      as,
      body: { places: 3 },
    })
    expect(quota.json).toEqual({ event, quota: 3, used: 0 })
    const give = (quantity: number) =>
      app.admin('POST', '/desk/comps', {
        as,
        body: { event, lines: [{ ticket, quantity }], reason: 'press', name: 'The Bugle' },
      })
    const given = await give(2)
    expect(given.json).toMatchObject({ status: 'completed', total: '0.00' })
    const refused = await give(2)
    expect([refused.status, refused.json.code]).toEqual([409, 'comp-quota-used'])
    expect(refused.json.data).toMatchObject({ quota: 3, used: 2, left: 1 })
    const { json: desk } = await app.admin('GET', `/desk/events/${event}`, { as })
    expect(desk.comps).toEqual({ quota: 3, used: 2 })
    await app.tickets('POST', `/orders/${given.json.order}/refunds`, { as, body: { whole: true } })
    expect((await give(3)).status).toBe(201)
  })
})

describe('an order that is paid later', () => {
  test('takes its places, is not let in, and is let in once it is marked paid', async () => {
    const { id: ticket, eventId: event } = await ticketOnSale(app, { priceMinor: 3200 })
    const body = {
      event,
      lines: [{ ticket, quantity: 2 }],
      expected_total: '64.00',
      pay_by: '2026-12-24',
      name: 'The school',
    }
    const { json: made, status } = await app.admin('POST', '/desk/orders', { as, body })
    expect(status).toBe(201)
    expect(made).toMatchObject({ status: 'pending', pay_by: '2026-12-24', total: '64.00' })
    expect(await stockOf(app, ticket)).toEqual({ held: 0, sold: 2 })
    const [place] = await app.db
      .selectFrom('attendees')
      .select(['id', 'security_code', 'order_status'])
      .where('order_id', '=', made.order)
      .execute()
    const scan = () =>
      app.tickets('POST', '/check-ins', {
        as,
        body: { ticket: `${place?.id}.${place?.security_code}` },
      })
    expect((await scan()).status).toBeGreaterThanOrEqual(400)
    const pay = () =>
      app.admin('POST', `/desk/orders/${made.order}/payments`, {
        as,
        body: { method: 'bank', reference: 'Statement 12/3' },
      })
    expect((await pay()).json).toMatchObject({ status: 'completed' })
    expect((await pay()).status).toBe(409)
    expect((await scan()).status).toBe(201)
    await bookNow(app.db)
    expect(await booksDiffer(app.db)).toEqual([])
    const { rows } = await app.database.pool.query(
      `select method, reference, user_id is not null as by from payments where order_id = ${made.order}`,
    )
    expect(rows).toEqual([{ method: 'bank', reference: 'Statement 12/3', by: true }])
  })

  test('is paid in cash into an open till', async () => {
    const desk = await aDesk()
    const { json: made } = await app.admin('POST', '/desk/orders', {
      as,
      body: {
        event: desk.event,
        lines: [{ ticket: desk.ticket, quantity: 1 }],
        expected_total: '32.00',
        pay_by: '2026-12-24',
        name: 'Late',
      },
    })
    const path = `/desk/orders/${made.order}/payments`
    expect((await app.admin('POST', path, { as, body: { method: 'cash' } })).status).toBe(400)
    const body = { method: 'cash', till: desk.till }
    expect((await app.admin('POST', path, { as, body })).status).toBe(201)
    expect(await readTill(app, desk.till)).toMatchObject({ sales: 1, expected: '182.00' })
  })
})

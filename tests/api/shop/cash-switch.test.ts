import { beforeEach, describe, expect, test } from 'vitest'
import { aTill, readTill, sell } from '../../support/box-office.ts'
import { stockOf } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const fixed = await startApp({ DESK_CASH: 'off', SELLER_COUNTRY: 'AT' })
const as = 'administrator' as const

const settings = async (body: object) => {
  const { status, json } = await app.admin('PATCH', '/settings', { as, body })
  expect(status).toBe(200)
  return json
}

beforeEach(async () => {
  await settings({ desk_cash: '' })
})

/** A till with one sale in cash, and then the switch is thrown. */
async function aDeskWithoutCash() {
  const { id: ticket, eventId: event } = await ticketOnSale(app, { priceMinor: 3200 })
  const till = await aTill(app)
  const desk = { event, ticket, till }
  const key = `before-${till}`
  const sold = await sell(app, { ...desk, total: '32.00' }, { key })
  expect(sold.status).toBe(201)
  await settings({ desk_cash: 'off' })
  return { ...desk, order: sold.json.order as number, key }
}

const refusedFor = ({ status, json }: { status: number; json: any }) => [status, json.code]
const cashIsOff = [409, 'cash-is-off']

describe('a site that takes no cash', () => {
  test('refuses sales, voids, payments, floats and moves in cash, and does nothing of them', async () => {
    const desk = await aDeskWithoutCash()
    const { event, ticket, till, order } = desk
    expect(refusedFor(await sell(app, { ...desk, total: '32.00' }))).toEqual(cashIsOff)
    const post = (path: string, body: object) => app.admin('POST', path, { as, body })
    const voided = await post(`/tills/${till}/voids`, { order, reason: 'Wrong' })
    expect(refusedFor(voided)).toEqual(cashIsOff)
    const moved = await post(`/tills/${till}/moves`, { kind: 'drop', amount: '5', reason: 'Safe' })
    expect(refusedFor(moved)).toEqual(cashIsOff)
    expect(refusedFor(await post('/tills', { name: 'B', float: '10' }))).toEqual(cashIsOff)
    const later = await post('/desk/orders', {
      event,
      lines: [{ ticket, quantity: 1 }],
      expected_total: '32.00',
      pay_by: '2031-05-01',
      name: 'A school',
    })
    const pay = (body: object) => post(`/desk/orders/${later.json.order}/payments`, body)
    expect(refusedFor(await pay({ method: 'cash', till }))).toEqual(cashIsOff)
    expect(await readTill(app, till)).toMatchObject({ sales: 1, expected: '182.00' })
    expect(await stockOf(app, ticket)).toEqual({ held: 0, sold: 2 })
    expect((await pay({ method: 'terminal', till })).status).toBe(201)
  })

  test('sells at the terminal, from a till without a float, and says that it takes no cash', async () => {
    const { event, ticket } = await aDeskWithoutCash()
    const till = await aTill(app, as, { float: '0', name: 'Cards' })
    const sold = await sell(
      app,
      { event, ticket, till, total: '32.00' },
      { more: { method: 'terminal', reference: '0815' } },
    )
    expect(sold.status).toBe(201)
    const { json: desk } = await app.admin('GET', `/desk/events/${event}`, { as })
    const { json: tills } = await app.admin('GET', '/tills', { as })
    expect([desk.cash, tills.cash]).toEqual([false, false])
  })

  test('closes tills that were open, with the cash in them', async () => {
    const { till } = await aDeskWithoutCash()
    const body = { counted: '182.00' }
    const { json } = await app.admin('POST', `/tills/${till}/close`, { as, body })
    expect(json).toMatchObject({ open: false, counted: '182.00', difference: '0.00' })
  })

  test('answers a sale that was made before the switch as it was made', async () => {
    const { key, order, ...desk } = await aDeskWithoutCash()
    const again = await sell(app, { ...desk, total: '32.00' }, { key })
    expect([again.status, again.json.order]).toEqual([201, order])
  })
})

describe('the note on cash in the settings', () => {
  test('follows the country of the seller, and only countries are taken', async () => {
    expect((await settings({ seller_country: 'DE' })).cash_note).toContain('TSE')
    expect((await settings({ seller_country: 'NO' })).cash_note).toMatch(/^Norway may ask/)
    const body = { seller_country: 'XX', desk_cash: 'no' }
    const { status, json } = await app.admin('PATCH', '/settings', { as, body })
    expect(status).toBe(400)
    expect(json.data.params).toEqual({
      seller_country: 'seller_country must be two letters of a country, such as DE.',
      desk_cash: 'desk_cash must be one of on, off.',
    })
    expect((await settings({ seller_country: '' })).seller_country).toBe('')
  })

  test('and the switch are fixed where the environment says them', async () => {
    const { json } = await fixed.admin('GET', '/settings', { as })
    expect(json).toMatchObject({ desk_cash: 'off', seller_country: 'AT' })
    expect(json.cash_note).toContain('RKSV')
    expect(json.fixed).toEqual(expect.arrayContaining(['desk_cash', 'seller_country']))
    const refused = await fixed.admin('PATCH', '/settings', { as, body: { desk_cash: 'on' } })
    expect(refused.status).toBe(400)
  })
})

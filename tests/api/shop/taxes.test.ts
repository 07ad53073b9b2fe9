import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { auditBooks } from '../../../src/shop/books/audit-books.ts'
import { bookNow } from '../../support/books-check.ts'
import { refund } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'

const paid = await startPaidApp()
const { app } = paid
const staff = { as: 'administrator' } as const

const made = async (body: object) => {
  const { status, json } = await app.admin('POST', '/tax-rates', { ...staff, body })
  expect(status).toBe(201)
  return json as { id: number; percent: string; code: string; is_default: boolean }
}
const list = async () => (await app.admin('GET', '/tax-rates', staff)).json.rates
const nameOn = (ticket: number, rate: number | null) =>
  app.admin('PUT', `/tickets/${ticket}/tax-rate`, { ...staff, body: { rate } })
const taxesOf = async (order: number) =>
  (await app.admin('GET', `/orders/${order}`, staff)).json.taxes
const entriesOf = async (event: number, more: object = {}) =>
  (await app.admin('GET', '/books/entries', { ...staff, query: { event, ...more } })).json.rows

afterEach(async () => {
  for (const { id } of await list()) await app.admin('DELETE', `/tax-rates/${id}`, staff)
})

describe('tax rates', () => {
  test('are made, changed, listed and deleted; there is one default', async () => {
    const first = await made({ name: 'VAT', percent: '19', is_default: true })
    expect(first).toMatchObject({ percent: '19', code: 'S', is_default: true })
    const second = await made({ name: 'Reduced', percent: '7.70', is_default: true })
    expect((await list()).map((rate: { is_default: boolean }) => rate.is_default)).toEqual([
      false,
      true,
    ])
    const body = { percent: '8.1' }
    const changed = await app.admin('PATCH', `/tax-rates/${second.id}`, { ...staff, body })
    expect(changed.json).toMatchObject({ percent: '8.1', name: 'Reduced', is_default: true })
    await app.admin('DELETE', `/tax-rates/${first.id}`, staff)
    const again = await app.admin('DELETE', `/tax-rates/${first.id}`, staff)
    expect([again.status, again.json.code]).toEqual([404, 'tax-rate-not-found'])
  })

  test.each([
    [{ name: 'VAT', percent: '101' }, 'percent'],
    [{ name: 'VAT', percent: '-1' }, 'percent'],
    [{ name: 'VAT', percent: '1.234' }, 'percent'],
    [{ name: 'VAT', percent: 'x' }, 'percent'],
    [{ name: 'VAT', percent: '0' }, 'percent'],
    [{ name: 'VAT', percent: '5', code: 'Z' }, 'percent'],
    [{ name: ' ', percent: '5' }, 'name'],
    [{ name: 'VAT', percent: '5', code: 'X' }, 'code'],
  ])('that are wrong (%j) are refused by name', async (body, param) => {
    const { status, json } = await app.admin('POST', '/tax-rates', { ...staff, body })
    expect(status).toBe(400)
    expect(Object.keys(json.data.params)).toEqual([param])
  })

  test('are at most fifty', async () => {
    await sql`insert into tax_rates (name, code, bp) select 'VAT', 'S', n from generate_series(1, 50) n`.execute(
      app.db,
    )
    const body = { name: 'VAT', percent: '19' }
    const { status, json } = await app.admin('POST', '/tax-rates', { ...staff, body })
    expect([status, json.code]).toEqual([409, 'too-many-tax-rates'])
    await sql`delete from tax_rates`.execute(app.db)
  })
})

describe('an order', () => {
  test('that is sold without rates has no tax anywhere', async () => {
    const order = await aPaidOrder(paid)
    await bookNow(app.db)
    expect(await taxesOf(order.id)).toEqual([])
    for (const row of await entriesOf(order.eventId)) {
      expect([row.net, row.tax, row.tax_rate, row.tax_code]).toEqual([null, null, null, null])
    }
  })

  test('keeps the rate that it was sold with on its lines, and its books have net and tax', async () => {
    const rate = await made({ name: 'VAT', percent: '19', is_default: true })
    const order = await aPaidOrder(paid, { quantity: 3, priceMinor: 1000 })
    const vat = { name: 'VAT', code: 'S', percent: '19' }
    expect(await taxesOf(order.id)).toEqual([{ ...vat, gross: '30.00', net: '25.21', tax: '4.79' }])
    await app.admin('PATCH', `/tax-rates/${rate.id}`, { ...staff, body: { percent: '7' } })
    await bookNow(app.db)
    const [sale] = await entriesOf(order.eventId, { kind: 'sale' })
    expect(sale).toMatchObject({ net: '25.21', tax: '4.79', tax_rate: '19', tax_code: 'S' })
    await refund(app, order.id, { lines: [{ id: order.line, quantity: 1 }] })
    expect(await taxesOf(order.id)).toEqual([{ ...vat, gross: '20.00', net: '16.81', tax: '3.19' }])
    await app.admin('DELETE', `/tax-rates/${rate.id}`, staff)
    expect(await taxesOf(order.id)).toMatchObject([{ tax: '3.19' }])
    await refund(app, order.id, { amount: '20.00' })
    await bookNow(app.db)
    expect(await taxesOf(order.id)).toMatchObject([{ gross: '0.00', tax: '0.00' }])
    expect(await auditBooks(app.db)).toEqual([])
  })

  test('has the rate of its ticket, and a fee that of the ticket or its own; a coupon is shared by them', async () => {
    await made({ name: 'VAT', percent: '19', is_default: true })
    const reduced = await made({ name: 'Reduced', percent: '7' })
    const ticket = await ticketOnSale(app, { priceMinor: 1000, name: 'Seat' })
    expect((await nameOn(ticket.id, reduced.id)).json).toEqual({
      ticket: ticket.id,
      rate: reduced.id,
    })
    const fee = await app.tickets('POST', '/fees', {
      ...staff,
      body: { display_name: 'Booking', raw_amount: '1.00', meta_value: 'per' },
    })
    await app.tickets('POST', `/tickets/${ticket.id}/fees`, {
      ...staff,
      body: { selected_fees: [fee.json.id] },
    })
    const cart = async () => {
      const { json } = await app.tickets('POST', '/cart', {
        body: { provider: 'tc', tickets: [{ ticket_id: ticket.id, quantity: 1 }] },
      })
      return json.cart_hash as string
    }
    const sold = async () => {
      const { json } = await app.tickets('POST', '/commerce/cardprocessor/order', {
        body: { cart_hash: await cart(), purchaser: { name: 'Ada', email: 'ada@example.org' } },
      })
      const { rows } = await sql<{ kind: string; bp: number }>`
        select kind, bp from order_lines join order_line_taxes on line_id = id
        where order_id = ${json.order_id} order by ordinal`.execute(app.db)
      return rows
    }
    expect(await sold()).toEqual([
      { kind: 'ticket', bp: 700 },
      { kind: 'fee', bp: 700 },
    ])
    const exempt = await made({ name: 'Exempt', percent: '0', code: 'E' })
    const body = { rate: exempt.id }
    await app.admin('PUT', `/fees/${fee.json.id}/tax-rate`, { ...staff, body })
    expect(await sold()).toEqual([
      { kind: 'ticket', bp: 700 },
      { kind: 'fee', bp: 0 },
    ])
    expect((await nameOn(ticket.id, null)).json).toEqual({ ticket: ticket.id, rate: null })
    expect(await sold()).toEqual([
      { kind: 'ticket', bp: 1900 },
      { kind: 'fee', bp: 0 },
    ])
  })

  test('that is moved to a ticket of another rate returns the tax of one and has that of the other', async () => {
    await made({ name: 'VAT', percent: '19', is_default: true })
    const reduced = await made({ name: 'Reduced', percent: '7' })
    const { id, eventId, attendees } = await aPaidOrder(paid, { priceMinor: 2000 })
    const cheaper = await ticketOnSale(app, { eventId, priceMinor: 1070, name: 'Standing' })
    await nameOn(cheaper.id, reduced.id)
    const body = { ticket: cheaper.id }
    const moved = await app.admin('POST', `/attendees/${attendees[0]}/moves`, { ...staff, body })
    expect(moved.status).toBeLessThan(300)
    await bookNow(app.db)
    expect(await taxesOf(id)).toMatchObject([
      { percent: '19', gross: '0.00', tax: '0.00' },
      { percent: '7', gross: '10.70', tax: '0.70' },
    ])
    expect(await auditBooks(app.db)).toEqual([])
  })

  test('that was made before a rate is taxed by none', async () => {
    const cart = await aPaidOrder(paid)
    await made({ name: 'VAT', percent: '19', is_default: true })
    await sql`insert into order_lines (order_id, ordinal, kind, ticket_id, event_id, name, quantity, unit_minor, regular_unit_minor, total_minor)
      select ${cart.id}, 99, 'ticket', ticket_id, event_id, name, 1, 0, 0, 0 from order_lines where id = ${cart.line}`.execute(
      app.db,
    )
    expect(await taxesOf(cart.id)).toEqual([])
  })
})

test('the report of taxes adds up what each rate was charged, and each figure leads to its rows', async () => {
  await made({ name: 'VAT', percent: '19', is_default: true })
  const order = await aPaidOrder(paid, { quantity: 3, priceMinor: 1000 })
  await refund(app, order.id, { amount: '4.00' })
  const to = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const query = { event: order.eventId, to }
  const { json } = await app.admin('GET', '/reports/tax', { ...staff, query })
  expect(json.totals).toMatchObject([
    {
      key: 'S-1900',
      name: '19 %',
      cells: { gross: { value: '26.00' }, net: { value: '21.85' }, tax: { value: '4.15' } },
    },
  ])
  const rows = Object.fromEntries(new URL(json.totals[0].cells.tax.rows).searchParams)
  const entries = (await app.admin('GET', '/books/entries', { ...staff, query: rows })).json.rows
  const cents = entries.map(({ tax }: { tax: string }) => Math.round(Number(tax) * 100))
  expect(cents).toEqual([479, -64])
})

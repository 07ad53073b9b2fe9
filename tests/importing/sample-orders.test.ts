import { afterAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../support/database.ts'
import { moveSample } from './moved.ts'

// What the sample sold, as it must be in the product, record by record.
const database = await openTestDatabase()
afterAll(database.close)
await moveSample(database)

const rows = async (query: string) => (await database.pool.query(query)).rows

describe('orders', () => {
  test('keep ids, ways of payment, purchasers and money', async () => {
    const query = `select id, status, gateway, gateway_order_id as reference, total_minor as total, paid_minor as paid,
      refunded_minor as refunded, purchaser_name as name, user_id, currency from orders order by id`
    const usual = {
      reference: null,
      refunded: 0,
      user_id: null,
      currency: 'GBP',
      status: 'completed',
    }
    expect(await rows(query)).toEqual([
      { ...usual, id: 501, gateway: 'free', total: 0, paid: 0, name: 'Siôn Sampl', user_id: 7 },
      {
        ...usual,
        id: 503,
        gateway: 'card',
        reference: 'pi_sample_503',
        total: 2295,
        paid: 2295,
        name: 'Gwenllïan Prawf',
      },
      {
        ...usual,
        id: 506,
        gateway: 'card',
        reference: 'pi_sample_506',
        total: 1480,
        paid: 1480,
        name: 'Owen Ffug',
      },
      {
        ...usual,
        id: 509,
        gateway: 'card',
        reference: 'pi_sample_509',
        total: 900,
        paid: 900,
        name: 'Dai Gollwyd',
      },
      {
        ...usual,
        id: 511,
        gateway: 'wallet',
        reference: '0SAMPLE0PAYPAL511',
        total: 1100,
        paid: 1100,
        name: 'Pal Taliad',
      },
      { ...usual, id: 513, gateway: 'staff', total: 0, paid: 0, name: 'Desg Blaen' },
      {
        ...usual,
        id: 515,
        status: 'refunded',
        gateway: 'card',
        reference: 'pi_sample_515',
        total: 900,
        paid: 900,
        refunded: 900,
        name: 'Ad Daliad',
      },
      {
        ...usual,
        id: 518,
        status: 'pending',
        gateway: 'card',
        reference: 'pi_sample_518',
        total: 1100,
        paid: 0,
        name: 'Aros Amdano',
      },
    ])
  })

  test('have the lines that were paid: tickets, fees and coupons', async () => {
    const query = `select order_id as order, kind, ticket_id as ticket, fee_id as fee, coupon_id as coupon, name, quantity, unit_minor as unit,
      regular_unit_minor as regular, total_minor as total from order_lines where order_id in (503, 506, 509, 513) order by order_id, ordinal`
    const usual = { ticket: null, fee: null, coupon: null }
    expect(await rows(query)).toEqual([
      {
        ...usual,
        order: 503,
        kind: 'ticket',
        ticket: 452,
        name: 'Cynnar “cyntaf”',
        quantity: 2,
        unit: 1275,
        regular: 1750,
        total: 2550,
      },
      {
        ...usual,
        order: 503,
        kind: 'coupon',
        coupon: 9,
        name: 'DEGYCANT',
        quantity: 1,
        unit: -255,
        regular: -255,
        total: -255,
      },
      {
        ...usual,
        order: 506,
        kind: 'ticket',
        ticket: 453,
        name: 'Ffrwd & recordiad',
        quantity: 2,
        unit: 600,
        regular: 600,
        total: 1200,
      },
      {
        ...usual,
        order: 506,
        kind: 'fee',
        ticket: 453,
        fee: 4,
        name: 'Trin & post',
        quantity: 2,
        unit: 30,
        regular: 30,
        total: 60,
      },
      {
        ...usual,
        order: 506,
        kind: 'fee',
        ticket: 453,
        fee: 5,
        name: 'Ffi archebu',
        quantity: 2,
        unit: 110,
        regular: 110,
        total: 220,
      },
      {
        ...usual,
        order: 509,
        kind: 'ticket',
        ticket: 456,
        name: 'Hen fath',
        quantity: 1,
        unit: 900,
        regular: 900,
        total: 900,
      },
      {
        ...usual,
        order: 513,
        kind: 'ticket',
        ticket: 461,
        name: 'Tocyn teulu',
        quantity: 1,
        unit: 0,
        regular: 2800,
        total: 0,
      },
    ])
  })

  test('have their history, and a refund where everything went back', async () => {
    const moves =
      'select from_status, to_status, at from order_moves where order_id = 515 order by id'
    expect(await rows(moves)).toEqual([
      { from_status: null, to_status: 'pending', at: expect.any(Date) },
      { from_status: 'pending', to_status: 'completed', at: expect.any(Date) },
      { from_status: 'completed', to_status: 'refunded', at: expect.any(Date) },
    ])
    expect(await rows('select order_id, amount_minor, state from refunds')).toEqual([
      { order_id: 515, amount_minor: 900, state: 'done' },
    ])
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../support/database.ts'
import { moveSample } from './moved.ts'

// What the sample sold, as it must be in the product, record by record.
const database = await openTestDatabase()
afterAll(database.close)
await moveSample(database)

const rows = async (query: string) => (await database.pool.query(query)).rows

describe('ticket types', () => {
  test('have their prices, stock and sale windows; what is sold was counted', async () => {
    const query = `select t.id, t.event_id, t.provider, t.name, t.price_minor, t.sale_price_minor, t.sale_price_from::text,
        t.sale_price_until::text, t.mode, p.capacity, p.sold, s.capacity as together, s.sold as sold_together,
        array(select fee_id::int from ticket_fees where ticket_id = t.id order by 1) as fees
      from tickets t join pools p on p.id = t.pool_id left join pools s on s.id = p.shared_pool_id order by t.id`
    const usual = {
      provider: 'tc',
      sale_price_minor: null,
      sale_price_from: null,
      sale_price_until: null,
      together: null,
      sold_together: null,
      fees: [],
    }
    expect(await rows(query)).toEqual([
      {
        ...usual,
        id: 451,
        event_id: 402,
        name: 'Am ddim',
        price_minor: 0,
        mode: 'own',
        capacity: 25,
        sold: 1,
      },
      {
        ...usual,
        id: 452,
        event_id: 402,
        name: 'Cynnar “cyntaf”',
        price_minor: 1750,
        sale_price_minor: 1275,
        sale_price_from: '2026-02-01',
        sale_price_until: '2027-03-31',
        mode: 'own',
        capacity: 40,
        sold: 2,
      },
      {
        ...usual,
        id: 453,
        event_id: 402,
        name: 'Ffrwd & recordiad',
        price_minor: 600,
        mode: 'unlimited',
        capacity: null,
        sold: 2,
        fees: [4, 5],
      },
      {
        ...usual,
        id: 455,
        event_id: 391,
        name: 'Sedd',
        price_minor: 900,
        mode: 'own',
        capacity: 60,
        sold: 0,
      },
      {
        ...usual,
        id: 460,
        event_id: 377,
        name: 'Tocyn dydd',
        price_minor: 1100,
        mode: 'global',
        capacity: null,
        sold: 2,
        together: 150,
        sold_together: 3,
      },
      {
        ...usual,
        id: 461,
        event_id: 377,
        name: 'Tocyn teulu',
        price_minor: 2800,
        mode: 'capped',
        capacity: 15,
        sold: 1,
        together: 150,
        sold_together: 3,
      },
      {
        ...usual,
        id: 470,
        event_id: 415,
        provider: 'rsvp',
        name: 'Fe ddof i',
        price_minor: 0,
        mode: 'own',
        capacity: 35,
        sold: 1,
      },
    ])
    const windows = await rows(
      'select id, sale_starts_at, sale_ends_at from tickets where id in (451, 470) order by id',
    )
    expect(windows).toEqual([
      {
        id: 451,
        sale_starts_at: new Date('2026-02-01T09:00Z'),
        sale_ends_at: new Date('2027-11-30T22:00Z'),
      },
      // The zone of its event is an offset, so the old system read its times in the site's.
      {
        id: 470,
        sale_starts_at: new Date('2026-02-01T00:00Z'),
        sale_ends_at: new Date('2027-02-05T00:00Z'),
      },
    ])
  })
})

test('fees and coupons', async () => {
  const fees = 'select id, display_name, status, kind, amount, applies_to from fees order by id'
  expect(await rows(fees)).toEqual([
    {
      id: 4,
      display_name: 'Trin & post',
      status: 'active',
      kind: 'percent',
      amount: 500,
      applies_to: 'per',
    },
    {
      id: 5,
      display_name: 'Ffi archebu',
      status: 'active',
      kind: 'flat',
      amount: 110,
      applies_to: 'per',
    },
  ])
  const coupons =
    'select id, slug, kind, amount, usage_limit, used, ends_at from coupons order by id'
  expect(await rows(coupons)).toEqual([
    {
      id: 8,
      slug: 'TAIRPUNT',
      kind: 'flat',
      amount: 300,
      usage_limit: 50,
      used: 0,
      ends_at: new Date('2027-12-31T23:59:59Z'),
    },
    {
      id: 9,
      slug: 'DEGYCANT',
      kind: 'percent',
      amount: 1000,
      usage_limit: null,
      used: 1,
      ends_at: null,
    },
  ])
})

import { describe, expect, test } from 'vitest'
import { buy, fillCart } from '../../support/buying.ts'
import { staffClient } from '../../support/client-in-process.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const staff = await staffClient(app)

let made = 0
async function template(more: object = {}) {
  const ticket = await ticketOnSale(app, { priceMinor: 1000 })
  const coupon = await staff.createCoupon({
    slug: `template-${(made += 1)}`,
    display_name: 'Partners',
    status: 'draft',
    sub_type: 'percent',
    amount: 50,
    limits: { tickets: [ticket.id], max_places: 1, tag: 'partners' },
    ...more,
  })
  return { ticket, coupon }
}
const codesOf = async (batch: number) =>
  (await staff.findCoupons({ batch: String(batch), limit: 100 })).coupons
const file = async (id: number) => {
  const { status, text } = await app.admin('GET', `/coupon-batches/${id}.csv`, { as })
  expect(status).toBe(200)
  return text
}
describe('a batch of codes', () => {
  test('has as many as asked, each unlike the others, active, with the terms and limits of its template', async () => {
    const { ticket, coupon } = await template()
    const batch = await staff.createCouponBatch({ template: coupon.id, count: 40, prefix: 'ADA-' })
    expect(batch).toMatchObject({ codes: 40, orders: 0, tag: 'partners', template: coupon.slug })
    const codes = await codesOf(batch.id)
    expect(new Set(codes.map(({ slug }) => slug)).size).toBe(40)
    for (const code of codes) {
      expect(code.slug).toMatch(/^ADA-[34679ACDEFGHJKMNPQRTUVWXY]{8}$/)
      expect(code).toMatchObject({ status: 'active', name: 'Partners', batch: batch.id, used: 0 })
      expect(code.limits).toEqual({ ...coupon.limits, tickets: [ticket.id] })
    }
    expect((await staff.findCoupons({ batch: 'none', search: 'ADA-' })).coupons).toEqual([])
  })

  test('does not follow its template: what was sent out keeps its terms', async () => {
    const { coupon } = await template()
    const { id } = await staff.createCouponBatch({ template: coupon.id, count: 1, tag: 'choir' })
    await staff.updateCoupon({ id: coupon.id, raw_amount: '5' })
    await staff.deleteCoupon({ id: coupon.id })
    expect(await codesOf(id)).toMatchObject([{ amount: 50, limits: { tag: 'choir' } }])
  })

  test('is switched off and on at once: no code of it is taken any more, and orders keep theirs', async () => {
    const { ticket, coupon } = await template({ status: 'active' })
    const batch = await staff.createCouponBatch({ template: coupon.id, count: 3, prefix: 'OFF-' })
    const other = await staff.createCouponBatch({ template: coupon.id, count: 1 })
    const [used, free] = await codesOf(batch.id)
    const take = async (code: string | undefined) =>
      (
        await app.tickets('POST', '/cart', {
          body: {
            provider: 'tc',
            coupon: code,
            tickets: [{ ticket_id: ticket.id, quantity: 1 }],
          },
        })
      ).status
    expect(await take(used?.slug)).toBe(200)
    const off = await staff.updateCouponBatch({ id: batch.id, status: 'inactive' })
    expect(off).toMatchObject({ codes: 3, active: 0 })
    expect(await take(free?.slug)).toBe(400)
    expect((await codesOf(batch.id)).map(({ status }) => status)).toEqual(Array(3).fill('inactive'))
    expect(await codesOf(other.id)).toMatchObject([{ status: 'active' }])
    const on = await staff.updateCouponBatch({ id: batch.id, status: 'active' })
    expect(on.active).toBe(3)
    expect(await take(free?.slug)).toBe(200)
    const missing = { as, body: { status: 'inactive' } }
    expect((await app.admin('PATCH', '/coupon-batches/999999', missing)).status).toBe(404)
  })

  test('keeps its codes together when one of them is changed', async () => {
    const { coupon } = await template()
    const { id } = await staff.createCouponBatch({ template: coupon.id, count: 2 })
    const [first] = await codesOf(id)
    await staff.updateCoupon({ id: first?.id ?? 0, limits: { max_places: 3, tag: 'other' } })
    expect((await codesOf(id)).length).toBe(2)
  })

  test('is one file with what is used and left of each code, and a link that sells', async () => {
    const { ticket, coupon } = await template()
    const { id } = await staff.createCouponBatch({ template: coupon.id, count: 2, prefix: '-X' })
    const [second, first] = await codesOf(id)
    const spent = first?.slug ?? ''
    await buy(app, ticket.id, { way: 'cardprocessor', coupon: spent })
    const lines = (await file(id)).split('\r\n')
    expect(lines).toEqual([
      'code,used,left,orders,link',
      `'${first?.slug},1,0,1,${first?.link}`,
      `'${second?.slug},0,1,0,${second?.link}`,
      '',
    ])
    expect(first?.link).toContain(`code=-X`)
    await expect(buy(app, ticket.id, { coupon: spent })).rejects.toThrow()
  })

  test('is refused for no template, for more than a thousand codes, and for a prefix of other signs, each named', async () => {
    const { coupon } = await template()
    const refused = async (body: object) => {
      const { status, json } = await app.admin('POST', '/coupon-batches', { as, body })
      return [status, Object.keys((json.data as { params: object }).params)]
    }
    expect(await refused({ template: 999_999_999, count: 1 })).toEqual([400, ['template']])
    expect(await refused({ template: coupon.id, count: 1001 })).toEqual([400, ['count']])
    expect(await refused({ template: coupon.id, count: 0, prefix: 'a b' })).toEqual([
      400,
      ['count', 'prefix'],
    ])
    expect((await app.admin('GET', '/coupon-batches/999999.csv', { as })).json.code).toBe(
      'coupon-batch-not-found',
    )
  })

  test('is made once for one idempotency key', async () => {
    const { coupon } = await template()
    const send = () =>
      app.admin('POST', '/coupon-batches', {
        as,
        body: { template: coupon.id, count: 3, prefix: 'ONCE-' },
        headers: { 'idempotency-key': `batch-${coupon.id}` },
      })
    expect((await send()).json.id).toBe((await send()).json.id)
    expect((await staff.findCoupons({ search: 'once-' })).coupons.length).toBe(3)
  })
})

describe('a list of codes', () => {
  test('is judged alike by a dry run and by the run: good lines are made, bad ones have number and reason', async () => {
    const { coupon } = await template()
    const csv = `\uFEFFName;Code\r\nThe choir;CHOIR-${made}\r\n;\r\nTwice;choir-${made}\r\n"Ta;ken";${coupon.slug.toUpperCase()}\r\n;BAND-${made}\r\n`
    const dry = await staff.importCouponBatch({ template: coupon.id, csv, dry_run: true })
    expect(dry).toEqual({
      batch: null,
      made: 2,
      refused: [
        { line: 4, code: `choir-${made}`, reason: 'Line 2 has the same code.' },
        {
          line: 5,
          code: coupon.slug.toUpperCase(),
          reason: 'There is a coupon with this code already.',
        },
      ],
    })
    expect((await staff.findCoupons({ search: `choir-${made}` })).coupons).toEqual([])
    const run = await staff.importCouponBatch({ template: coupon.id, csv })
    expect({ ...run, batch: null }).toEqual(dry)
    expect(await codesOf(run.batch?.id ?? 0)).toMatchObject([
      { slug: `BAND-${made}`, name: 'Partners' },
      { slug: `CHOIR-${made}`, name: 'The choir', limits: { max_places: 1 } },
    ])
    const again = await staff.importCouponBatch({ template: coupon.id, csv })
    expect([again.batch, again.made, again.refused.length]).toEqual([null, 0, 4])
  })

  test('is of codes that buyers type, however their accents are written in the file', async () => {
    const { ticket, coupon } = await template({ limits: {} })
    const csv = ['code', 'FRU\u0308H', 'FR\u00dcH', 'CRE\u0301ME'].join('\n')
    const { made, refused } = await staff.importCouponBatch({ template: coupon.id, csv })
    expect([made, refused]).toMatchObject([2, [{ line: 3, reason: 'Line 2 has the same code.' }]])
    for (const typed of ['fr\u00fch', 'fru\u0308h', 'Cr\u00e9me']) {
      const cart_hash = await fillCart(app, ticket.id)
      const { label } = await staff.applyCoupon({ coupon: typed, cart_hash })
      expect(label).toBe(label.normalize('NFC'))
      const removed = await staff.removeCoupon({ coupon: typed.normalize('NFD'), cart_hash })
      expect(removed.message).toContain(label)
    }
  })

  test('without a column of codes is refused in words', async () => {
    const { coupon } = await template()
    const { status, json } = await app.admin('POST', '/coupon-batches/csv', {
      as,
      body: { template: coupon.id, csv: 'voucher\nA' },
    })
    expect([status, (json.data as { params: object }).params]).toEqual([
      400,
      { csv: expect.stringContaining('column `code`') },
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'
import { type Request, typedClient } from '../../support/typed-client.ts'

const app = await startApp({ SITE_TIMEZONE: 'Europe/Oslo' })
const as = 'administrator' as const
const call = typedClient(app, as)

let made = 0
const draft = (changes: object = {}) => ({
  slug: `code-${(made += 1)}`,
  display_name: 'A coupon',
  status: 'active' as const,
  amount: 10,
  ...changes,
})
const create = (changes: object = {}) =>
  app.tickets('POST', '/coupons', { as, body: draft(changes) })
const coupon = (changes: Partial<Request<'POST /coupons'>['body']> = {}) =>
  call('POST /coupons', { body: { ...draft(), ...changes } })

describe('POST /coupons', () => {
  test('answers 200 with the coupon; flat is the default kind, and amounts are whole dollars', async () => {
    const got = await create({ slug: 'SPRING', display_name: 'Spring' })
    expect(got.status).toBe(200)
    expect(got.json).toEqual({
      id: expect.any(Number),
      slug: 'SPRING',
      name: 'Spring',
      sub_type: 'flat',
      amount: 10,
      raw_amount: '10.000000',
      currency: 'USD',
      status: 'active',
      start_time: null,
      end_time: null,
      usage_limit: null,
      used: 0,
    })
  })

  test('takes a percentage in percent, with decimals in raw_amount', async () => {
    const whole = await create({ sub_type: 'percent', amount: 15 })
    expect(whole.json).toMatchObject({ amount: 15, raw_amount: '15.000000' })
    const exact = await create({ sub_type: 'percent', amount: 17, raw_amount: '17.3' })
    expect(exact.json).toMatchObject({ amount: 17.3, raw_amount: '17.300000' })
  })

  test('works by form as by JSON', async () => {
    const form = { slug: 'form', display_name: 'Form', status: 'draft', amount: '5' }
    const got = await app.tickets('POST', '/coupons', { as, form })
    expect(got.json).toMatchObject({ slug: 'form', status: 'draft', amount: 5 })
  })

  test('reads dates in the zone of the site, or with their own offset', async () => {
    const got = await create({
      start_time: '2031-06-01T12:00:00',
      end_time: '2031-06-02T12:00:00Z',
    })
    expect(got.json).toMatchObject({
      start_time: '2031-06-01 12:00:00',
      end_time: '2031-06-02 14:00:00',
    })
  })

  test('reads dates without seconds, and 24:00 as the next midnight', async () => {
    const got = await create({ start_time: '2031-06-01 12:00', end_time: '2031-06-02T24:00' })
    expect(got.json).toMatchObject({
      start_time: '2031-06-01 12:00:00',
      end_time: '2031-06-03 00:00:00',
    })
  })

  test('refuses a slug that is taken, in any case of letters', async () => {
    await create({ slug: 'Twice' })
    const got = await create({ slug: 'tWICE' })
    expect([got.status, got.json.code]).toEqual([409, 'tickets_coupon_exists'])
  })

  test('names everything that is missing', async () => {
    const got = await app.tickets('POST', '/coupons', { as, body: {} })
    expect(got.json).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['slug', 'display_name', 'status', 'amount'] },
    })
  })

  test.each([
    ['amount', { amount: -1 }],
    ['amount', { amount: 9.5 }],
    ['status', { status: 'published' }],
    ['sub_type', { sub_type: 'free' }],
    ['start_time', { start_time: 'tomorrow' }],
    ['end_time', { end_time: '2031-02-30T00:00:00' }],
    ['usage_limit', { usage_limit: -1 }],
    ['slug', { slug: '' }],
    ['slug', { slug: 'x\u0000y' }],
  ])('refuses a wrong %s with 400, even to strangers: %j', async (name, changes) => {
    const got = await app.tickets('POST', '/coupons', { body: draft(changes) })
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(got.json.data.params)).toEqual([name])
  })

  test.each([
    ['amount', { sub_type: 'percent', amount: 0 }],
    ['amount', { sub_type: 'percent', amount: 101 }],
    ['amount', { amount: 10 ** 15 }],
    ['raw_amount', { raw_amount: '-1' }],
    ['raw_amount', { sub_type: 'percent', raw_amount: '100.01' }],
    ['raw_amount', { raw_amount: '' }],
  ])('refuses an %s that does not fit its kind: %j', async (name, changes) => {
    const got = await create(changes)
    expect([got.status, got.json.code]).toEqual([400, 'tickets_create_coupon_error'])
    expect(Object.keys(got.json.data.params)).toEqual([name])
  })

  test('gives the details of an invalid date', async () => {
    const got = await create({ start_time: 'soon' })
    expect(got.json.data.details.start_time.code).toBe('rest_invalid_date')
  })
})

describe('rights on coupons', () => {
  test.each([
    ['GET', '/coupons'],
    ['POST', '/coupons'],
    ['GET', '/coupons/1'],
    ['PATCH', '/coupons/1'],
    ['DELETE', '/coupons/1'],
  ])('let only administrators %s %s', async (method, path) => {
    const body = method === 'POST' ? { body: draft() } : {}
    const stranger = await app.tickets(method, path, body)
    expect([stranger.status, stranger.json.code]).toEqual([401, 'rest_forbidden'])
    const editor = await app.tickets(method, path, { as: 'editor', ...body })
    expect([editor.status, editor.json.code]).toEqual([403, 'rest_forbidden'])
  })
})

describe('reading and changing coupons', () => {
  test('lists all of them, whatever their status, in a bare array', async () => {
    const inactive = await coupon({ status: 'inactive' })
    expect(await call('GET /coupons', {})).toContainEqual(inactive)
  })

  test.each(['POST', 'PUT', 'PATCH'])(
    'by %s changes what is sent and nothing else',
    async method => {
      const before = await coupon({ sub_type: 'percent', amount: 20, usage_limit: 5 })
      const body = { display_name: 'Renamed', status: 'inactive' }
      const got = await app.tickets(method, `/coupons/${before.id}`, { as, body })
      expect(got.json).toEqual({ ...before, name: 'Renamed', status: 'inactive' })
      expect(await call('GET /coupons/:id', { params: { id: before.id } })).toEqual(got.json)
    },
  )

  test.each([
    { sub_type: 'percent' as const, raw_amount: '17.3' },
    { raw_amount: '2.55', usage_limit: 7 },
    // Oslo has 02:30 twice on these days; this is the second.
    { start_time: '2026-10-25T01:30:00Z', end_time: '2031-10-26T01:30:00Z' },
  ])('sent back as it was read changes nothing: %j', async changes => {
    const before = await coupon(changes)
    const path = `/coupons/${before.id}`
    const stored = () =>
      app.db.selectFrom('coupons').selectAll().where('id', '=', before.id).executeTakeFirstOrThrow()
    const kept = await stored()
    const back = await app.tickets('PUT', path, { as, body: before })
    expect([back.status, back.json]).toEqual([200, before])
    for (const [name, value] of Object.entries(before)) {
      const got = await app.tickets('PATCH', path, { as, body: { [name]: value } })
      expect([name, got.status, got.json]).toEqual([name, 200, before])
    }
    expect(await stored()).toEqual(kept)
    await app.db
      .updateTable('coupons')
      .set({ currency: 'CAD' })
      .where('kind', '=', 'flat')
      .execute()
    const other = await call('GET /coupons/:id', { params: { id: before.id } })
    expect((await app.tickets('PUT', path, { as, body: other })).json).toEqual(other)
  })

  test('takes another amount with decimals in raw_amount only', async () => {
    const { id } = await coupon({ raw_amount: '2.55' })
    const got = await app.tickets('PATCH', `/coupons/${id}`, { as, body: { amount: 2.5 } })
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(got.json.data.params.amount).toContain('raw_amount')
  })

  test('understands the name in answers as its name in writes', async () => {
    const { id } = await coupon()
    const got = await app.tickets('PATCH', `/coupons/${id}`, { as, body: { name: 'Renamed' } })
    expect(got.json).toMatchObject({ name: 'Renamed' })
  })

  test('to another kind keeps the number, if it is valid for that kind', async () => {
    const { id } = await coupon({ amount: 10 })
    const change = (body: object) => app.tickets('PATCH', `/coupons/${id}`, { as, body })
    expect((await change({ sub_type: 'percent' })).json).toMatchObject({ amount: 10 })
    expect((await change({ sub_type: 'flat', amount: 500 })).json).toMatchObject({ amount: 500 })
    expect((await change({ sub_type: 'percent' })).status).toBe(400)
  })

  test('with 0 removes the limit, and with blanks the dates', async () => {
    const { id } = await coupon({ usage_limit: 3, end_time: '2031-01-01T00:00:00Z' })
    const body = { usage_limit: 0, end_time: '' }
    const changed = await call('PATCH /coupons/:id', { params: { id }, body })
    expect([changed.usage_limit, changed.end_time]).toEqual([null, null])
  })

  test('refuses the slug of another coupon', async () => {
    const { slug } = await coupon()
    const { id } = await coupon()
    const got = await app.tickets('PATCH', `/coupons/${id}`, { as, body: { slug } })
    expect([got.status, got.json.code]).toEqual([409, 'tickets_coupon_exists'])
  })

  test('finds no deleted coupon', async () => {
    const { id } = await coupon()
    const path = `/coupons/${id}`
    expect(await call('DELETE /coupons/:id', { params: { id } })).toEqual({ deleted: true })
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const got = await app.tickets(method, path, { as })
      expect([got.status, got.json.code]).toEqual([404, 'tickets_coupon_not_found'])
    }
  })
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { selectFees } from '../../../src/shop/fees/select-fees.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

let made = 0
const coupon = async (changes: object = {}) => {
  const body = {
    slug: `code-${(made += 1)}`,
    display_name: 'C',
    status: 'active',
    amount: 2,
    ...changes,
  }
  return (await app.tickets('POST', '/coupons', { as, body })).json
}
const cart = async (draft: Parameters<typeof ticketOnSale>[1] = {}, quantity = 1) => {
  const ticket = await ticketOnSale(app, { priceMinor: 1000, ...draft })
  const tickets = [{ ticket_id: ticket.id, quantity }]
  const { json } = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets } })
  return { ticket, cart_hash: json.cart_hash as string }
}
const apply = (slug: string, cart_hash: string, extras: object = {}) =>
  app.tickets('POST', '/coupons/apply', { body: { coupon: slug, cart_hash, ...extras } })
const remove = (slug: string, cart_hash: string) =>
  app.tickets('POST', '/coupons/remove', { body: { coupon: slug, cart_hash } })
const read = async (cart_hash: string) =>
  (await app.tickets('GET', '/cart', { query: { cart_hash } })).json
const counts = (id: number) =>
  app.db.selectFrom('coupons').select(['held', 'used']).where('id', '=', id).executeTakeFirst()
const cartId = async (cartSecret: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from carts where token_hash = sha256(${cartSecret}::bytea)
  `.execute(app.db)
  return rows[0]?.id ?? 0
}
const expire = async (cartSecret: string) => {
  const id = await cartId(cartSecret)
  const past = sql<Date>`clock_timestamp() - interval '1 second'`
  await app.db.updateTable('carts').set({ expires_at: past }).where('id', '=', id).execute()
  await app.db.updateTable('holds').set({ expires_at: past }).where('cart_id', '=', id).execute()
  await app.db
    .updateTable('coupon_holds')
    .set({ expires_at: past })
    .where('cart_id', '=', id)
    .execute()
}

describe('validating a coupon', () => {
  const valid = async (slug: string, headers = {}) =>
    (await app.tickets('POST', '/coupons/validate', { body: { coupon: slug }, headers })).json

  test('accepts a running coupon in any case of letters', async () => {
    const { slug } = await coupon({ slug: 'Spring-Sale' })
    expect(await valid(slug)).toEqual({ valid: true })
    expect(await valid('SPRING-sale')).toEqual({ valid: true })
  })

  test.each([
    ['a draft', { status: 'draft' }],
    ['an inactive one', { status: 'inactive' }],
    ['one that has not begun', { start_time: '2026-11-21T12:00:01Z' }],
    ['one that has ended', { end_time: '2026-11-21T11:59:59Z' }],
  ])('says no to %s', async (_which, changes) => {
    const { slug } = await coupon(changes)
    expect(await valid(slug)).toEqual({ valid: false })
  })

  test('says no to an unknown or used-up coupon, without an error', async () => {
    expect(await valid('nobody-knows')).toEqual({ valid: false })
    const { slug, id } = await coupon({ usage_limit: 1 })
    const one = await cart()
    await apply(slug, one.cart_hash)
    expect(await valid(slug)).toEqual({ valid: false })
    expect(await valid(slug, { cookie: `marquee-cart=${one.cart_hash}` })).toEqual({ valid: true })
    await expire(one.cart_hash)
    expect(await valid(slug)).toEqual({ valid: true })
    expect(await counts(id)).toEqual({ held: 1, used: 0 })
  })

  test('requires a coupon', async () => {
    const got = await app.tickets('POST', '/coupons/validate', { body: {} })
    expect(got.json.code).toBe('rest_missing_callback_param')
  })
})

describe('applying a coupon', () => {
  test('returns discount and amount as HTML and keeps the coupon with the cart', async () => {
    const { slug } = await coupon({ sub_type: 'percent', amount: 15 })
    const { cart_hash } = await cart()
    const got = await apply(slug, cart_hash)
    expect([got.status, got.json]).toEqual([
      200,
      {
        success: true,
        discount: '- &#x24;1.50',
        label: slug,
        message: `Coupon "${slug}" applied.`,
        cartAmount: '&#x24;8.50',
        doReload: false,
      },
    ])
    expect(got.headers['set-cookie']).toContain(`marquee-cart=${cart_hash};`)
    expect(await read(cart_hash)).toMatchObject({
      subtotal: '10.00',
      discount: '1.50',
      total: '8.50',
      coupon: slug,
    })
  })

  test('reduces tickets and fees together', async () => {
    const { cart_hash, ticket } = await cart({ priceMinor: 3000 })
    const body = { display_name: 'F', amount: 3, meta_value: 'per' }
    const fee = (await app.tickets('POST', '/fees', { as, body })).json
    await transaction(app.db, tx => selectFees(tx, ticket.id, [fee.id]))
    const { slug } = await coupon({ sub_type: 'percent', amount: 10 })
    const got = await apply(slug, cart_hash)
    expect(got.json).toMatchObject({ discount: '- &#x24;3.30', cartAmount: '&#x24;29.70' })
    expect(await read(cart_hash)).toMatchObject({ subtotal: '30.00', fees: '3.00', total: '29.70' })
  })

  test('cuts a flat coupon to the amount to pay, and asks for a reload when the total reaches zero', async () => {
    const { slug } = await coupon({ amount: 500 })
    const { cart_hash } = await cart()
    const got = await apply(slug, cart_hash)
    expect(got.json).toMatchObject({
      discount: '- &#x24;10.00',
      cartAmount: '&#x24;0.00',
      doReload: true,
    })
    expect((await apply(slug, cart_hash)).json.doReload).toBe(false)
    expect((await remove(slug, cart_hash)).json.doReload).toBe(true)
  })

  test('works again, replaces another coupon, and holds one use', async () => {
    const [one, two] = [
      await coupon({ usage_limit: 3 }),
      await coupon({ usage_limit: 3, amount: 3 }),
    ]
    const { cart_hash } = await cart()
    await apply(one.slug, cart_hash)
    expect((await apply(one.slug, cart_hash)).status).toBe(200)
    expect(await counts(one.id)).toEqual({ held: 1, used: 0 })
    expect((await apply(two.slug, cart_hash)).json.cartAmount).toBe('&#x24;7.00')
    expect([await counts(one.id), await counts(two.id)]).toMatchObject([{ held: 0 }, { held: 1 }])
  })

  test('that is unusable is 400 Invalid coupon., and the cart keeps the coupon it has', async () => {
    const { slug } = await coupon()
    const draft = await coupon({ status: 'draft' })
    const ended = await coupon({ end_time: '2026-11-21T11:59:59Z' })
    const { cart_hash } = await cart()
    await apply(slug, cart_hash)
    for (const bad of ['nobody-knows', draft.slug, ended.slug]) {
      const got = await apply(bad, cart_hash)
      expect([got.status, got.json]).toEqual([
        400,
        {
          code: 'tickets_apply_coupon_error',
          message: 'Invalid coupon.',
          data: { status: 400, success: false, doc_url: expect.any(String) },
        },
      ])
    }
    expect((await read(cart_hash)).coupon).toBe(slug)
  })

  test('to an unknown cart is 400 and makes none', async () => {
    const { slug } = await coupon()
    const got = await apply(slug, 'C'.repeat(32))
    expect([got.status, got.json.code]).toEqual([400, 'tickets_apply_coupon_error'])
    expect((await read('C'.repeat(32))).cart_hash).toBe('')
  })

  test('takes the cart from the cookie without cart_hash', async () => {
    const { slug } = await coupon()
    const { cart_hash } = await cart()
    const body = { coupon: slug, cart_hash: 'short' }
    const headers = { cookie: `marquee-cart=${cart_hash}` }
    expect((await app.tickets('POST', '/coupons/apply', { body, headers })).status).toBe(200)
    expect((await read(cart_hash)).coupon).toBe(slug)
  })

  test('names what is missing and refuses a wrong address', async () => {
    const got = await app.tickets('POST', '/coupons/apply', { body: {} })
    expect(got.json.data.params).toEqual(['coupon', 'cart_hash'])
    const { slug } = await coupon()
    const { cart_hash } = await cart()
    const bad = await apply(slug, cart_hash, { purchaser_data: { email: 'nowhere' } })
    expect(Object.keys(bad.json.data.params)).toEqual(['purchaser_data'])
    const good = {
      purchaser_data: { name: 'Ann', email: 'ann@example.org' },
      payment_intent_id: 'pi_1',
    }
    expect((await apply(slug, cart_hash, good)).status).toBe(200)
  })

  test('changes the totals as the cart changes', async () => {
    const { slug } = await coupon({ sub_type: 'percent', amount: 50 })
    const { cart_hash, ticket } = await cart()
    await apply(slug, cart_hash)
    const tickets = [{ ticket_id: ticket.id, quantity: 3 }]
    const got = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets, cart_hash } })
    expect(got.json).toMatchObject({ subtotal: '30.00', discount: '15.00', coupon: slug })
  })

  test('that ends leaves the totals at once, and the cart at its next change', async () => {
    const { slug, id } = await coupon({ amount: 5 })
    const { cart_hash, ticket } = await cart()
    await apply(slug, cart_hash)
    await app.tickets('PATCH', `/coupons/${id}`, { as, body: { status: 'inactive' } })
    expect(await read(cart_hash)).toMatchObject({ total: '10.00', coupon: null })
    const tickets = [{ ticket_id: ticket.id, quantity: 2 }]
    const got = await app.tickets('POST', '/cart', { body: { provider: 'tc', tickets, cart_hash } })
    expect(got.json).toMatchObject({ total: '20.00', coupon: null })
    expect(await counts(id)).toEqual({ held: 0, used: 0 })
  })
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { returnCouponUses, useCoupons } from '../../../src/shop/coupons/use-coupon.ts'
import { stockOf } from '../../support/buying.ts'
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

describe('removing a coupon', () => {
  test('takes it off the cart and gives its use back', async () => {
    const { slug, id } = await coupon({ usage_limit: 1 })
    const { cart_hash } = await cart()
    await apply(slug, cart_hash)
    const got = await remove(slug.toUpperCase(), cart_hash)
    expect([got.status, got.json]).toEqual([
      200,
      {
        success: true,
        message: `Coupon "${slug}" removed.`,
        cartAmount: '&#x24;10.00',
        doReload: false,
      },
    ])
    expect(await counts(id)).toEqual({ held: 0, used: 0 })
  })

  test('that is not in the cart succeeds and changes nothing', async () => {
    const [mine, other] = [await coupon({ amount: 1 }), await coupon()]
    const { cart_hash } = await cart()
    await apply(mine.slug, cart_hash)
    expect((await remove(other.slug, cart_hash)).json.cartAmount).toBe('&#x24;9.00')
    expect((await read(cart_hash)).coupon).toBe(mine.slug)
  })

  type Fate = (coupon: { id: number; slug: string }, cart_hash: string) => Promise<unknown>
  const fates: Record<string, Fate> = {
    'was switched off': ({ id }) => change(id, { status: 'inactive' }),
    'has ended': ({ id }) => change(id, { end_time: '2026-11-20 00:00:00' }),
    'was spent by another buyer': async ({ slug }, cart_hash) => {
      await expire(cart_hash)
      await apply(slug, (await cart()).cart_hash)
    },
    'was deleted': ({ id }) => app.tickets('DELETE', `/coupons/${id}`, { as }),
  }
  const change = (id: number, body: object) => app.tickets('PATCH', `/coupons/${id}`, { as, body })
  const orderOf = (cart_hash: string, way = 'cardprocessor') =>
    app.tickets('POST', `/commerce/${way}/order`, {
      body: { cart_hash, purchaser: { name: 'Ada', email: 'ada@example.org' } },
    })

  test.each(Object.keys(fates))(
    'a coupon that %s is reported when ordering, and can be removed',
    async fate => {
      const made = await coupon({ usage_limit: 1 })
      const { ticket, cart_hash } = await cart()
      await apply(made.slug, cart_hash)
      await fates[fate]?.(made, cart_hash)
      const refused = await orderOf(cart_hash)
      expect([refused.status, refused.json.code, refused.json.data.coupon]).toEqual([
        400,
        'tickets_apply_coupon_error',
        made.slug,
      ])
      expect(refused.json.message).toContain('remove it and try again')
      expect((await stockOf(app, ticket.id)).held).toBe(1)
      const got = await remove(made.slug.toUpperCase(), cart_hash)
      expect([got.status, got.json]).toMatchObject([
        200,
        { success: true, cartAmount: '&#x24;10.00', message: `Coupon "${made.slug}" removed.` },
      ])
      expect((await orderOf(cart_hash)).status).toBe(200)
    },
  )

  test('a deleted coupon leaves a cart that would be free, and another one can be applied', async () => {
    const made = await coupon({ sub_type: 'percent', amount: 100 })
    const { cart_hash } = await cart()
    await apply(made.slug, cart_hash)
    await fates['was deleted']?.(made, cart_hash)
    expect((await orderOf(cart_hash, 'free')).json.code).toBe('tickets_apply_coupon_error')
    expect((await orderOf(cart_hash)).json.code).toBe('tickets_apply_coupon_error')
    await apply((await coupon({ sub_type: 'percent', amount: 100 })).slug, cart_hash)
    expect((await orderOf(cart_hash, 'free')).status).toBe(200)
  })

  test('a coupon that is switched off can be removed once, and is then not in the cart', async () => {
    const { slug, id } = await coupon()
    const { cart_hash } = await cart()
    await apply(slug, cart_hash)
    await change(id, { status: 'inactive' })
    expect((await remove(slug, cart_hash)).status).toBe(200)
    expect((await remove(slug, cart_hash)).status).toBe(400)
  })

  test('an unknown or inactive coupon is 400 with the error code of applying', async () => {
    const { cart_hash } = await cart()
    const { slug } = await coupon({ status: 'inactive' })
    for (const bad of ['nobody-knows', slug]) {
      const got = await remove(bad, cart_hash)
      expect([got.status, got.json.code]).toEqual([400, 'tickets_apply_coupon_error'])
    }
  })
})

describe('limited uses of a coupon', () => {
  test('are held with the cart: the last one is the first buyer’s until the hold ends', async () => {
    const { slug, id } = await coupon({ usage_limit: 1 })
    const [one, two] = [await cart(), await cart()]
    expect((await apply(slug, one.cart_hash)).status).toBe(200)
    expect((await apply(slug, two.cart_hash)).status).toBe(400)
    await expire(one.cart_hash)
    expect((await apply(slug, two.cart_hash)).status).toBe(200)
    expect(await counts(id)).toEqual({ held: 1, used: 0 })
    expect((await read(one.cart_hash)).coupon).toBe(null)
  })

  test('are taken again by an expired cart if one is free, and otherwise missing there', async () => {
    const { slug } = await coupon({ usage_limit: 1, amount: 4 })
    const one = await cart()
    await apply(slug, one.cart_hash)
    await expire(one.cart_hash)
    const again = () => {
      const tickets = [{ ticket_id: one.ticket.id, quantity: 1 }]
      const body = { provider: 'tc', tickets, cart_hash: one.cart_hash }
      return app.tickets('POST', '/cart', { body })
    }
    expect((await again()).json).toMatchObject({ total: '6.00', coupon: slug })
    await expire(one.cart_hash)
    await apply(slug, (await cart()).cart_hash)
    expect((await again()).json).toMatchObject({ total: '10.00', coupon: null })
  })

  test('are given back by an emptied cart and taken again with its next places', async () => {
    const { slug, id } = await coupon({ usage_limit: 1 })
    const { ticket, cart_hash } = await cart()
    await apply(slug, cart_hash)
    const set = (quantity: number) => {
      const tickets = [{ ticket_id: ticket.id, quantity }]
      return app.tickets('POST', '/cart', { body: { provider: 'tc', tickets, cart_hash } })
    }
    await set(0)
    expect(await counts(id)).toEqual({ held: 0, used: 0 })
    expect((await set(2)).json.coupon).toBe(slug)
    expect(await counts(id)).toEqual({ held: 1, used: 0 })
  })

  test('that were used count until they are refunded', async () => {
    const { slug, id } = await coupon({ usage_limit: 1 })
    const [one, two] = [await cart(), await cart()]
    await apply(slug, one.cart_hash)
    const use = async (hash: string) => {
      const uses = [{ cartId: await cartId(hash), couponId: id }]
      return transaction(app.db, tx => useCoupons(tx, uses))
    }
    expect(await use(one.cart_hash)).toEqual(['used'])
    expect(await counts(id)).toEqual({ held: 0, used: 1 })
    expect(await use(two.cart_hash)).toEqual(['spent'])
    expect((await apply(slug, two.cart_hash)).status).toBe(400)
    await transaction(app.db, tx => returnCouponUses(tx, [id]))
    expect((await apply(slug, two.cart_hash)).status).toBe(200)
  })

  test('are never limited to fewer than there are; expired ones do not count', async () => {
    const { slug, id } = await coupon()
    const [one, two] = [await cart(), await cart()]
    await apply(slug, one.cart_hash)
    await apply(slug, two.cart_hash)
    const limit = (usage_limit: number) =>
      app.tickets('PATCH', `/coupons/${id}`, { as, body: { usage_limit } })
    expect((await limit(1)).json).toMatchObject({ code: 'rest_invalid_param' })
    await expire(one.cart_hash)
    expect((await limit(1)).json.usage_limit).toBe(1)
  })

  test('end with the coupon, which leaves the carts when it is deleted', async () => {
    const { slug, id } = await coupon()
    const { cart_hash } = await cart()
    await apply(slug, cart_hash)
    await app.tickets('DELETE', `/coupons/${id}`, { as })
    expect(await read(cart_hash)).toMatchObject({ total: '10.00', coupon: null })
  })
})

describe('the amount of an open payment', () => {
  const pay = async (cart_hash: string) => {
    const body = { cart_hash, purchaser: { name: 'Bo Sample', email: 'bo@example.org' } }
    return (await app.tickets('POST', '/commerce/cardprocessor/order', { body })).json
  }
  const settle = (
    cart_hash: string,
    card: { payment_intent_id: string; client_secret: string },
  ) => {
    const path = `/commerce/cardprocessor/order/${card.payment_intent_id}`
    const body = { cart_hash, client_secret: card.client_secret }
    return app.tickets('POST', path, { body })
  }
  const order = (id: number) =>
    app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

  test('follows the coupon of its own cart, whatever payment the client names', async () => {
    const { slug, id } = await coupon({ sub_type: 'percent', amount: 10 })
    const [mine, theirs] = [await cart(), await cart()]
    const [card, foreign] = [await pay(mine.cart_hash), await pay(theirs.cart_hash)]
    await apply(slug, mine.cart_hash, { payment_intent_id: foreign.payment_intent_id })
    for (const paid of [
      await settle(mine.cart_hash, card),
      await settle(theirs.cart_hash, foreign),
    ]) {
      expect([paid.status, paid.json.status]).toEqual([200, 'completed'])
    }
    expect(await order(card.order_id)).toMatchObject({ total_minor: 900, paid_minor: 900 })
    expect(await order(foreign.order_id)).toMatchObject({ total_minor: 1000, paid_minor: 1000 })
    expect(await counts(id)).toEqual({ held: 0, used: 1 })
  })

  test('goes up again when the coupon is removed', async () => {
    const { slug, id } = await coupon({ usage_limit: 1 })
    const { cart_hash } = await cart()
    await apply(slug, cart_hash)
    const card = await pay(cart_hash)
    expect(await order(card.order_id)).toMatchObject({ total_minor: 800 })
    await remove(slug, cart_hash)
    await settle(cart_hash, card)
    expect(await order(card.order_id)).toMatchObject({ total_minor: 1000, paid_minor: 1000 })
    expect(await counts(id)).toEqual({ held: 0, used: 0 })
  })

  test('that falls to zero ends the payment, and the cart can be ordered as free', async () => {
    const { slug } = await coupon({ sub_type: 'percent', amount: 100 })
    const { cart_hash } = await cart()
    const card = await pay(cart_hash)
    expect((await apply(slug, cart_hash)).json.doReload).toBe(true)
    expect((await settle(cart_hash, card)).status).toBeGreaterThanOrEqual(400)
    const body = { cart_hash, purchaser: { name: 'Bo Sample', email: 'bo@example.org' } }
    const free = await app.tickets('POST', '/commerce/free/order', { body })
    expect([free.status, free.json.success]).toEqual([200, true])
  })
})

test('every held use of a coupon belongs to a cart', async () => {
  const { rows } = await sql`
    select c.id from coupons c
    where c.held <> (select count(*) from coupon_holds h where h.coupon_id = c.id)
  `.execute(app.db)
  expect(rows).toEqual([])
})

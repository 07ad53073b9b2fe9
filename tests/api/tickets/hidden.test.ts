import { describe, expect, test } from 'vitest'
import { cartClient } from '../../support/cart-client.ts'
import { order } from '../../support/buying.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const { post, get } = cartClient(app)
const name = 'Secretspeakerseat'

let made = 0
async function scene() {
  const eventId = await eventOnSale(app)
  const shown = await ticketOnSale(app, { eventId, name: 'Standard', priceMinor: 2000 })
  const hidden = await ticketOnSale(app, { eventId, name, priceMinor: 500 })
  await app.db.insertInto('hidden_tickets').values({ ticket_id: hidden.id }).execute()
  const slug = `open-${(made += 1)}`
  const limits = { opens: [hidden.id], max_places: 3 }
  const body = { slug, display_name: 'O', status: 'active', sub_type: 'flat', amount: 0, limits }
  const { json } = await app.tickets('POST', '/coupons', { as, body })
  return { eventId, shown, hidden, code: json.slug as string, couponId: json.id as number }
}

describe('a hidden ticket', () => {
  test('is in no answer to a visitor, and read by the staff of its event', async () => {
    const { eventId, hidden } = await scene()
    const list = await app.tickets('GET', '/tickets', { query: { include_post: eventId } })
    expect(list.json.tickets.map(({ title }: { title: string }) => title)).toEqual(['Standard'])
    const one = await app.tickets('GET', `/tickets/${hidden.id}`)
    expect([one.status, one.json.code]).toEqual([401, 'ticket-not-accessible'])
    const staff = await app.tickets('GET', `/tickets/${hidden.id}`, { as })
    expect(staff.json).toMatchObject({ title: name, hidden: true })
    const all = await app.tickets('GET', '/tickets', { as, query: { include_post: eventId } })
    expect(all.json.total).toBe(2)
  })

  test('is hidden and shown again by the member `hidden`, and leaves prices and kinds of its event', async () => {
    const { eventId, hidden } = await scene()
    const before = await app.tickets('GET', `/tickets/${hidden.id}`, { as })
    const set = (isHidden: boolean) =>
      app.tickets('PATCH', `/tickets/${hidden.id}`, {
        as,
        body: {
          post_id: eventId,
          edit_ticket_nonce: before.json.nonces.edit,
          hidden: isHidden,
        },
      })
    const cost = async () =>
      (await app.events('GET', `/events/${eventId}`)).json.cost_details.values as string[]
    expect((await set(false)).status).toBe(202)
    expect(await cost()).toEqual(['5', '20'])
    expect((await set(true)).json.hidden).toBe(true)
    expect(await cost()).toEqual(['20'])
  })

  test('is asked about nowhere but with a code that opens it', async () => {
    const { eventId, shown, hidden, code } = await scene()
    const path = `/events/${eventId}/questions`
    const ask = async (en: string, tickets: number[]) => {
      const body = { asked_of: 'attendee', kind: 'text', text: { en }, tickets }
      await app.admin('POST', path, { as, body })
    }
    await ask('Your talk', [hidden.id])
    await ask('Your diet', [shown.id, hidden.id])
    const asked = async (query = {}) => {
      const { status, json } = await app.tickets('GET', path, { query })
      const rows: { text: { en: string }; tickets: number[] }[] = json.questions ?? []
      return [status, ...rows.map(({ text, tickets }) => [text.en, tickets])]
    }
    expect(await asked()).toEqual([200, ['Your diet', [shown.id]]])
    const both = [shown.id, hidden.id]
    expect(await asked({ coupon: code.toUpperCase() })).toEqual([
      200,
      ['Your talk', [hidden.id]],
      ['Your diet', both],
    ])
    expect(await asked({ coupon: 'a guess' })).toEqual([400])
  })

  test('cannot be bought without a code that opens it, as if it did not exist', async () => {
    const { hidden } = await scene()
    const got = await post([{ ticket_id: hidden.id, quantity: 1 }])
    const unknown = await post([{ ticket_id: 987_654, quantity: 1 }])
    expect([got.status, got.json.code]).toEqual([unknown.status, unknown.json.code])
  })

  test('is bought with the code, for as many places as the code has', async () => {
    const { hidden, code } = await scene()
    const filled = await post([{ ticket_id: hidden.id, quantity: 2 }], { coupon: code })
    expect([filled.status, filled.json.total, filled.json.coupon]).toEqual([200, '10.00', code])
    const other = await post([{ ticket_id: hidden.id, quantity: 2 }], { coupon: code })
    expect(other.json.data.limit).toEqual({ kind: 'places' })
    const { cart_hash } = filled.json
    const more = await post([{ ticket_id: hidden.id, quantity: 4 }], { cart_hash })
    expect([more.status, more.json.code]).toEqual([409, 'ticket-capacity-not-available'])
    expect((await get(cart_hash)).json.total).toBe('10.00')
    expect((await order(app, 'cardprocessor', cart_hash)).status).toBe(200)
  })

  test('cannot be ordered when the code was taken off or switched off meanwhile', async () => {
    const { hidden, code, couponId } = await scene()
    const { json } = await post([{ ticket_id: hidden.id, quantity: 1 }], { coupon: code })
    const { cart_hash } = json
    await app.tickets('POST', '/coupons/remove', { body: { coupon: code, cart_hash } })
    const refused = await order(app, 'cardprocessor', cart_hash)
    expect([refused.status, refused.json.code]).toEqual([400, 'tec-tc-insufficient-stock'])
    await app.tickets('POST', '/coupons/apply', { body: { coupon: code, cart_hash } })
    expect((await get(cart_hash)).json.total).toBe('5.00')
    await app.tickets('PATCH', `/coupons/${couponId}`, { as, body: { status: 'inactive' } })
    expect((await order(app, 'cardprocessor', cart_hash)).status).toBe(400)
  })

  test('is not named by its attendees in public lists, and staff see them', async () => {
    const { hidden, code, eventId } = await scene()
    const full = await post([{ ticket_id: hidden.id, quantity: 1, optout: false }], {
      coupon: code,
    })
    await app.db
      .updateTable('tickets')
      .set({ price_minor: 0 })
      .where('id', '=', hidden.id)
      .execute()
    const bought = await order(app, 'free', full.json.cart_hash)
    expect(bought.status).toBe(200)
    const query = { post_id: eventId }
    const listed = await app.tickets('GET', '/attendees', { query })
    expect([listed.json.total, JSON.stringify(listed.json).includes(name)]).toEqual([0, false])
    expect((await app.tickets('GET', '/attendees', { as, query })).json.total).toBe(1)
  })
})

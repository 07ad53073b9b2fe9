import { beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { takeHolds } from '../../../src/ticketing/inventory/hold.ts'
import { expectStockInOrder, letExpire } from '../../inventory/fixtures.ts'
import { attendees } from '../../support/attending.ts'
import { startApp } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp()
const desk = ticketDesk(app)
beforeEach(() => () => expectStockInOrder(app.db))

let cart = 0
async function hold(ticketId: number, quantity: number) {
  const cartId = (cart += 1)
  const lines = [{ ticketId, quantity }]
  await transaction(app.db, tx => takeHolds(tx, [{ cartId, lines, holdSeconds: 60 }]))
  return cartId
}

describe('changing a ticket', () => {
  async function made(fields: Record<string, unknown> = {}) {
    return (await desk.add(await desk.event(), fields)).json
  }

  test.each(['POST', 'PUT', 'PATCH'])(
    'by %s changes what is sent and nothing else',
    async method => {
      const ticket = await made({
        name: 'Before',
        description: 'Text',
        price: '30.50',
        start_date: '2026-11-01',
        start_time: '08:00',
        end_date: '2026-12-24',
        iac: 'required',
        sku: 'A-1',
        menu_order: 3,
        max_per_order: 4,
        ticket: { mode: 'own', capacity: 7, sale_price: { checked: true, price: '20' } },
      })
      const before = (await desk.read(ticket.id)).json
      const body = {
        post_id: ticket.post_id,
        edit_ticket_nonce: before.nonces.edit,
        name: 'After',
        description: null,
      }
      const { status, json } = await app.tickets(method, `/tickets/${ticket.id}`, {
        as: 'administrator',
        body,
      })
      expect([status, json.title]).toEqual([202, 'After'])
      const after = (await desk.read(ticket.id)).json
      expect({ ...after, title: 'Before', modified: 0, modified_utc: 0 }).toEqual({
        ...before,
        modified: 0,
        modified_utc: 0,
      })
    },
  )

  test('with an empty body changes nothing, and empty texts clear', async () => {
    const ticket = await made({ name: 'Kept', description: 'Kept', price: '5' })
    expect((await desk.change(ticket, {})).json).toMatchObject({ title: 'Kept', cost: '$5.00' })
    const emptied = await desk.change(ticket, { name: '', description: '', price: '' })
    expect(emptied.json).toMatchObject({ title: '', description: '', cost: '$0.00' })
  })

  test('switches the sale price on, to another, and off', async () => {
    const ticket = await made({ price: '30' })
    const sale = async (sale_price: object) => {
      const { json } = await desk.change(ticket, { ticket: { sale_price } })
      return [json.on_sale, json.sale_price_data.sale_price, json.sale_price_data.end_date]
    }
    expect(await sale({ checked: 'yes', price: '20.5' })).toEqual([true, '20.50', ''])
    expect(await sale({ end_date: '2026-01-01' })).toEqual([false, '20.50', '2026-01-01'])
    expect(await sale({ end_date: '' })).toEqual([true, '20.50', ''])
    expect(await sale({ checked: false })).toEqual([false, '', ''])
    const wrong = await desk.change(ticket, { ticket: { sale_price: { price: '-1' } } })
    expect([wrong.json.code, wrong.json.message]).toEqual([
      'tec-tickets-rest-invalid_price',
      'ticket[sale_price][price] must be a number from 0 to 10000000000.00, such as 12.50.',
    ])
  })

  test('says where the limit is when a price or a capacity is too large', async () => {
    const post_id = await desk.event()
    const price = await desk.add(post_id, { price: '10000000000.01' })
    expect(price.json.message).toBe(
      'price must be a number from 0 to 10000000000.00, such as 12.50; "" is a free ticket.',
    )
    const capacity = await desk.add(post_id, { ticket: { mode: 'own', capacity: 2_000_000_001 } })
    expect([capacity.status, capacity.json.data.params]).toEqual([
      400,
      {
        'ticket[capacity]':
          'ticket[capacity] must be at most 2000000000; a negative number is unlimited.',
      },
    ])
    const fee = { display_name: 'Fee', raw_amount: '10000000000.01', meta_value: 'per' }
    const refused = await app.tickets('POST', '/fees', { as: 'administrator', body: fee })
    expect(refused.json.data.params).toEqual({
      raw_amount: 'must be an amount in USD, from 0 to 10000000000.00.',
    })
  })

  test('refuses wrong types and names what is missing', async () => {
    const ticket = await made()
    expect((await desk.change(ticket, { price: 30 })).json.data.details.price.code).toBe(
      'rest_invalid_type',
    )
    const missing = await app.tickets('PATCH', `/tickets/${ticket.id}`, { body: { name: 'X' } })
    expect([missing.status, missing.json.code]).toEqual([400, 'rest_missing_callback_param'])
    expect(missing.json.data.params).toEqual(['post_id', 'edit_ticket_nonce'])
  })

  test('of another event, an unknown ticket, or with a nonce for another ticket is refused', async () => {
    const ticket = await made()
    const other = await made()
    const moved = await desk.change({ ...ticket, post_id: other.post_id }, { name: 'X' })
    expect([moved.status, Object.keys(moved.json.data.params)]).toEqual([400, ['post_id']])
    const unknown = await desk.change({ ...ticket, id: 9_000_000 }, { name: 'X' })
    expect([unknown.status, unknown.json.code, unknown.json.message]).toEqual([
      400,
      'bad_request',
      'There is no ticket with the id 9000000.',
    ])
    const foreign = await app.tickets('PATCH', `/tickets/${ticket.id}`, {
      as: 'administrator',
      body: {
        post_id: ticket.post_id,
        edit_ticket_nonce: await desk.nonce('edit_ticket', other.id, 'administrator'),
      },
    })
    expect([foreign.status, foreign.json.code]).toEqual([403, 'forbidden'])
    expect((await desk.change(ticket, { name: 'X' }, 'author')).status).toBe(403)
  })

  test('lowers the capacity to what is sold and held, and no further', async () => {
    const ticket = await made({ ticket: { mode: 'own', capacity: 10 } })
    await attendees(app, 2, { ticketId: ticket.id, eventId: ticket.post_id })
    const held = await hold(ticket.id, 3)
    const to = (capacity: number) => desk.change(ticket, { ticket: { capacity } })
    const refused = await to(4)
    expect([refused.status, refused.json.code]).toEqual([409, 'ticket-capacity-below-sold'])
    expect(refused.json.data).toMatchObject({ capacity: 4, sold: 2, held: 3 })
    expect((await to(5)).json).toMatchObject({
      capacity: 5,
      is_available: false,
      capacity_details: { available: 0, available_percentage: 0, sold: 2, pending: 3 },
    })
    await letExpire(app.db, [held])
    expect((await desk.read(ticket.id)).json.capacity_details).toMatchObject({
      available: 3,
      pending: 0,
    })
    expect((await to(2)).status).toBe(202)
    expect((await desk.change(ticket, { ticket: { stock: 4 } })).json.capacity).toBe(6)
  })

  test('between all stock modes moves what was sold along', async () => {
    const ticket = await made({ ticket: { mode: 'own', capacity: 10 } })
    await attendees(app, 4, { ticketId: ticket.id, eventId: ticket.post_id })
    const sibling = (
      await desk.add(ticket.post_id, { ticket: { mode: 'global', event_capacity: 20 } })
    ).json
    const available = async () =>
      Promise.all(
        [ticket.id, sibling.id].map(
          async id => (await desk.read(id)).json.capacity_details.available,
        ),
      )
    const move = async (fields: object) => (await desk.change(ticket, { ticket: fields })).status
    expect(await available()).toEqual([6, 20])
    expect([await move({ mode: 'global' }), await available()]).toEqual([202, [16, 16]])
    expect([await move({ mode: 'capped', capacity: 5 }), await available()]).toEqual([202, [1, 16]])
    expect([await move({ mode: 'capped', capacity: 3 }), await available()]).toEqual([409, [1, 16]])
    expect([await move({ event_capacity: 3 }), await available()]).toEqual([409, [1, 16]])
    expect([await move({ event_capacity: 4 }), await available()]).toEqual([202, [0, 0]])
    expect([await move({ mode: '' }), await available()]).toEqual([202, [-1, 4]])
    expect([await move({ capacity: 4 }), await available()]).toEqual([202, [0, 4]])
    expect(await move({ mode: 'global' })).toBe(202)
    expect(await available()).toEqual([0, 0])
  })

  test('keeps and checks names, limits and order', async () => {
    const ticket = await made({ iac: 'allowed' })
    expect((await desk.change(ticket, { iac: 'required' })).json.iac).toBe('required')
    expect((await desk.change(ticket, { iac: '' })).json.iac).toBe('none')
    expect((await desk.change(ticket, { iac: 'perhaps' })).status).toBe(400)
    expect((await desk.change(ticket, { max_per_order: 0 })).status).toBe(400)
    expect((await desk.change(ticket, { max_per_order: 2 })).status).toBe(202)
    expect((await desk.read(ticket.id)).json.max_per_order).toBe(2)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { Attendee, Event, Marquee, Order, Ticket } from '../../client/src/index.ts'
import { auditOrders } from '../../src/shop/orders/record/audit.ts'
import { stockOf } from '../support/buying.ts'
import { clientOf, staffClient } from '../support/client-in-process.ts'
import { startPaidApp } from '../support/paid-app.ts'

// Everything goes through the published client, which is strict: no call has a parameter that the service does not know.
const { app, card, wallet, cardMessages, walletMessages } = await startPaidApp()
const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }
const buyer = clientOf(app)
let staff: Marquee
let event: Event
let stalls: Ticket
let standing: Ticket

beforeAll(async () => {
  staff = await staffClient(app)
  const venue = await staff.createVenue({ venue: 'Quay Theatre', city: 'Bergen' })
  event = await staff.createEvent({
    title: 'Opening Night',
    start_date: '2031-06-01 19:00',
    end_date: '2031-06-01 23:00',
    status: 'publish',
    venue: venue.id,
  })
  const common = { post_id: event.id, provider: 'tc' } as const
  stalls = await staff.createTicket({ ...common, name: 'Stalls', price: 30, capacity: 20 })
  standing = await staff.createTicket({ ...common, name: 'Standing', price: '', capacity: 20 })
  const fee = await staff.createFee({
    display_name: 'Booking',
    sub_type: 'flat',
    raw_amount: '2.00',
    status: 'active',
    meta_value: 'per',
  })
  await staff.updateTicketFees({ ticket_id: stalls.id, selected_fees: [fee.id] })
  const ten = { slug: 'ten', display_name: 'Ten', status: 'active' } as const
  await staff.createCoupon({ ...ten, sub_type: 'percent', amount: 10 })
})

const cartOf = (ticket: Ticket, quantity: number) =>
  buyer.updateCart({ provider: 'tc', tickets: [{ ticket_id: ticket.id, quantity }] })

async function payByCard(quantity: number) {
  const { cart_hash, total } = await cartOf(stalls, quantity)
  const started = await buyer.createCardOrder({ cart_hash, purchaser, expected_total: total })
  const { payment_intent_id: order_id, client_secret } = started
  card.pay(order_id)
  return buyer.updateCardOrder({ order_id, client_secret, cart_hash })
}

async function payByWallet(quantity: number) {
  const { cart_hash } = await cartOf(stalls, quantity)
  const { id } = await buyer.createWalletOrder({ cart_hash, purchaser })
  wallet.approve(id)
  return buyer.updateWalletOrder({ order_id: id, cart_hash, payer_id: 'PAYER' })
}

describe('the main job through the client', () => {
  test('visitors find the event with its venue, and what its tickets cost', async () => {
    const { events } = await buyer.listEvents({ search: 'Opening', starts_after: '2031-01-01' })
    expect(events.map(({ id }) => id)).toEqual([event.id])
    const { tickets } = await buyer.listTickets({ include_post: [event.id] })
    const costs = tickets.map(({ title, cost_details }) => [title, ...cost_details.values])
    expect(Object.fromEntries(costs)).toEqual({ Stalls: '30', Standing: '0' })
  })

  test('a buyer orders by card: fee added, coupon taken off', async () => {
    const { cart_hash } = await cartOf(stalls, 2)
    await buyer.applyCoupon({ coupon: 'ten', cart_hash })
    const { subtotal, total } = await buyer.getCart({ cart_hash })
    expect([subtotal, total]).toEqual(['60.00', '57.60'])
    const started = await buyer.createCardOrder({ cart_hash, purchaser, expected_total: total })
    const { payment_intent_id: order_id, client_secret } = started
    card.pay(order_id)
    const paid = await buyer.updateCardOrder({ order_id, client_secret, cart_hash })
    expect([paid.status, paid.total, paid.attendees?.length]).toEqual(['completed', '57.60', 2])
  })

  test('a buyer who does not come back has ordered with the provider’s message', async () => {
    const { cart_hash } = await cartOf(stalls, 1)
    const { payment_intent_id, order_id } = await buyer.createCardOrder({ cart_hash, purchaser })
    card.pay(payment_intent_id)
    expect((await staff.getOrder({ id: order_id })).status).not.toBe('completed')
    await card.webhooks.deliver(cardMessages)
    expect((await staff.getOrder({ id: order_id })).status).toBe('completed')
  })

  test('a buyer orders by wallet, and one for free', async () => {
    expect((await payByWallet(1)).status).toBe('completed')
    await wallet.webhooks.deliver(walletMessages)
    const { cart_hash } = await cartOf(standing, 3)
    const order = await buyer.createFreeOrder({ cart_hash, purchaser })
    expect([order.total, order.attendees.length]).toEqual(['0.00', 3])
  })

  test('the door admits each place once, by the code on the ticket and by its picture', async () => {
    const { attendees } = await payByCard(2)
    const { api_key } = await staff.createScannerKey({ name: 'Main door', event: event.id })
    const door = clientOf(app, { as: { key: api_key } })
    const [first, second] = attendees ?? []
    const code = { ticket_id: String(first?.id), security_code: first?.security_code ?? '' }
    expect((await door.checkInByCode(code)).msg).toBe('Checked In!')
    const again = await door.checkInByCode(code).catch((error: unknown) => error)
    expect(again).toMatchObject({ status: 403 })
    const inPicture = `https://tickets.test/?event_qr_code=1&ticket_id=${second?.id}&security_code=${second?.security_code}`
    const scan = { ticket: inPicture, nonce: 'scan-1' }
    expect((await door.createCheckIn(scan)).msg).toBe('Checked In!')
    const inside: string[] = []
    const query = { post_id: event.id, per_page: 3 }
    for await (const { id, checked_in } of staff.each('listAttendees', query)) {
      if (checked_in) inside.push(String(id))
    }
    expect(inside.sort()).toEqual([String(first?.id), String(second?.id)].sort())
  })

  test('staff refund a place and then the rest, and the door refuses them', async () => {
    const { order_id: id, attendees = [] } = await payByCard(2)
    const sold = (await stockOf(app, stalls.id)).sold
    const { items } = await staff.getOrder({ id })
    const line = items.find(({ type }) => type === 'ticket')
    const part = await staff.createOrderRefund({ id, lines: [{ id: line?.id ?? 0, quantity: 1 }] })
    expect([part.status, part.refunded]).toEqual(['completed', '32.00'])
    const whole = await staff.createOrderRefund({ id, whole: true })
    expect([whole.status, whole.refunded]).toEqual(['refunded', '64.00'])
    expect((await stockOf(app, stalls.id)).sold).toBe(sold - 2)
    const { api_key } = await staff.createScannerKey({ name: 'Side door' })
    const door = clientOf(app, { as: { key: api_key } })
    const [guest] = attendees
    const scan = { ticket_id: String(guest?.id), security_code: guest?.security_code ?? '' }
    await expect(door.checkInByCode(scan)).rejects.toMatchObject({ status: 403 })
  })

  test('staff read every order page by page, and the books are right', async () => {
    const orders: Order[] = []
    for await (const order of staff.each('listOrders', { post_id: event.id, per_page: 2 })) {
      orders.push(order)
    }
    const ways = new Set(orders.map(({ gateway }) => gateway))
    expect([orders.length, [...ways].sort()]).toEqual([6, ['card', 'free', 'wallet']])
    const guests: Attendee[] = []
    for await (const one of staff.each('listAttendees', { post_id: event.id })) guests.push(one)
    expect(guests).toHaveLength(2 + 1 + 1 + 3 + 2)
    expect(await auditOrders(app.db)).toEqual([])
  })
})

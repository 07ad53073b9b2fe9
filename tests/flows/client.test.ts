import { beforeAll, describe, expect, test } from 'vitest'
import { type Event, MarqueeError, type Ticket } from '../../client/src/index.ts'
import { clientOf, staffClient } from '../support/client-in-process.ts'
import { stockOf } from '../support/buying.ts'
import { deliver } from '../support/mailbox.ts'
import { startPaidApp } from '../support/paid-app.ts'

const { app } = await startPaidApp()
const purchaser = { name: 'Ada Byron', email: 'ada@example.org' }
const evening = {
  title: 'Opening Night',
  start_date: '2031-06-01 19:00',
  end_date: '2031-06-01 23:00',
  status: 'publish',
}
const buyer = clientOf(app)
let staff: ReturnType<typeof clientOf>
let event: Event
let ticket: Ticket

beforeAll(async () => {
  staff = await staffClient(app)
  event = await staff.createEvent(evening)
  ticket = await staff.createTicket({ post_id: event.id, provider: 'tc', price: 30, capacity: 20 })
})

async function cartOf(quantity: number) {
  const tickets = [{ ticket_id: ticket.id, quantity }]
  return (await buyer.updateCart({ provider: 'tc', tickets })).cart_hash
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as MarqueeError,
  )

// First, while there is no other mail to send.
test('the client returns what is not JSON as text', async () => {
  const { id } = await staff.sendTestMessage({ to: 'ops@example.org' })
  await deliver(app)
  expect(await staff.getMessageRaw({ id })).toContain('To: ops@example.org')
})

describe('a buyer who uses the client', () => {
  test('gives a payment up, and the place is free again', async () => {
    const before = await stockOf(app, ticket.id)
    const cart_hash = await cartOf(1)
    const { payment_intent_id } = await buyer.createCardOrder({ cart_hash, purchaser })
    await buyer.deleteCardOrder({ order_id: payment_intent_id, cart_hash })
    await buyer.updateCart({
      provider: 'tc',
      tickets: [{ ticket_id: ticket.id, quantity: 0 }],
      cart_hash,
    })
    expect(await stockOf(app, ticket.id)).toEqual(before)
  })

  test('uses a coupon that makes the cart free, and orders it', async () => {
    const draft = { display_name: 'All', status: 'active', sub_type: 'percent' } as const
    await staff.createCoupon({ ...draft, slug: 'all', amount: 100 })
    const cart_hash = await cartOf(1)
    expect((await buyer.validateCoupon({ coupon: 'all' })).valid).toBe(true)
    expect((await buyer.applyCoupon({ coupon: 'all', cart_hash })).doReload).toBe(true)
    const order = await buyer.createFreeOrder({ cart_hash, purchaser })
    expect([order.total, order.attendees.length]).toEqual(['0.00', 1])
  })

  test('is told by code that there are not so many places', async () => {
    const refused = await refusal(cartOf(100))
    expect(refused).toBeInstanceOf(MarqueeError)
    expect([refused?.status, refused?.code]).toEqual([409, 'ticket-capacity-not-available'])
  })
})

describe('the client', () => {
  test('refuses unknown parameters unless it is lenient', async () => {
    const draft = { ...evening, statuss: 'draft' }
    const refused = await refusal(staff.createEvent(draft))
    expect(refused?.data['params']).toEqual({
      statuss: expect.stringContaining('Did you mean status?'),
    })
  })

  test('fetches the nonces of records by itself', async () => {
    const { id } = await staff.createTicket({ post_id: event.id, provider: 'tc', price: '' })
    const changed = await staff.updateTicket({ id, post_id: event.id, name: 'Standing' })
    expect(changed.title).toBe('Standing')
    expect(await staff.deleteTicket({ id, post_id: event.id })).toBe(true)
  })

  test('walks through a list page by page', async () => {
    const names: string[] = []
    for (const name of ['One', 'Two', 'Three']) await staff.createVenue({ venue: name })
    for await (const { venue = '' } of staff.each('listVenues', { per_page: 2 })) names.push(venue)
    expect(names.sort()).toEqual(['One', 'Three', 'Two'])
  })
})

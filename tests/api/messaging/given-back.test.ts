import { describe, expect, test } from 'vitest'
import { refund } from '../../support/buying.ts'
import { deliver, newest, outbox, readMail } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', REMINDER_HOURS: 'off' })
const as = 'administrator' as const

const ann = { full_name: 'Ann Example', email: 'ann@example.org' }
const cy = { full_name: 'Cy Friend', email: 'Cy@Example.org' }

/** An order by Ann of places for these people. */
async function orderFor(people: readonly { full_name: string; email: string }[]) {
  const { id, eventId } = await ticketOnSale(app, { names: 'allowed' })
  const cart = await app.tickets('POST', '/cart', {
    body: {
      provider: 'tc',
      tickets: [{ ticket_id: id, quantity: people.length }],
      meta: [{ ticket_id: id, items: people }],
    },
  })
  const purchaser = { name: ann.full_name, email: ann.email }
  const { json } = await app.tickets('POST', '/commerce/free/order', {
    body: { cart_hash: cart.json.cart_hash, purchaser },
  })
  const { id: orderId, attendees } = json as { id: number; attendees: { security_code: string }[] }
  return { eventId, orderId, attendees }
}

test('the mail about a refund of some places names those who keep theirs, and nobody else', async () => {
  const { orderId, attendees } = await orderFor([ann, cy])
  const { json } = await app.tickets('GET', `/orders/${orderId}`, { as })
  await refund(app, orderId, { lines: [{ id: json.items[0].id, quantity: 1 }] })
  await deliver(app)
  const { mail } = await newest(app, 'order.refunded')
  expect(mail.text).toContain('Your tickets: Ann Example · Seat\n')
  expect(mail.text).not.toContain('Cy Friend')
  expect(mail.text).not.toContain(attendees[0]?.security_code)
})

describe('a guest whose ticket is given back', () => {
  const returned = async (order: number) =>
    (await outbox(app, { order, kind: 'ticket.returned' })).map(({ id, recipient, state }) => ({
      id,
      told: `${recipient} ${state}`,
    }))

  test('is told each time, unlike the buyer, who gets the mail about the refund', async () => {
    const { orderId } = await orderFor([ann, cy, cy])
    const { json } = await app.tickets('GET', `/orders/${orderId}`, { as })
    await refund(app, orderId, { lines: [{ id: json.items[0].id, quantity: 1 }] })
    await deliver(app)
    const [first] = await returned(orderId)
    expect(first?.told).toBe('Cy@Example.org captured')
    const mail = await readMail(app, first?.id ?? 0)
    expect(mail.subject).toBe('Your ticket was given back: An evening')
    expect(mail.text).toContain('A ticket that was ordered for you was given back.')
    expect(mail.text).toContain('Ticket: Cy Friend · Seat\n')
    expect(mail.text).not.toMatch(/Ann Example|tc-order-id/)
    await refund(app, orderId)
    await deliver(app)
    const all = await returned(orderId)
    expect(all.map(({ told }) => told)).toEqual(Array(2).fill('Cy@Example.org captured'))
    const { text } = await readMail(app, all.at(-1)?.id ?? 0)
    expect(text).toContain('2 tickets that were ordered for you were given back.')
  })

  test('learns that the event is cancelled, though the refund comes before the notice', async () => {
    const { orderId, eventId } = await orderFor([ann, cy])
    const body = { happening: 'cancelled', happening_reason: 'The stage is wet.' }
    await app.events('PATCH', `/events/${eventId}`, { as, body })
    await refund(app, orderId)
    await deliver(app)
    const [told] = await returned(orderId)
    const { text } = await readMail(app, told?.id ?? 0)
    expect(text).toContain('Cancelled: An evening')
    expect(text).toContain('The stage is wet.')
  })

  test('is told nothing of an event that is over', async () => {
    const { orderId, eventId } = await orderFor([ann, cy])
    const past = new Date(app.clock.now().getTime() - 1000).toISOString()
    await app.db
      .updateTable('events')
      .set({ starts_at: past, ends_at: past })
      .where('id', '=', eventId)
      .execute()
    await refund(app, orderId)
    await deliver(app)
    expect((await returned(orderId)).map(({ told }) => told)).toEqual(['Cy@Example.org withdrawn'])
  })
})

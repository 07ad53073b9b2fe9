// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { auditOrders } from '../../../src/shop/orders/record/audit.ts'
import { buyer } from '../../support/buyer.ts'
import { buy, readOrder, stockOf } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

/** A free order of so many places, with so many of them checked in, and its page in its buyer's browser. */
async function ordered({ quantity, inside }: { quantity: number; inside: number }) {
  const { id: ticketId } = await ticketOnSale(app, { capacity: quantity })
  const { orderId, attendees } = await buy(app, ticketId, { quantity })
  for (const { id } of attendees.slice(0, inside)) {
    const body = { check_in: true }
    const { status } = await app.tickets('POST', `/attendees/${id}`, { as: 'administrator', body })
    expect(status).toBe(201)
  }
  const visitor = buyer(app)
  const { redirect_url: link = '' } = await readOrder(app, orderId)
  await visitor.open(link.replace('http://tickets.test', ''))
  const secret = Object.fromEntries(new URL(link).searchParams)
  const giveAllBack = () => visitor.post('/tickets-order/give-back', secret)
  return { visitor, orderId, ticketId, giveAllBack }
}

test('an order that is given back whole keeps the place that somebody came in with', async () => {
  const { visitor, orderId, ticketId, giveAllBack } = await ordered({ quantity: 3, inside: 1 })
  expect(visitor.page().text).toContain('The 2 places that nobody came in with will be free')
  await giveAllBack()
  expect(visitor.page().text).toContain('You have given your places back.')
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 1 })
  const order = await readOrder(app, orderId)
  expect([order.status, order.attendees.length]).toEqual(['completed', 1])
  expect(await auditOrders(app.db)).toEqual([])
})

test('the page offers to give back no place that somebody came in with, and a form sent for it is refused', async () => {
  const { visitor, ticketId, giveAllBack } = await ordered({ quantity: 2, inside: 2 })
  expect(visitor.page().text).not.toContain('give-back')
  await giveAllBack()
  expect(visitor.page().status).toBe(409)
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 2 })
})

// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

test('the payment page names what its order pays for, whatever another tab put into the basket since', async () => {
  const { id, eventId } = await ticketOnSale(app, { name: 'Chair', priceMinor: 3000 })
  const other = await ticketOnSale(app, { eventId, name: 'Box', priceMinor: 9000 })
  const visitor = buyer(app)
  const choose = async (quantities: Record<string, string>) => {
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', quantities)
  }
  await choose({ [`tickets[t${id}]`]: '1' })
  await visitor.send('/checkout', { name: 'Ada', email: 'ada@example.org' }, 'order')
  await choose({ [`tickets[t${id}]`]: '3', [`tickets[t${other.id}]`]: '1' })
  const { text } = await visitor.open('/checkout/pay')
  expect(text).toContain('1 × Chair')
  expect(text).toContain('$30.00')
  expect(text).not.toMatch(/3 × Chair|Box/)

  await visitor.open('/checkout')
  await visitor.send('/checkout', {}, 'order')
  expect(visitor.page().text).toContain('3 × Chair')
  expect(visitor.page().text).toContain('1 × Box')
  expect(visitor.page().text).toContain('$180.00')
})

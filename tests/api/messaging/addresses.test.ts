import { expect, test } from 'vitest'
import { fillCart, order } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

/** As they are pasted from other mails. No mail can be sent to them, so a ticket would never arrive. */
const pasted = ['<cy@example.org>', 'cy@example.org,', 'cy@example.org>', 'cy\u200b@example.org']

test.each([...pasted, 'cy@[127.0.0.1]'])('no order is placed by %j', async email => {
  const { id } = await ticketOnSale(app)
  const purchaser = { name: 'Cy Friend', email }
  const { status, json } = await order(app, 'free', await fillCart(app, id), {
    body: { purchaser },
  })
  expect([status, json.code, Object.keys(json.data.params)]).toEqual([
    400,
    'invalid-purchaser-info',
    ['email'],
  ])
})

test.each([...pasted, 'mailto:cy@example.org'])('no attendee is named with %j', async email => {
  const { id } = await ticketOnSale(app, { names: 'allowed' })
  const meta = [{ ticket_id: id, items: [{ full_name: 'Cy Friend', email }] }]
  const { status, json } = await app.tickets('POST', '/cart', {
    body: { provider: 'tc', tickets: [{ ticket_id: id, quantity: 1 }], meta },
  })
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
})

test('staff are told that no mail can be sent to an address', async () => {
  const to = '"cy friend"@example.org'
  const tried = await app.admin('POST', '/messages/test', { as, body: { to } })
  expect([tried.status, Object.keys(tried.json.data?.params ?? {})]).toEqual([400, ['to']])
})

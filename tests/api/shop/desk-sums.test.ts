import { expect, test } from 'vitest'
import { aTill, sell } from '../../support/box-office.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const as = 'administrator' as const
const app = await startApp({ SITE_CURRENCY: 'IDR' })

test('a till takes, and is counted with, sums of currencies that have many digits', async () => {
  const event = await eventOnSale(app)
  const draft = { eventId: event, currency: 'IDR', priceMinor: 300_000_000, capacity: 500 }
  const { id: ticket } = await ticketOnSale(app, draft)
  const till = await aTill(app, as, { float: '0' })
  const total = '1500000000.00'
  const sold = await sell(app, { event, ticket, till, quantity: 500, total })
  expect([sold.status, sold.json.total]).toEqual([201, total])
  const dropped = await app.admin('POST', `/tills/${till}/moves`, {
    as,
    body: { kind: 'drop', amount: '1000000000', reason: 'To the safe' },
  })
  expect(dropped.status).toBe(201)
  const closed = await app.admin('POST', `/tills/${till}/close`, {
    as,
    body: { counted: '500000000.00' },
  })
  expect(closed.json).toMatchObject({ expected: '500000000.00', difference: '0.00' })
  const tooMuch = await app.admin('POST', '/tills', {
    as,
    body: { name: 'Main desk', float: '999999999999' },
  })
  expect([tooMuch.status, Object.keys(tooMuch.json.data.params)]).toEqual([400, ['float']])
})

test('more than 500 places of all lines together are refused in one sentence', async () => {
  const event = await eventOnSale(app)
  const tickets = await Promise.all(
    [1, 2].map(() => ticketOnSale(app, { eventId: event, capacity: null })),
  )
  const give = (quantity: number) =>
    app.admin('POST', '/desk/comps', {
      as,
      body: {
        event,
        lines: tickets.map(({ id: ticket }) => ({ ticket, quantity })),
        reason: 'press',
      },
    })
  const refused = await give(251)
  expect([refused.status, Object.keys(refused.json.data.params)]).toEqual([400, ['lines']])
  expect((await give(250)).json.tickets).toHaveLength(500)
})

// Database: in the short run a server alone, where there is one.
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { seedInto } from '../../../src/cli/seed.ts'
import { exportData } from '../../../src/cli/export.ts'
import { importData } from '../../../src/cli/import.ts'
import { buy } from '../../support/buying.ts'
import { openTestDatabase } from '../../support/database.ts'
import { deliver } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { openApp, startApp } from '../../support/start-app.ts'

test('after an import nobody gets mail about what happened before, and the next order is mailed once', async () => {
  const old = await startApp()
  const ticket = await ticketOnSale(old, { capacity: null })
  await buy(old, ticket.id)
  await deliver(old)
  await old.admin('POST', '/messages/test', { as: 'administrator', body: { to: 'x@example.org' } })
  await buy(old, ticket.id)
  const to = new PassThrough()
  const written = buffer(to)
  await exportData(old.database, to)
  const database = await openTestDatabase()
  await importData(database, Readable.from([await written]))
  const app = await openApp(database)
  try {
    expect(await deliver(app)).toBe(0)
    const messages = () =>
      app.db.selectFrom('messages').select(['kind', 'state', 'order_id']).orderBy('id').execute()
    expect((await messages()).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'order.confirmed captured',
      'test withdrawn',
    ])
    const captures = await app.db.selectFrom('captures').select('message_id').execute()
    expect(captures).toEqual([])
    const { orderId } = await buy(app, ticket.id)
    await deliver(app)
    expect((await messages()).slice(2)).toEqual([
      { kind: 'order.confirmed', state: 'captured', order_id: orderId },
    ])
  } finally {
    await app.close()
  }
})

test('the guests of the demo are mailed nothing, also about its cancelled event, and a buyer beside them is', async () => {
  const app = await startApp()
  const ticket = await ticketOnSale(app, { capacity: null })
  const { orderId } = await buy(app, ticket.id)
  const said: string[] = []
  const body = { login: 'admin', email: 'boss@example.org', role: 'administrator' }
  await app.admin('POST', '/users', { as: 'administrator', body })
  await seedInto(app, line => said.push(line), { orders: 12 })
  expect(said.join()).toMatch(/Sold \d+ places/)
  await deliver(app)
  app.clock.advance(3601)
  await deliver(app)
  const messages = await app.db
    .selectFrom('messages')
    .select(['kind', 'state', 'order_id'])
    .execute()
  expect(messages.length).toBeGreaterThan(5)
  expect(messages.filter(({ state }) => state !== 'withdrawn')).toEqual([
    { kind: 'order.confirmed', state: 'captured', order_id: orderId },
  ])
})

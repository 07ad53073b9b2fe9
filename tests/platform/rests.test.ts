// Database: in the short run a server alone, where there is one.
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { buy } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'

test('mails and papers of a service rest while tickets are sold', async () => {
  const app = await startApp({}, { rests: true })
  const { id } = await ticketOnSale(app)
  await buy(app, id)
  const began = performance.now()
  await app.deps.pace.turn(async () => {})
  expect(performance.now() - began).toBeGreaterThan(20)
})

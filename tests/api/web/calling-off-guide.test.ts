import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'
import { eventOnSale } from '../../support/on-sale.ts'
import { workRuns } from '../../support/running.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const guide = readFileSync(path.join(root, 'docs/organise/calling-off.md'), 'utf8')

/** The sources of the screens that the guide leads through. */
const screens = ['runs', 'events', 'tickets']
  .map(name => path.join(root, 'console/src/screens', name))
  .flatMap(folder => readdirSync(folder).map(file => readFileSync(path.join(folder, file), 'utf8')))
  .join('\n')

test('every word that the guide to calling off quotes stands on a screen', () => {
  const quoted = [...guide.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text.replace(/\s+/g, ' '))
  expect(quoted.length).toBeGreaterThan(7)
  expect(quoted.filter(text => !screens.includes(text))).toEqual([])
})

test('every request that the guide to calling off names is answered, and at its end each order has its money', async () => {
  const paid = await startPaidApp({ REFUNDS_A_SECOND: '0' })
  const { app, card } = paid
  const eventId = await eventOnSale(app)
  for (let n = 0; n < 4; n += 1) await aPaidOrder(paid, { eventId, capacity: 50 })
  const made = { plan: 0, run: 0 }
  const requests = [
    ...guide.matchAll(
      /`(GET|POST|PATCH) \/svc\/(admin|events)\/v1(\/[^`]+)`(?:,? with\s+`([^`]+)`)?/g,
    ),
  ]
  expect(requests).toHaveLength(6)
  let last: any
  for (const [, method = '', space = '', route = '', text] of requests) {
    const address = route
      .replace('{id}', String(eventId))
      .replace('{plan}', String(made.plan))
      .replace('{run}', String(made.run))
    const body = text
      ?.replace('"event": 12', `"event": ${eventId}`)
      .replace('"plan": 7', `"plan": ${made.plan}`)
    const { status, json } = await app[space === 'events' ? 'events' : 'admin'](method, address, {
      as: 'administrator',
      ...(body !== undefined && { body: JSON.parse(body) }),
    })
    expect([method, route, status < 300]).toEqual([method, route, true])
    if (route === '/plans') made.plan = json.id
    if (route === '/runs') made.run = json.id
    await workRuns(app)
    last = json
  }
  expect(last).toMatchObject({
    state: 'done',
    control: [{ returned: '120.00', difference: '0.00' }],
  })
  expect(card.ledger().map(({ refunded }) => refunded)).toEqual([3000, 3000, 3000, 3000])
})

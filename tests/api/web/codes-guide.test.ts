import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const guide = readFileSync(path.join(root, 'docs/organise/codes.md'), 'utf8')

/** The sources of the screens that the guide leads through, and the sentences of buyers' pages. */
const screens = [
  ...['coupons', 'tickets', 'reports'].map(name => path.join(root, 'console/src/screens', name)),
  path.join(root, 'src/core/words/en'),
]
  .flatMap(folder => readdirSync(folder).map(file => readFileSync(path.join(folder, file), 'utf8')))
  .join('\n')

test('every word that the guide to codes quotes stands on a screen', () => {
  const quoted = [...guide.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text.replace(/\s+/g, ' '))
  expect(quoted.length).toBeGreaterThan(10)
  // The screens of events say "code" where those of the site say "coupon".
  const missing = quoted.filter(text => text !== 'New code' && !screens.includes(text))
  expect(missing).toEqual([])
})

test('every request that the guide to codes names is answered, with the bodies that it gives', async () => {
  const app = await startApp()
  const { eventId } = await ticketOnSale(app, { priceMinor: 1000 })
  const ids: Record<string, number> = { event: eventId }
  const filledIn = (text: string) =>
    text.replaceAll(/\{(event|coupon|batch)\}/g, (_, name: string) => String(ids[name]))
  const requests = [
    ...guide.matchAll(/`(GET|POST) \/svc\/(tickets|admin)\/v1(\/[^`]+)`(?: with `([^`]+)`)?/g),
  ]
  expect(requests).toHaveLength(8)
  for (const [, method = '', namespace, route = '', text] of requests) {
    const call = namespace === 'admin' ? app.admin : app.tickets
    const { status, json } = await call(method, filledIn(route), {
      as: 'administrator',
      ...(text !== undefined && { body: JSON.parse(filledIn(text)) }),
    })
    expect([method, route, status < 300]).toEqual([method, route, true])
    if (route === '/coupons') ids['coupon'] = json.id
    if (route === '/coupon-batches' && method === 'POST') ids['batch'] = json.id
    if (route.endsWith('/csv')) expect(json).toEqual({ batch: null, made: 1, refused: [] })
  }
})

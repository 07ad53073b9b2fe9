import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startPaidApp } from '../../support/paid-app.ts'
import { aPaidOrder } from '../../support/paid-order.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const guide = readFileSync(path.join(root, 'docs/organise/after-the-evening.md'), 'utf8')

/** The sources of the screens that the guide leads through. */
const screens = ['settlements', 'taxes', 'reports']
  .map(name => path.join(root, 'console/src/screens', name))
  .flatMap(folder => readdirSync(folder).map(file => readFileSync(path.join(folder, file), 'utf8')))
  .join('\n')

test('every word that the guide to the end of an evening quotes stands on a screen', () => {
  const quoted = [...guide.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text.replace(/\s+/g, ' '))
  expect(quoted.length).toBeGreaterThan(7)
  expect(quoted.filter(text => !screens.includes(text))).toEqual([])
})

test('every request that the guide names is answered, with the bodies that it gives, and the settlement is the one it describes', async () => {
  const paid = await startPaidApp()
  const { app } = paid
  const staff = { as: 'administrator' } as const
  const { eventId } = await aPaidOrder(paid, { quantity: 3, priceMinor: 3000 })
  let settlement = 0
  const requests = [
    ...guide.matchAll(/`(GET|POST) \/svc\/admin\/v1(\/[^`]+)`(?: with `([^`]+)`)?/g),
  ]
  expect(requests).toHaveLength(13)
  // The settlement is made before its files are read, as on the page.
  for (const [, method = '', route = '', text] of requests) {
    const address = route
      .replace('{id}', String(eventId))
      .replace('{settlement}', String(settlement))
    const body = text === undefined ? undefined : JSON.parse(text)
    const { status, json } = await app.admin(method, address, {
      ...staff,
      ...(body && { body }),
    })
    expect([method, route, status]).toEqual([method, route, method === 'POST' ? 201 : 200])
    if (method === 'POST' && route.endsWith('/settlements')) {
      settlement = json.id
      expect(json).toMatchObject({
        number: 1,
        control: { differences: [] },
        groups: [
          {
            sums: { charged: '90.00', paid: '90.00', open: '0.00' },
            pay_out: { share: '63.00', costs: '-60.00', to_pay_out: '3.00' },
          },
        ],
      })
    }
  }
  expect(settlement).toBeGreaterThan(0)
})

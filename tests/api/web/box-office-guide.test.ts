import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const guide = readFileSync(path.join(root, 'docs/organise/box-office.md'), 'utf8')

/** The sources of the screens that the guide leads through. */
const screens = ['desk', 'settings']
  .map(name => path.join(root, 'console/src/screens', name))
  .flatMap(folder => readdirSync(folder).map(file => readFileSync(path.join(folder, file), 'utf8')))
  .join('\n')

/** What the guide sets in italics that is no word of a screen of the desk: a set of rights, and what phones at the door say. */
const elsewhere = ['box office', 'manager', 'was paid', 'Unpaid: to the desk', 'Settings']

test('every word that the guide to the box office sets in italics stands on a screen', () => {
  const quoted = [...guide.matchAll(/(?<![*\w])\*([^*\n|]+(?:\n[^*\n|]+)?)\*(?!\*)/g)]
    .map(([, text = '']) => text.replace(/\s+/g, ' '))
    .filter(text => !elsewhere.includes(text))
  expect(quoted.length).toBeGreaterThan(7)
  expect(quoted.filter(text => !screens.includes(text))).toEqual([])
})

test('every request of a day at the box office is answered, and its till balances at the end', async () => {
  const app = await startApp()
  const event = await eventOnSale(app)
  const { id: ticket } = await ticketOnSale(app, { eventId: event, priceMinor: 3200, capacity: 20 })
  const made = { till: 0, order: 0 }
  const requests = [
    ...guide.matchAll(/`(GET|POST) \/svc\/admin\/v1(\/[^`]+)`(?: with\s+`([^`]+)`)?/g),
  ].filter(([, , route]) => route !== '/books/summary')
  expect(requests).toHaveLength(9)
  let last: any
  for (const [, method = '', route = '', text] of requests) {
    const address = route
      .replace('{id}', String(event))
      .replace('{till}', String(made.till))
      .replace('{order}', String(made.order))
    const body = text
      ?.replace('"event": 12', `"event": ${event}`)
      .replace('"ticket": 34', `"ticket": ${ticket}`)
      .replace('"till": 3', `"till": ${made.till}`)
      .replace('"order": 81', `"order": ${made.order}`)
    const { status, json } = await app.admin(method, address, {
      as: 'administrator',
      ...(body !== undefined && { body: JSON.parse(body) }),
    })
    expect([method, route, status < 300, json]).toEqual([method, route, true, json])
    if (route === '/tills') made.till = json.id
    if (route === '/desk/sales') expect(json.change).toBe('36.00')
    if (route === '/desk/sales' || (method === 'POST' && route === '/desk/orders')) {
      made.order = json.order
    }
    if (method === 'GET') expect(json.orders).toMatchObject([{ owed: '96.00' }])
    last = json
  }
  // 150.00 of float, 64.00 sold and given back, 96.00 taken, 100.00 in the safe.
  expect(last).toMatchObject({
    open: false,
    expected: '146.00',
    difference: '0.00',
    handed_to: 'Grace',
  })
})

// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

const titleOf = (text: string) => /<title>([^<]+)<\/title>/.exec(text)?.[1]

test('each line about a missing name or address says which ticket it is about', async () => {
  const { id, eventId } = await ticketOnSale(app, { name: 'Chair', names: 'required' })
  const visitor = buyer(app)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: '2' })
  await visitor.send('/checkout', { name: 'Ada', email: 'ada@example.org' }, 'order')
  const { status, text } = visitor.page()
  expect(status).toBe(422)
  const links = [...text.matchAll(/<a href="#f-attendees[^"]+">([^<]+)</g)].map(([, line]) => line)
  expect(links).toEqual([
    'Ticket 1: Chair: Enter the name of this guest.',
    'Ticket 1: Chair: Enter an e-mail address such as bo@example.org.',
    'Ticket 2: Chair: Enter the name of this guest.',
    'Ticket 2: Chair: Enter an e-mail address such as bo@example.org.',
  ])
})

test('a choice that was refused has its problem in the title, and the buttons that change quantities', async () => {
  const { id, eventId } = await ticketOnSale(app, { name: 'Chair' })
  const visitor = buyer(app)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: '0' })
  const { text } = visitor.page()
  expect(titleOf(text)).toBe('Problem: Tickets for An evening · Marquee')
  expect(text).toMatch(/<script[^>]*>[^<]*\[data-stepper\]/)
})

test('a free ticket is free on the page of its order, too', async () => {
  const { id, eventId } = await ticketOnSale(app, { name: 'Chair' })
  const visitor = buyer(app)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
  await visitor.send('/checkout', { name: 'Ada', email: 'ada@example.org' }, 'order')
  expect(visitor.page().text).toMatch(/1 × Chair<\/dt><dd>Free</)
  expect(visitor.page().text).not.toContain('$0.00')
})

test('a sold-out ticket is called sold out, once', async () => {
  const { eventId } = await ticketOnSale(app, { name: 'Chair', capacity: 0 })
  const { text } = await buyer(app).open(`/?p=${eventId}`)
  expect(text.match(/>Sold out</g)).toHaveLength(1)
  expect(text).not.toContain('Not available')
})

// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const ada = { name: 'Ada Lovelace', email: 'ada@example.org' }

const [matinee, gala] = ['2031-06-01 15:00:00', '2031-06-02 20:00:00']

/** An evening that begins at this time, with a paid ticket whose holders can be named. */
async function performance(start: string) {
  const eventId = await eventOnSale(app)
  const body = { start_date: start, end_date: `${start.slice(0, 10)} 23:00:00` }
  const as = 'administrator' as const
  expect((await app.events('PATCH', `/events/${eventId}`, { as, body })).status).toBe(200)
  return ticketOnSale(app, { eventId, name: 'Chair', priceMinor: 3000, names: 'allowed' })
}

/** The text of a page's main part, without tags and with plain spaces. */
const read = ({ text }: { text: string }) =>
  text
    .slice(text.indexOf('<main'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('two performances of one title are told apart by their time, from the basket to the payment', async () => {
  const visitor = buyer(app)
  for (const start of [gala, matinee]) {
    const { id, eventId } = await performance(start)
    await visitor.open(`/?p=${eventId}`)
    await visitor.send('/cart', { [`tickets[t${id}]`]: '1' })
  }
  expect(visitor.at()).toBe('/checkout')
  const first = 'Sunday, 1 June 2031 at 3:00 pm (UTC)'
  const second = 'Monday, 2 June 2031 at 8:00 pm (UTC)'
  const basket = read(visitor.page())
  expect(basket.indexOf(`An evening ${first}`)).toBeGreaterThan(0)
  expect(basket.indexOf(`An evening ${second}`)).toBeGreaterThan(basket.indexOf(first))
  expect(basket).toContain(`Ticket 1: Chair · An evening · ${first}`)
  expect(basket).toContain(`Ticket 2: Chair · An evening · ${second}`)
  await visitor.send('/checkout', ada, 'order')
  expect(visitor.at()).toBe('/checkout/pay')
  const payment = read(visitor.page())
  expect(payment).toContain(`1 × Chair · An evening · ${first} $30.00`)
  expect(payment).toContain(`1 × Chair · An evening · ${second} $30.00`)
  await visitor.send('/checkout/pay', {}, 'succeed')
  const order = read(visitor.page())
  expect(order).toContain(`1 × Chair · An evening · ${first} $30.00`)
  expect(order).toContain(`1 × Chair · An evening · ${second} $30.00`)
})

test('the basket of one event says once when it begins, and names its tickets without it', async () => {
  const visitor = buyer(app)
  const { id, eventId } = await performance(matinee)
  await visitor.open(`/?p=${eventId}`)
  await visitor.send('/cart', { [`tickets[t${id}]`]: '2' })
  const basket = read(visitor.page())
  expect(basket.match(/1 June 2031/g)).toHaveLength(1)
  expect(basket).toContain('Ticket 2: Chair Full name')
})

import { expect, test } from 'vitest'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp, testStart } from '../../support/start-app.ts'

const app = await startApp()

const inSeconds = (seconds: number) => new Date(testStart.getTime() + seconds * 1000)

async function scheduled(title: string, at: Date) {
  const { status, json } = await app.events('POST', '/events', {
    as: 'administrator',
    body: {
      title,
      status: 'publish',
      date: at.toISOString().slice(0, 19).replace('T', ' '),
      timezone: 'UTC',
      start_date: '2031-06-01 19:00:00',
      end_date: '2031-06-01 23:00:00',
    },
  })
  expect([status, json.status]).toEqual([201, 'future'])
  return json as { id: number; slug: string; url: string }
}

test('a buyer can buy at the second of publication, even when nobody has read the event before', async () => {
  const { id } = await scheduled('Due to be sold', inSeconds(100))
  const ticket = await ticketOnSale(app, { eventId: id })
  const buy = () =>
    app.tickets('POST', '/cart', {
      body: { provider: 'tc', tickets: [{ ticket_id: ticket.id, quantity: 1 }] },
    })
  app.clock.set(inSeconds(99))
  expect((await buy()).status).not.toBe(200)
  app.clock.set(inSeconds(100))
  expect((await buy()).status).toBe(200)
})

test('an event’s page exists at the second of publication', async () => {
  const { url } = await scheduled('Due to be shown', inSeconds(200))
  const read = () => app.call('GET', url.replace('http://tickets.test', ''))
  app.clock.set(inSeconds(199))
  expect((await read()).status).toBe(404)
  app.clock.set(inSeconds(200))
  expect((await read()).status).toBe(200)
})

import { describe, expect, test } from 'vitest'
import { buyer } from '../../support/buyer.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const name = 'Secretspeakerseat'

let made = 0
async function scene() {
  const eventId = await eventOnSale(app)
  const shown = await ticketOnSale(app, { eventId, name: 'Standard', priceMinor: 2000 })
  const hidden = await ticketOnSale(app, { eventId, name, priceMinor: 500 })
  await app.db.insertInto('hidden_tickets').values({ ticket_id: hidden.id }).execute()
  const slug = `page-${(made += 1)}`
  const limits = { opens: [hidden.id], max_places_per_order: 2 }
  const body = { slug, display_name: 'O', status: 'active', sub_type: 'flat', amount: 0, limits }
  await app.tickets('POST', '/coupons', { as, body })
  return { eventId, shown, hidden, code: slug }
}

describe('a hidden ticket on the pages', () => {
  test('is shown by a link with its code, and bought without a script', async () => {
    const { eventId, hidden, code } = await scene()
    const visitor = buyer(app)
    await visitor.open(`/?p=${eventId}`)
    expect(visitor.page().text).not.toContain(name)
    expect(visitor.page().text).toContain('I have a code')
    await visitor.open(`/?p=${eventId}&code=${code.toUpperCase()}`)
    expect(visitor.page().text).toContain(name)
    expect(visitor.page().text).toContain(`Code ${code} goes with these tickets.`)
    await visitor.send('/cart', { [`tickets[t${hidden.id}]`]: '2' })
    await visitor.open('/checkout')
    expect(visitor.page().text).toContain(`Coupon ${code} is applied.`)
  })

  test('is not opened by a wrong code, and the field says so', async () => {
    const { eventId } = await scene()
    const visitor = buyer(app)
    await visitor.open(`/?p=${eventId}&code=nothing`)
    expect(visitor.page().text).not.toContain(name)
    expect(visitor.page().text).toContain('This coupon cannot be used here.')
  })

  test('is refused beyond the places of the code in words, and the choice is shown again', async () => {
    const { eventId, hidden, code } = await scene()
    const visitor = buyer(app)
    await visitor.open(`/?p=${eventId}&code=${code}`)
    await visitor.send('/cart', { [`tickets[t${hidden.id}]`]: '3' })
    expect(visitor.page().text).toContain('This code is for at most 2 places in one order.')
    expect(visitor.page().text).toContain(name)
  })

  test('does not bind a visitor who chose other tickets', async () => {
    const { eventId, shown, code } = await scene()
    const visitor = buyer(app)
    await visitor.open(`/?p=${eventId}&code=${code}`)
    await visitor.send('/cart', { [`tickets[t${shown.id}]`]: '1' })
    await visitor.open('/checkout')
    expect(visitor.page().text).toContain('Standard')
    expect(visitor.page().text).not.toContain(code)
  })
})

test('no anonymous answer names a hidden ticket: pages, feeds, lists, structured data', async () => {
  const { eventId } = await scene()
  const { slug } = await app.db
    .updateTable('events')
    .set({ slug: `hidden-walk-${eventId}` })
    .where('id', '=', eventId)
    .returning('slug')
    .executeTakeFirstOrThrow()
  const addresses = [
    '/',
    `/event/${slug}/`,
    `/?p=${eventId}`,
    '/events/',
    '/events/month/2031-06',
    `/embed/event/${slug}`,
    '/embed/events',
    '/sitemap.xml',
    '/events/feed.xml',
    '/events.ics',
    `/event/${slug}/calendar.ics`,
    '/events/?search=secretspeaker',
    `/svc/events/v1/events`,
    `/svc/events/v1/events/${eventId}`,
    `/svc/tickets/v1/tickets`,
    `/svc/tickets/v1/tickets?search=secretspeaker`,
    `/svc/tickets/v1/attendees`,
  ]
  let read = 0
  for (const url of addresses) {
    const { statusCode, payload } = await app.http.inject({ method: 'GET', url })
    if (statusCode === 200) read += 1
    expect([url, payload.includes(name)]).toEqual([url, false])
  }
  expect(read).toBeGreaterThan(10)
})

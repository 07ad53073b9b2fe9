import { expect, test } from 'vitest'
import { eventOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const eventId = await eventOnSale(app)
const { json: event } = await app.events('GET', `/events/${eventId}`, { as })

const dates = { start_date: '2026-12-01 19:00:00', end_date: '2026-12-01 22:00:00' }
const nonce = { post_id: eventId, add_ticket_nonce: event.nonces.add }
const drafts = {
  '/events': { title: 'Winter concert', ...dates },
  '/venues': { venue: 'Old harbour hall' },
  '/organizers': { organizer: 'Harbour choir' },
  '/categories': { name: 'Choirs' },
  '/tickets': { name: 'Balcony', price: '30', provider: 'tc', ...nonce },
  '/coupons': { display_name: 'Ten', slug: 'TEN', status: 'active', amount: 10 },
  '/fees': { display_name: 'Booking', sub_type: 'flat', raw_amount: '1.50' },
}
const places = Object.entries(drafts).map(([path, body]) => {
  const call = ['/tickets', '/coupons', '/fees'].includes(path) ? app.tickets : app.events
  return { path, send: (headers = {}) => call('POST', path, { as, body, headers }) }
})

test.each(places)(
  'a record of $path whose answer was lost is not made again when the request comes again under its key',
  async ({ path, send }) => {
    const headers = { 'idempotency-key': `lost${path}` }
    const first = await send(headers)
    // As if the process had ended before it stored the answer.
    await app.db
      .updateTable('idempotency_keys')
      .set({ state: 'running', answer: null, locked_until: new Date(0) })
      .execute()
    const again = await send(headers)
    expect(first.status).toBeLessThan(300)
    expect(again.status).toBe(first.status)
    expect(again.json).toEqual(first.json)
  },
)

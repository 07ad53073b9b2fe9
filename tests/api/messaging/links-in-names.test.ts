import { describe, expect, test } from 'vitest'
import { firstLink, orderUrl } from '../../../src/shop/orders/record/order-address.ts'
import { openTestDatabase } from '../../support/database.ts'
import { buyer } from '../../support/buyer.ts'
import { deliver, outbox, readMail } from '../../support/mailbox.ts'
import { servicesOver } from '../../support/many-services.ts'
import { ticketOnSale } from '../../support/on-sale.ts'

const open = servicesOver(await openTestDatabase(), {
  MAIL_PDF_KIB: 'off',
  REMINDER_HOURS: 'off',
  OPEN_CARTS_PER_ADDRESS: 'off',
  HELD_PLACES_PER_ADDRESS: 'off',
  STORED_PER_ADDRESS: 'off',
})
const app = await open()

const tickets = new Map<number, number>()
async function ticketAt(priceMinor: number) {
  const known = tickets.get(priceMinor)
  if (known !== undefined) return known
  const { id } = await ticketOnSale(app, { priceMinor, capacity: null, maxPerOrder: 200 })
  tickets.set(priceMinor, id)
  return id
}

const pageOf = (id: number) => {
  const { publicRoot, secrets } = app.deps
  return orderUrl({ publicRoot, key: secrets.order }, firstLink(id)).slice(publicRoot.length)
}

const nextDay = () => app.clock.advance(86_401)

describe('a name with a link or an address in it', () => {
  const hostile = {
    full_name: 'Visit http://evil.example now',
    email: 'victim@example.net',
  }
  test('is ordered, shown on the page of the order, and left out of the mails', async () => {
    nextDay()
    // The mails of the tests before would leave first.
    await app.db
      .updateTable('messages')
      .set({ state: 'withdrawn' })
      .where('state', '=', 'queued')
      .execute()
    const ticket_id = await ticketAt(0)
    const sent = { headers: { 'x-forwarded-for': '198.51.100.50' } }
    const attendees = [hostile, { full_name: 'Bob', email: 'fine@example.net' }]
    const cart = await app.tickets('POST', '/cart', {
      ...sent,
      body: {
        provider: 'tc',
        tickets: [{ ticket_id, quantity: 2 }],
        meta: [{ ticket_id, items: attendees }],
      },
    })
    const purchaser = { name: 'www.evil.example =?utf-8?Q?Bcc:?=', email: 'thief@example.org' }
    const body = { cart_hash: cart.json.cart_hash, purchaser }
    const made = await app.tickets('POST', '/commerce/free/order', { ...sent, body })
    expect(made.status).toBe(200)
    await deliver(app)
    const rows = await outbox(app, { order: made.json.id })
    expect(rows.map(({ state }) => state)).toEqual(['captured', 'captured', 'captured'])
    for (const { id } of rows) {
      const { raw, text, html, headers } = await readMail(app, id)
      const whole = [text, html, ...headers.map(({ value }) => value), raw].join('\n')
      expect(whole).not.toMatch(/evil|Bcc/)
    }
    const issued = rows.filter(({ kind }) => kind === 'ticket.issued')
    const { text } = await readMail(app, issued[0]?.id ?? 0)
    expect(text).toMatch(/^Hello,\s/)
    expect(text).toContain('Somebody has ordered a ticket for you.')
    const visitor = buyer(app)
    await visitor.open(pageOf(made.json.id))
    expect(visitor.page().text).toContain('Visit http://evil.example now')
  })
})

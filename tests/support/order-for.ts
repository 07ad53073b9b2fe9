import { ticketOnSale } from './on-sale.ts'
import type { TestApp } from './start-app.ts'

/** An order of places for these people, as a browser with this language sends it. */
export async function orderFor(
  app: TestApp,
  people: readonly { full_name: string; email: string }[],
  { priceMinor = 0, language = '', eventId = 0 } = {},
) {
  const ticket = await ticketOnSale(app, {
    names: 'allowed',
    priceMinor,
    ...(eventId > 0 && { eventId }),
  })
  const cart = await app.tickets('POST', '/cart', {
    body: {
      provider: 'tc',
      tickets: [{ ticket_id: ticket.id, quantity: people.length }],
      meta: [{ ticket_id: ticket.id, items: people }],
    },
  })
  const { json } = await app.tickets('POST', '/commerce/free/order', {
    headers: language === '' ? {} : { 'accept-language': language },
    body: {
      cart_hash: cart.json.cart_hash,
      purchaser: { name: 'Ann Example', email: 'ann@example.org' },
    },
  })
  return { ...ticket, orderId: json.id as number, attendees: json.attendees as Attendee[] }
}

type Attendee = { id: number; security_code: string; title: string }

import { expect, test } from 'vitest'
import { firstLink, orderUrl } from '../../../src/shop/orders/record/order-address.ts'
import { buy } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { picture } from '../../support/picture-server.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

/** The PDF of an order of three tickets, whose event has a picture of this type, or none. */
async function papersWith(type?: 'jpeg' | 'png' | 'webp') {
  const { id, eventId } = await ticketOnSale(app)
  if (type) {
    const { json } = await app.events('POST', '/images', {
      as: 'administrator',
      body: await picture(1200, 600, type),
      headers: { 'content-type': `image/${type}` },
    })
    await app.events('POST', `/events/${eventId}`, {
      as: 'administrator',
      body: { image: String(json.id) },
    })
  }
  const { orderId } = await buy(app, id, { quantity: 3 })
  const url = orderUrl({ publicRoot: '', key: app.deps.secrets.order }, firstLink(orderId))
  const path = url.replace('/tickets-order/', '/tickets-order/tickets.pdf')
  const { statusCode, rawPayload } = await app.http.inject({ url: path })
  expect(statusCode).toBe(200)
  return rawPayload.toString('latin1')
}

const picturesIn = (pdf: string) => pdf.match(/\/Subtype \/Image\b/g)?.length ?? 0
const pagesIn = (pdf: string) => pdf.match(/\/Type \/Page\b/g)?.length

test.each(['jpeg', 'png'] as const)(
  'the tickets of an event with a picture (%s) show it on every page, and have it once',
  async type => {
    const pdf = await papersWith(type)
    expect([pagesIn(pdf), picturesIn(pdf)]).toEqual([3, 1])
  },
)

test('without a picture, or with one that papers cannot show, tickets have the colour of the site', async () => {
  for (const type of [undefined, 'webp'] as const) {
    const pdf = await papersWith(type)
    expect([pagesIn(pdf), picturesIn(pdf)]).toEqual([3, 0])
  }
})

import { expect, test } from 'vitest'
import { ticketPath } from '../../../src/messaging/tickets/ticket-address.ts'
import { firstLink, orderUrl } from '../../../src/shop/orders/record/order-address.ts'
import { buy } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const

test.each([
  ['an evening', '2026-11-21 20:00:00', '2026-11-22 03:00:00', 'at 9:00.pm'],
  ['another day', '2026-11-22 20:00:00', '2026-11-22 23:00:00', 'on Sat.? 21 Nov at 9:00.pm'],
  ['several days', '2026-11-21 08:00:00', '2026-11-23 18:00:00', 'on Sat.? 21 Nov at 9:00.pm'],
])(
  'order and ticket say in the zone of the event when somebody came in, with the day where the time would not tell: %s',
  async (_, start_date, end_date, when) => {
    const { id, eventId } = await ticketOnSale(app)
    const { orderId, attendees } = await buy(app, id)
    const [place] = attendees
    if (!place) throw new Error('The order has no places.')
    const times = { timezone: 'Asia/Tokyo', start_date, end_date }
    await app.events('POST', `/events/${eventId}`, { as, body: times })
    await app.tickets('POST', `/attendees/${place.id}`, { as, body: { check_in: true } })
    const order = orderUrl({ publicRoot: '', key: app.deps.secrets.order }, firstLink(orderId))
    for (const page of [order, ticketPath(place)]) {
      expect((await app.call('GET', page)).text).toMatch(new RegExp(`Checked in ${when}`))
    }
  },
)

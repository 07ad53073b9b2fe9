import { buy } from '../support/buying.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { plan, start, workRuns } from '../support/running.ts'
import type { TestApp } from '../support/start-app.ts'

const dayMs = 86_400_000

/** The id of an order whose buyer is asked what becomes of the money of an evening that is postponed. */
export async function orderThatAsks(app: TestApp, title: string): Promise<number> {
  const seat = await ticketOnSale(app, { name: 'Velvet', priceMinor: 3200 })
  const { orderId } = await buy(app, seat.id, { quantity: 2, way: 'cardprocessor' })
  await app.db
    .updateTable('events')
    .set({ title, happening: 'postponed' })
    .where('id', '=', seat.eventId)
    .execute()
  const until = new Date(app.clock.now().getTime() + 5 * dayMs).toISOString().slice(0, 10)
  const wish = { kind: 'refunds', event: seat.eventId, choice_until: until, otherwise: 'keep' }
  const { id } = await plan(app, wish)
  await start(app, id)
  await workRuns(app)
  return orderId
}

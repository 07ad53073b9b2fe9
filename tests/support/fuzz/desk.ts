import fc from 'fast-check'
import { ticketOnSale } from '../on-sale.ts'
import type { TestApp } from '../start-app.ts'
import type { Parts } from './recipes.ts'

const as = 'administrator' as const

export type DeskWorld = Awaited<ReturnType<typeof plantDesk>>

/** Tills of the administrator with sales in them, and orders that wait for their payment. */
export async function plantDesk(app: TestApp) {
  const made = async (path: string, body: object) => {
    const { status, json } = await app.admin('POST', path, { as, body })
    if (status !== 201) throw new Error(`Planting failed: ${status} ${JSON.stringify(json)}`)
    return json
  }
  const { id: ticket, eventId: event } = await ticketOnSale(app, {
    priceMinor: 2500,
    capacity: null,
  })
  const lines = [{ ticket, quantity: 1 }]
  const aTill = async (): Promise<number> =>
    (await made('/tills', { name: 'Desk', float: '50' })).id
  const sale = (till: number) => ({ event, lines, method: 'cash', till, expected_total: '25' })
  const later = { event, lines, expected_total: '25', pay_by: '2026-12-24', name: 'A school' }
  const tills = [await aTill(), await aTill()]
  const closing = [await aTill(), await aTill(), await aTill(), await aTill()]
  const sold: { id: number; order: number }[] = []
  const unpaid: number[] = []
  for (let n = 0; n < 4; n += 1) {
    const till = tills[n % 2] ?? 0
    sold.push({ id: till, order: (await made('/desk/sales', sale(till))).order })
    unpaid.push((await made('/desk/orders', later)).order)
  }
  const batch = { event, ticket, n: 3, place: 'A shop', reason: 'partner' }
  const batches: number[] = [
    (await made('/desk/batches', batch)).id,
    (await made('/desk/batches', batch)).id,
  ]
  const printed = await app.db
    .selectFrom('attendees')
    .innerJoin('door_codes', 'door_codes.attendee_id', 'attendees.id')
    .select(['attendees.order_id', 'door_codes.code'])
    .where('attendees.order_id', 'in', batches)
    .execute()
  return { event, lines, tills, closing, sold, unpaid, later, batch, batches, printed }
}

/** Requests to the desk that belong together: a till with its own sales, an order with what it waits for. */
export function deskRecipes({
  event,
  lines,
  tills,
  closing,
  sold,
  unpaid,
  later,
  batch,
  batches,
  printed,
}: DeskWorld) {
  const ofBatch = fc.constantFrom(...batches)
  const ofTill = fc.constantFrom(...tills)
  const recipes: Record<string, fc.Arbitrary<Parts>> = {
    'POST /tills': fc.constant({ body: { name: 'Desk', float: '10.00', event } }),
    '/tills/:id': ofTill.map(id => ({ params: { id } })),
    '/tills/:id/moves': ofTill.map(id => ({
      params: { id },
      body: { kind: 'paid_in', amount: '5', reason: 'Coins' },
    })),
    '/tills/:id/voids': fc.constantFrom(...sold).map(({ id, order }) => ({
      params: { id },
      body: { order, reason: 'Wrong' },
    })),
    '/tills/:id/close': fc.constantFrom(...closing).map(id => ({
      params: { id },
      body: { counted: '50' },
    })),
    '/desk/events/:id': fc.constant({ params: { id: event } }),
    '/desk/events/:id/comp-quota': fc.nat(500).map(places => ({
      params: { id: event },
      body: { places: places + 100 },
    })),
    '/desk/sales/:id': fc.constantFrom(...unpaid).map(id => ({ params: { id } })),
    'POST /desk/sales': ofTill.map(till => ({
      body: { event, lines, method: 'cash', till, expected_total: '25.00' },
    })),
    'POST /desk/comps': fc.constant({ body: { event, lines, reason: 'press' } }),
    'POST /desk/orders': fc.constant({ body: later }),
    'GET /desk/orders': fc.constant({ query: { event } }),
    'GET /desk/batches': fc.constant({ query: { event } }),
    'POST /desk/batches': fc.constant({ body: batch }),
    '/desk/batches/:id': ofBatch.map(id => ({ params: { id } })),
    '/desk/batches/:id.pdf': ofBatch.map(id => ({ params: { id } })),
    '/desk/batches/:id/returns': fc.constantFrom(...printed).map(({ order_id: id, code }) => ({
      params: { id },
      body: { codes: [code] },
    })),
    '/desk/orders/:id/payments': fc.constantFrom(...unpaid).map(id => ({
      params: { id },
      body: { method: 'bank', reference: '12/3' },
    })),
  }
  return recipes
}

import { fillCart, order } from '../buying.ts'
import { ticketOnSale } from '../on-sale.ts'
import type { TestApp } from '../start-app.ts'

const as = 'administrator' as const

/** Buys a place of this ticket at the sandbox, so many times. */
async function buyPlaces(app: TestApp, ticket: number, times: number) {
  for (let n = 0; n < times; n += 1) {
    const cart_hash = await fillCart(app, ticket)
    const { json } = await order(app, 'cardprocessor', cart_hash)
    const path = `/commerce/cardprocessor/order/${json.payment_intent_id}`
    await app.tickets('POST', path, { body: { cart_hash, client_secret: json.client_secret } })
  }
}

/**
 * Plans of an event whose orders nothing else touches, so that none is stale; runs of some of them; and the items of a run by hand,
 * which belongs to another event because giving one back changes its order.
 */
export async function plantRuns(app: TestApp) {
  const quiet = await ticketOnSale(app, { priceMinor: 2500 })
  const byHand = await ticketOnSale(app, { priceMinor: 2500 })
  await buyPlaces(app, quiet.id, 2)
  await buyPlaces(app, byHand.id, 6)
  const idOf = async (path: string, body: object): Promise<number> => {
    const { status, json } = await app.admin('POST', path, { as, body })
    if (status !== 201) throw new Error(`Planting failed: ${status} ${JSON.stringify(json)}`)
    return json.id as number
  }
  const planOf = (event: number, more: object = {}) =>
    idOf('/plans', { kind: 'refunds', event, ...more })
  const plans: number[] = []
  const runs: number[] = []
  for (let n = 0; n < 4; n += 1) plans.push(await planOf(quiet.eventId))
  for (let n = 0; n < 6; n += 1) {
    runs.push(await idOf('/runs', { plan: await planOf(quiet.eventId) }))
  }
  const hand = await idOf('/runs', { plan: await planOf(byHand.eventId, { how: 'by_hand' }) })
  return { plans, runs, itemsByHand: [1, 2, 3, 4, 5, 6].map(n => ({ id: hand, n })) }
}

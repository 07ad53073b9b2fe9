import type { Db } from '../../platform/db/database.ts'
import type { PlacedFact } from '../../platform/facts/lookup.ts'
import { placeIdsOfOrders } from '../../ticketing/attendees/lookup.ts'

/**
 * Adds the ids of its places to each change of an order, those that were given back included. They are looked up when
 * the change is read, so that a sale does not pay for them (contract.md 18.2).
 */
export async function namePlaces(db: Db, facts: readonly PlacedFact[]): Promise<PlacedFact[]> {
  const ids = [...new Set(facts.flatMap(fact => orderOf(fact) ?? []))]
  const places = await placeIdsOfOrders(db, ids)
  return facts.map(fact => {
    const order = orderOf(fact)
    if (order === undefined) return fact
    return { ...fact, payload: { ...fact.payload, attendee_ids: places.get(order) ?? [] } }
  })
}

function orderOf({ name, payload }: PlacedFact): number | undefined {
  const { order_id: id } = payload
  return name.startsWith('order.') && typeof id === 'number' ? id : undefined
}

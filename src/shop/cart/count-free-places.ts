import type { Tx } from '../../platform/db/database.ts'
import type { Unit } from '../../ticketing/inventory/rules.ts'
import type { Cart } from './lookup.ts'
import { byPool } from './network-limits.ts'
import { addFreePlaces } from './store.free-places.ts'

/**
 * Counts the places of carts that were ordered without paying for the networks that filled the carts; those of staff have
 * none. One statement for any number of carts. The caller has locked their pools.
 */
export async function countFreePlaces(
  tx: Tx,
  sold: readonly { cart: Pick<Cart, 'address'>; units: readonly Unit[] }[],
): Promise<void> {
  const ordered = sold.flatMap(({ cart: { address }, units }) => {
    if (address === '') return []
    const taken = units.map(unit => ({
      pools: [unit.poolId, unit.sharedPoolId],
      quantity: unit.quantity,
    }))
    return [...byPool(taken)].map(([pool_id, places]) => ({ address, pool_id, places }))
  })
  if (ordered.length > 0) await addFreePlaces(tx, ordered)
}

import type { Tx } from '../../platform/db/database.ts'
import type { Line } from './rules.ts'
import type { SellResult } from './sell-holds.ts'
import { settleStock } from './settle-stock.ts'

/** Takes stock straight to sold, without a cart: for staff and imports. All lines or none. */
export async function takeUnits(tx: Tx, lines: readonly Line[]): Promise<SellResult> {
  const [result] = await takeUnitsOfMany(tx, [lines])
  return result ?? { kind: 'short', shortages: [] }
}

/** `takeUnits` for many takers at once, each all or nothing, in the given order. */
export async function takeUnitsOfMany(
  tx: Tx,
  takers: readonly (readonly Line[])[],
): Promise<SellResult[]> {
  const wanted = takers.map(take => ({ cartId: null, take, as: 'sold' as const }))
  const settled = await settleStock(tx, wanted)
  return settled.map(({ decision }) =>
    decision.kind === 'taken' ? { kind: 'sold', units: decision.units } : decision,
  )
}

import type { PoolState } from './rules.ts'

/**
 * `own`: the ticket has a stock of its own. `global`: it sells the event's stock. `capped`: the event's
 * stock, up to a limit.
 */
export type StockMode = 'own' | 'capped' | 'global' | 'unlimited'

export type StockPlan = {
  readonly mode: StockMode
  /** The ticket's capacity, for `own` and `capped`; null is unlimited. */
  readonly capacity: number | null
  /** Instead of `capacity`: how many should remain to be sold. */
  readonly left?: number
  /** The capacity of the event's shared stock; absent leaves it unchanged. */
  readonly eventCapacity?: number | null
}

export type CapacityOutcome =
  | { readonly kind: 'allowed'; readonly pools: ReadonlyMap<number, PoolState> }
  | { readonly kind: 'refused'; readonly because: { capacity: number; sold: number; held: number } }

/** The ticket's own pool and the event's shared pool after a change of capacity or mode. */
export function planCapacity(
  pools: ReadonlyMap<number, PoolState>,
  { poolId, sharedPoolId }: { poolId: number; sharedPoolId: number | null },
  plan: StockPlan,
): CapacityOutcome {
  const result = new Map(pools)
  const own = result.get(poolId)
  if (!own) return { kind: 'allowed', pools }
  const target = drawsOnEvent(plan.mode) ? sharedPoolId : null
  moveUnits(result, own, target)
  const eventCapacity = target === null ? null : setEventCapacity(result, target, plan)
  const capacity = ownCapacity(own, plan, eventCapacity)
  result.set(poolId, { ...own, capacity, sharedPoolId: target })
  const over = [...result.values()].find(
    pool => pool.held + pool.sold > (pool.capacity ?? Infinity),
  )
  if (!over) return { kind: 'allowed', pools: result }
  const { sold, held } = over
  return { kind: 'refused', because: { capacity: over.capacity ?? 0, sold, held } }
}

/** Whether tickets of this mode draw on the event's shared stock. */
export const drawsOnEvent = (mode: StockMode) => mode === 'capped' || mode === 'global'

function setEventCapacity(pools: Map<number, PoolState>, id: number, { eventCapacity }: StockPlan) {
  const shared = pools.get(id)
  if (!shared) return null
  const capacity = eventCapacity === undefined ? shared.capacity : eventCapacity
  pools.set(id, { ...shared, capacity })
  return capacity
}

/** Places the ticket has sold or held count in the shared pool it now draws on, and in no other. */
function moveUnits(pools: Map<number, PoolState>, own: PoolState, target: number | null) {
  if (own.sharedPoolId === target) return
  const [from, to] = [own.sharedPoolId, target].map(id => (id === null ? undefined : pools.get(id)))
  if (from) pools.set(from.id, { ...from, held: from.held - own.held, sold: from.sold - own.sold })
  if (to) pools.set(to.id, { ...to, held: to.held + own.held, sold: to.sold + own.sold })
}

function ownCapacity(own: PoolState, plan: StockPlan, limit: number | null): number | null {
  if (plan.mode === 'global' || plan.mode === 'unlimited') return null
  const wanted = plan.left === undefined ? plan.capacity : plan.left + own.held + own.sold
  if (wanted === null || limit === null) return wanted
  return Math.min(wanted, limit)
}

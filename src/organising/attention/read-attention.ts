import { type Caller, canSomewhere, reachOf, userIdOf } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Deps } from '../deps.ts'
import { kindOf } from '../runs/all-kinds.ts'
import { kindNames } from '../runs/record/rules.ts'
import { inOrder, type Waiting } from './rules.ts'
import * as store from './store.ts'
import { tillsLeftOpen, waitingRuns } from './store.work.ts'

type Surroundings = Pick<Deps, 'clock' | 'gateways'> & { db: Db }

/**
 * What waits for the caller (contract.md 29.9). It is computed from the records each time, so that it is gone as soon as it is
 * solved, whoever solved it and by which way.
 */
export async function readAttention(
  { db, clock, gateways }: Surroundings,
  caller: Caller,
): Promise<Waiting[]> {
  await gateways.refresh()
  const now = clock.now()
  const takesMoney =
    !gateways.sandbox && (gateways.card !== undefined || gateways.wallet !== undefined)
  const at = (right: Parameters<typeof reachOf>[1]) => {
    const reach = reachOf(caller, right)
    return { reach, now, isNone: reach !== 'all' && reach.length === 0 }
  }
  const orders = at('orders.read')
  const tickets = at('tickets.write')
  const reports = at('reports.read')
  const tills = { reach: reachOf(caller, 'money.read'), userId: userIdOf(caller), now }
  const runs = kindNames.map(kind => ({ kind, ...at(kindOf(kind).right) }))
  const waiting: readonly Waiting[][] = [
    orders.isNone ? [] : await store.waitingOrders(db, orders),
    await waitingRuns(
      db,
      runs.filter(({ isNone }) => !isNone),
    ),
    // Their pages are of the desk.
    canSomewhere(caller, 'boxoffice.sell') ? await tillsLeftOpen(db, tills) : [],
    tickets.isNone ? [] : await store.eventsWithoutAccount(db, { ...tickets, takesMoney }),
    tickets.isNone ? [] : await store.eventsWithoutDoor(db, tickets),
    reports.isNone ? [] : await store.poolsNearlyFull(db, reports),
  ]
  return inOrder(waiting.flat())
}

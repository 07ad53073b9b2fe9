import type { Tx } from '../../platform/db/database.ts'
import { findSharedPool, insertSharedPool } from './store.ts'
import {
  addPlaces,
  insertBroughtPool,
  lockPoolsOfEvents,
  setCapacity,
  setOwnPool,
  sumShared,
} from './store.brought.ts'

/** The stock of a ticket type as another system says it (contract.md 35.3). */
export type BroughtStock = {
  readonly id: number
  readonly eventId: number
  readonly mode: string
  readonly capacity: number | null
  /** The places of the event that its tickets share. */
  readonly sharedCapacity: number | null
}

const shares = (mode: string) => mode === 'global' || mode === 'capped'

/** Locks the stock of events for an import, before it makes or counts places. */
export const lockStock = (tx: Tx, eventIds: readonly number[]) => lockPoolsOfEvents(tx, eventIds)

/** Makes the pools of new ticket types, and the shared ones of their events. Returns the own pool of each. */
export async function bringPools(
  tx: Tx,
  tickets: readonly BroughtStock[],
): Promise<Map<number, number>> {
  const pools = new Map<number, number>()
  const shared = await bringShared(tx, tickets)
  for (const { id, eventId, mode, capacity } of tickets) {
    const sharedPoolId = shares(mode) ? (shared.get(eventId) ?? null) : null
    pools.set(id, await insertBroughtPool(tx, { eventId, capacity, sharedPoolId }))
  }
  return pools
}

/** Changes the stock of ticket types that came before: capacities, and whether they draw on the event's places. */
export async function changeBroughtPools(tx: Tx, tickets: readonly BroughtStock[]): Promise<void> {
  const shared = await bringShared(tx, tickets)
  for (const { id, eventId, mode, capacity } of tickets) {
    const sharedPoolId = shares(mode) ? (shared.get(eventId) ?? null) : null
    await setOwnPool(tx, { ticketId: id, capacity, sharedPoolId })
  }
  await sumShared(tx, [...new Set(tickets.map(({ eventId }) => eventId))])
}

async function bringShared(tx: Tx, tickets: readonly BroughtStock[]): Promise<Map<number, number>> {
  const pools = new Map<number, number>()
  for (const { eventId, mode, sharedCapacity } of tickets) {
    if (!shares(mode) || pools.has(eventId)) continue
    const before = await findSharedPool(tx, eventId)
    if (before !== undefined) await setCapacity(tx, before, sharedCapacity)
    const pool = { eventId, capacity: sharedCapacity, sharedPoolId: null }
    const poolId = before ?? (await insertBroughtPool(tx, pool))
    if (before === undefined) await insertSharedPool(tx, eventId, poolId)
    pools.set(eventId, poolId)
  }
  return pools
}

/** Counts the places of attendees that came, or no longer counts them. The stock of their events is locked. */
export const countPlaces = (tx: Tx, attendeeIds: readonly number[], sign: 1 | -1) =>
  addPlaces(tx, attendeeIds, sign)

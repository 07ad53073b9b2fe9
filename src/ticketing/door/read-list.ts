import { fail } from '../../core/errors.ts'
import { logBounds, type PlacedFact, readFacts } from '../../platform/facts/lookup.ts'
import { placeIdsOfOrders } from '../attendees/lookup.ts'
import type { Deps } from '../deps.ts'
import { type ListedRow, listedWithIds, listForDoor } from './store.list.ts'

export const listedMost = 1000
const factsMost = 1000

export type ListPart = {
  readonly rows: readonly ListedRow[]
  /** The position of the facts up to which this part has everything. */
  readonly position: number
  /** Sent as `after` for the next part; null behind the last. */
  readonly next: number | null
}

/**
 * A part of everybody of an event (contract.md 34.4). The position is read before the rows, so whatever a part does not show
 * is among the changes after it; of several parts that of the first counts.
 */
export async function readPart(
  { db }: Pick<Deps, 'db'>,
  { eventId, after }: { eventId: number; after: number },
): Promise<ListPart> {
  const { last } = await logBounds(db)
  const rows = await listForDoor(db, { eventId, after, limit: listedMost + 1 })
  const more = rows.length > listedMost
  const shown = rows.slice(0, listedMost)
  return { rows: shown, position: last, next: more ? (shown.at(-1)?.id ?? null) : null }
}

export type Changed = {
  readonly rows: readonly ListedRow[]
  readonly position: number
  readonly more: boolean
}

/**
 * Those of an event who changed after a position, as they are now. Fails with `cursor_expired` when changes were deleted
 * since, or when the position belongs to another database: the list is read anew.
 */
export async function readChanged(
  { db }: Pick<Deps, 'db'>,
  { eventId, after }: { eventId: number; after: number },
): Promise<Changed> {
  const { first, last } = await logBounds(db)
  if (after < first - 1 || after > last) fail('cursor_expired', { data: { first: first - 1 } })
  const facts = await readFacts(db, { after, limit: factsMost, names: factsOfDoor })
  const more = facts.length === factsMost
  const orders = facts.flatMap(({ payload }) => numbersIn(payload, 'order_id', 'order_ids'))
  const places = await placeIdsOfOrders(db, [...new Set(orders)])
  const ids = new Set([
    ...facts.flatMap(({ payload }) => numbersIn(payload, 'attendee_id', 'attendee_ids')),
    ...[...places.values()].flat(),
  ])
  const rows = await listedWithIds(db, eventId, [...ids])
  const position = more ? (facts.at(-1)?.position ?? after) : Math.max(last, after)
  return { rows, position, more }
}

/** Every kind of fact that says that an attendee, or a place of an order, is not what it was. */
const factsOfDoor = [
  'order.created',
  'order.completed',
  'order.moved',
  'order.refunded',
  'attendee.registered',
  'attendee.changed',
  'attendee.checked_in',
  'attendee.check_in_undone',
  'attendee.passed_door',
] as const satisfies readonly PlacedFact['name'][]

function numbersIn(payload: PlacedFact['payload'], ...names: string[]): number[] {
  return names.flatMap(name => {
    const value = payload[name]
    return typeof value === 'number' ? [value] : Array.isArray(value) ? [...value] : []
  })
}

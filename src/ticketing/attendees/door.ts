import type { Tx } from '../../platform/db/database.ts'
import { changeTicketCounts } from './store.counts.ts'
import {
  type AtDoor,
  type Entry,
  lockForDoor,
  rewriteInside,
  writeInside,
  writeOutside,
} from './store.door.ts'

export type { AtDoor, Entry }

/**
 * Locks attendees in the order of their ids, so that concurrent scans of one attendee are decided one after
 * the other.
 */
export const lockAtDoor = (tx: Tx, ids: readonly number[]): Promise<AtDoor[]> =>
  lockForDoor(tx, ids)

type Passage = Pick<Entry, 'id' | 'eventId' | 'ticketId' | 'orderStatus'>

/**
 * Checks in those attendees who are not inside: one conditional update, and one of their tickets' counters.
 * Returns the ones it checked in.
 */
export async function letIn(tx: Tx, entries: readonly Entry[]): Promise<Set<number>> {
  const ids = await writeInside(tx, entries)
  await count(tx, { of: entries, ids, by: 1 })
  return ids
}

/** Gives attendees who are checked in another first check-in: one that became known later. */
export const letInBefore = (tx: Tx, entries: readonly Entry[]): Promise<void> =>
  rewriteInside(tx, entries)

/** Undoes check-ins. Returns the attendees it checked out. */
export async function letOut(tx: Tx, attendees: readonly Passage[]): Promise<Set<number>> {
  const left = await writeOutside(
    tx,
    attendees.map(({ id }) => id),
  )
  // A place that was given back is in no counter any more.
  const counted = left.filter(({ status }) => status === 'publish')
  await count(tx, { of: attendees, ids: new Set(counted.map(({ id }) => id)), by: -1 })
  return new Set(left.map(({ id }) => id))
}

type PassageCount = {
  of: readonly Passage[]
  ids: ReadonlySet<number>
  by: 1 | -1
}

async function count(tx: Tx, { of, ids, by }: PassageCount) {
  const changed = of.filter(({ id }) => ids.has(id))
  await changeTicketCounts(
    tx,
    changed.map(({ eventId, ticketId, orderStatus }) => ({
      eventId,
      ticketId,
      orderStatus,
      attendees: 0,
      checkedIn: by,
      listed: 0,
      going: null,
    })),
  )
}

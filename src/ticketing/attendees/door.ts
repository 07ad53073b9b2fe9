import type { Tx } from '../../platform/db/database.ts'
import { changeTicketCounts } from './store.counts.ts'
import { type AtDoor, type Entry, lockForDoor, writeInside, writeOutside } from './store.door.ts'
import { lockAttendees } from './store.ts'

export { type AtDoor, type Entry, lockAttendees }

/** Locks attendees, in the order of their ids, so that of several scanners one decides after the other. */
export const lockAtDoor = (tx: Tx, ids: readonly number[]): Promise<AtDoor[]> =>
  lockForDoor(tx, ids)

type Passing = Pick<Entry, 'id' | 'eventId' | 'ticketId' | 'orderStatus'>

/** Lets attendees in who are not inside: one conditional update, one of their tickets' counters. Answers whom. */
export async function letIn(tx: Tx, entries: readonly Entry[]): Promise<Set<number>> {
  const ids = await writeInside(tx, entries)
  await count(tx, { of: entries, ids, by: 1 })
  return ids
}

/** Takes entries back. Answers whose. */
export async function letOut(tx: Tx, attendees: readonly Passing[]): Promise<Set<number>> {
  const ids = await writeOutside(
    tx,
    attendees.map(({ id }) => id),
  )
  await count(tx, { of: attendees, ids, by: -1 })
  return ids
}

type Counting = {
  of: readonly Passing[]
  ids: ReadonlySet<number>
  by: 1 | -1
}

async function count(tx: Tx, { of, ids, by }: Counting) {
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

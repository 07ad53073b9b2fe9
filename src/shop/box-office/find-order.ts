import { findAttendee } from '../../ticketing/attendees/lookup.ts'
import { readDoorCode } from '../../ticketing/checkin/door-code.ts'
import { attendeeWithDoorCode } from '../../ticketing/checkin/lookup.door-codes.ts'
import { proves } from '../../ticketing/checkin/prove.ts'
import { matchOf, readScanned } from '../../ticketing/checkin/scan-ticket.ts'
import type { Deps } from '../deps.ts'
import { type DeskOrderRow, findDeskOrder } from './store.awaited.ts'

type ShownCode = { eventId: number; code: string; userId: number | null }

/**
 * The order of an event whose ticket somebody shows at the desk: by what was scanned, by the eight letters, or by its number
 * (contract.md 39.10). Undefined for what is of no order of this event.
 */
export async function findShownOrder(
  deps: Pick<Deps, 'db' | 'random'>,
  { eventId, code, userId }: ShownCode,
): Promise<DeskOrderRow | undefined> {
  const id = await orderIdOf(deps, { eventId, code: code.trim(), userId })
  const order = id === null ? undefined : await findDeskOrder(deps.db, id)
  return order?.event_id === eventId ? order : undefined
}

async function orderIdOf(
  deps: Pick<Deps, 'db' | 'random'>,
  { eventId, code, userId }: ShownCode,
): Promise<number | null> {
  if (/^#?[1-9]\d{0,14}$/.test(code)) return Number(code.replace('#', ''))
  const typed = readDoorCode(code)
  if (typed !== undefined) {
    const id = await attendeeWithDoorCode(deps.db, { code: typed, eventId })
    return id === undefined ? null : ((await findAttendee(deps.db, id))?.order_id ?? null)
  }
  const scanner = { key: undefined, userId, reach: [eventId] }
  const match = await matchOf(deps, { scanned: readScanned(code), scanner })
  return match && proves(match.proof, match.attendee) ? match.attendee.order_id : null
}

import type { Deps } from '../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type AtDoor, type Entry, letIn, lockAtDoor } from '../attendees/door.ts'
import type { LaneKind } from '../inventory/lanes.ts'
import { logDoor, type ScanRow } from './log-door.ts'
import { type Proof, proves, standingOf } from './prove.ts'
import { type EntryWindow, type Refusal, refusalOf } from './rules.ts'
import { findScans } from './store.ts'

export type CheckIn = {
  readonly attendeeId: number
  readonly eventId: number
  readonly proof: Proof
  /** When the attendee entered: now, or when an offline device scanned the ticket. */
  readonly at: Date
  readonly source: 'site' | 'app'
  readonly userId: number | null
  readonly scannerKeyId: number | null
  /** Shown to staff who scan the ticket again. */
  readonly device: string | null
  /** The device's own id for this scan. A repeated scan with the same nonce gets the same answer. */
  readonly nonce: string | null
  readonly window: EntryWindow
}

/**
 * Whether the attendee was let in, and the attendee after the scan. For an attendee who was already inside:
 * since when, and checked in by whom.
 */
export type CheckInResult = {
  readonly refusal: Refusal | 'attendee_not_found' | 'nonce_reused' | undefined
  readonly now: Pick<
    AtDoor,
    'checked_in_at' | 'check_in_source' | 'check_in_user_id' | 'check_in_device'
  >
}

/**
 * Checks an attendee in, or returns why not. Concurrent scans of one event are settled in one batch, so a
 * crowd at the door does not wait for its ticket's counters. Of two scans of one attendee, the first checks
 * in.
 */
export function checkIn({ lanes }: Pick<Deps, 'lanes'>, scan: CheckIn): Promise<CheckInResult> {
  return lanes.run([scan.eventId], checkInKind, scan)
}

const outside = {
  checked_in_at: null,
  check_in_source: null,
  check_in_user_id: null,
  check_in_device: null,
}

const checkInKind: LaneKind<CheckIn, CheckInResult> = {
  name: 'check-in',
  locksItself: 'always',
  settle: async (tx, scans) => {
    const [states, earlier] = await Promise.all([lockedStates(tx, scans), earlierScans(tx, scans)])
    const entries: Entry[] = []
    const rows: ScanRow[] = []
    const results = scans.map(scan => {
      const state = states.get(scan.attendeeId)
      if (!state) return { refusal: 'attendee_not_found' as const, now: outside }
      const key = nonceKey(scan)
      const before = key === undefined ? undefined : earlier.get(key)
      if (before) return repeated(scan, before, state)
      const refusal = refusalOf(standingOf(state), state, {
        isProven: proves(scan.proof, state),
        byStaff: scan.proof.kind === 'staff',
        isCheckedIn: state.checked_in_at !== null,
        at: scan.at,
        window: scan.window,
      })
      const row = rowOf(scan, refusal)
      rows.push(row)
      if (key !== undefined) earlier.set(key, row)
      if (refusal !== undefined) return { refusal, now: state }
      const inside = enter(state, scan)
      states.set(scan.attendeeId, inside)
      entries.push(entryOf(scan, state))
      return { refusal: undefined, now: inside }
    })
    const [admitted] = await Promise.all([letIn(tx, entries), logDoor(tx, rows)])
    if (admitted.size !== entries.length) throw new Error('A locked attendee was let in elsewhere.')
    return results
  },
}

async function lockedStates(tx: Tx, requests: readonly { attendeeId: number }[]) {
  const locked = await lockAtDoor(
    tx,
    requests.map(({ attendeeId }) => attendeeId),
  )
  return new Map(locked.map(state => [state.id, state]))
}

/** A nonce is unique only within the device or person that sent it. */
const nonceKey = ({
  nonce,
  scannerKeyId,
  userId,
}: Pick<CheckIn, 'nonce' | 'scannerKeyId' | 'userId'>) =>
  nonce === null ? undefined : `${scannerKeyId ?? 0}:${userId ?? 0}:${nonce}`

async function earlierScans(tx: Tx, scans: readonly CheckIn[]) {
  const named = scans.flatMap(({ nonce, scannerKeyId, userId }) =>
    nonce === null ? [] : [{ nonce, scannerKeyId, userId }],
  )
  const rows = await findScans(tx, named)
  return new Map(
    rows.map(row => {
      const { nonce, scanner_key_id, user_id } = row
      return [nonceKey({ nonce, scannerKeyId: scanner_key_id, userId: user_id }), row]
    }),
  )
}

function repeated(scan: CheckIn, before: ScanRow, state: AtDoor): CheckInResult {
  if (before.attendee_id !== scan.attendeeId) return { refusal: 'nonce_reused', now: outside }
  return { refusal: (before.reason ?? undefined) as Refusal | undefined, now: state }
}

function rowOf(scan: CheckIn, refusal: Refusal | undefined): ScanRow {
  return {
    attendee_id: scan.attendeeId,
    kind: refusal === undefined ? 'admitted' : 'refused',
    reason: refusal ?? null,
    device_at: scan.at,
    source: scan.source,
    user_id: scan.userId,
    scanner_key_id: scan.scannerKeyId,
    nonce: scan.nonce,
  }
}

const enter = (state: AtDoor, scan: CheckIn): AtDoor => ({
  ...state,
  checked_in_at: scan.at,
  check_in_source: scan.source,
  check_in_user_id: scan.userId,
  check_in_device: scan.device,
})

const entryOf = (scan: CheckIn, state: AtDoor): Entry => ({
  id: scan.attendeeId,
  eventId: state.event_id,
  ticketId: state.ticket_id,
  orderStatus: state.order_status,
  at: scan.at,
  source: scan.source,
  userId: scan.userId,
  device: scan.device,
})

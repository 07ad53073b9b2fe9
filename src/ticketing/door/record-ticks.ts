import type { EventRow } from '../../catalogue/events/lookup.ts'
import { entryWindow } from '../checkin/scan-ticket.ts'
import type { Deps } from '../deps.ts'
import { sendScans, type ScanResult } from './send-scans.ts'
import type { SentScan } from './sent-scan.ts'
import { listOfEvent } from './store.devices.ts'
import { tickedOnList } from './store.scans.ts'
import { eveningOf } from './view.ts'

type Ticks = {
  event: EventRow
  attendeeIds: readonly number[]
  /** When they came in, as far as anybody knows. */
  at: Date
  userId: number | null
}

/**
 * Records the ticks of a printed list as scans that let somebody in (contract.md 34.8). Who was ticked before is left out, so
 * sending a page twice is no second admission. Returns what each became.
 */
export async function recordTicks(
  deps: Pick<Deps, 'db' | 'clock' | 'lanes' | 'config'>,
  { event, attendeeIds, at, userId }: Ticks,
): Promise<ScanResult[]> {
  const now = deps.clock.now()
  const deviceId = await listOfEvent(deps.db, event.id, now)
  const ticked = await tickedOnList(deps.db, deviceId, attendeeIds)
  const scans = [...new Set(attendeeIds)]
    .filter(id => !ticked.has(id))
    .map(
      (attendeeId): SentScan => ({
        seq: 0,
        kind: 'in',
        deviceAt: at,
        attendeeId,
        proof: { kind: 'none' },
        verdict: 'admitted',
        reason: userId === null ? 'list' : `list, user ${userId}`,
        unknown: 'unknown',
        gateId: null,
        ofSeq: null,
      }),
    )
  if (scans.length === 0) return []
  return sendScans(deps, {
    deviceId,
    isNumbered: false,
    evening: eveningOf(event, entryWindow(deps.config)),
    gates: new Map(),
    skewMs: 0,
    now,
    scans,
    seen: { version: undefined, unsent: undefined, battery: undefined },
  })
}

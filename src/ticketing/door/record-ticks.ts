import type { EventRow } from '../../catalogue/events/lookup.ts'
import { entryWindow } from '../checkin/scan-ticket.ts'
import type { Deps } from '../deps.ts'
import { sendScans, type ScanResult } from './send-scans.ts'
import type { SentScan } from './sent-scan.ts'
import { momentOfTick } from './rules.ticks.ts'
import { listOfEvent } from './store.devices.ts'
import { eveningOf } from './view.ts'

type Ticks = {
  event: EventRow
  attendeeIds: readonly number[]
  /** When they came in, as far as anybody knows: hour and minute at the event. */
  time: string
  userId: number | null
}

/**
 * Records the ticks of a printed list as scans that let somebody in (contract.md 34.8). Who was ticked before is left out, so
 * sending a page twice is no second admission. Returns what each became.
 */
export async function recordTicks(
  deps: Pick<Deps, 'db' | 'clock' | 'lanes' | 'config'>,
  { event, attendeeIds, time, userId }: Ticks,
): Promise<ScanResult[]> {
  const now = deps.clock.now()
  const deviceId = await listOfEvent(deps.db, event.id, now)
  const deviceAt = momentOfTick(time, { event, now })
  const scans = [...new Set(attendeeIds)].map(
    (attendeeId): SentScan => ({
      seq: 0,
      kind: 'in',
      deviceAt,
      attendeeId,
      proof: { kind: 'none' },
      verdict: 'admitted',
      reason: userId === null ? 'list' : `list, user ${userId}`,
      unknown: 'unknown',
      gateId: null,
      ofSeq: null,
    }),
  )
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

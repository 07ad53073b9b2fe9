import { createHmac, timingSafeEqual } from 'node:crypto'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { fail } from '../../core/errors.ts'
import { entryWindow } from '../checkin/scan-ticket.ts'
import type { Deps } from '../deps.ts'
import { type ScanFile, sealedText } from './rules.file.ts'
import { scansMost } from './schema.scans.ts'
import { type ScanResult, sendScans } from './send-scans.ts'
import type { SentScan } from './sent-scan.ts'
import { findDeviceKey } from './store.devices.ts'
import { listGates } from './store.gates.ts'
import { eveningOf } from './view.ts'

type QueueUpload = { file: ScanFile & { seal: string }; scans: readonly SentScan[] }

/**
 * Takes the file of scans that a phone saved, as if the phone had sent them (contract.md 34.8). Fails with `door-file-not-valid` when
 * the seal is not that of this phone.
 */
export async function takeScanFile(
  deps: Deps,
  { file, scans }: QueueUpload,
): Promise<ScanResult[]> {
  const { db } = deps
  const key = await findDeviceKey(db, file.device)
  const seal = createHmac('sha256', key?.secret_hash ?? '')
    .update(sealedText(file))
    .digest()
  const isTheirs = key?.secret_hash && timingSafeEqual(seal, Buffer.from(file.seal, 'hex'))
  if (!isTheirs) fail('door-file-not-valid')
  const event = (await findEvent(db, file.event)) ?? fail('rest-event-not-found')
  const gates = await listGates(db, event.id)
  const rules = new Map(gates.map(({ id, ticket_ids }) => [id, { ticketIds: ticket_ids }]))
  const results: ScanResult[] = []
  for (let at = 0; at < scans.length; at += scansMost) {
    const part = scans.slice(at, at + scansMost)
    const answers = await sendScans(deps, {
      deviceId: file.device,
      isNumbered: true,
      evening: eveningOf(event, entryWindow(deps.config)),
      gates: rules,
      skewMs: file.skew_ms,
      now: deps.clock.now(),
      scans: part.map(scan => ({
        ...scan,
        gateId: scan.gateId !== null && rules.has(scan.gateId) ? scan.gateId : null,
      })),
      seen: { version: undefined, unsent: scans.length - at - part.length, battery: undefined },
    })
    results.push(...answers)
  }
  return results
}

/** How many scans ended in what, the most first. */
export function endsOf(results: readonly ScanResult[]): { result: string; scans: number }[] {
  const counts = new Map<string, number>()
  for (const { result } of results) counts.set(result, (counts.get(result) ?? 0) + 1)
  return [...counts]
    .map(([result, scans]) => ({ result, scans }))
    .toSorted((one, other) => other.scans - one.scans)
}

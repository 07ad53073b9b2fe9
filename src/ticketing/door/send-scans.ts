import { AppError } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../deps.ts'
import { type LaneKind, type Refused, refused } from '../inventory/lanes.ts'
import { receiveScans } from './receive-scans.ts'
import type { SentScan, Upload } from './sent-scan.ts'
import { lockDevices, type LockedDevice, noteSightings } from './store.devices.ts'
import { findScansByNumber, type ScanEnd, tickedOnList } from './store.scans.ts'

export type ScanResult = {
  readonly seq: number
  readonly result: ScanEnd
  readonly refusal: string | null
}

/**
 * Stores the scans of a phone and says what each is (contract.md 34.6). A number that was sent before gets the answer that it
 * got. Fails with `door-scans-gap` when numbers are missing before these, and with `door-device-revoked`.
 */
export function sendScans({ lanes }: Pick<Deps, 'lanes'>, upload: Upload): Promise<ScanResult[]> {
  return lanes.run([upload.evening.id], sendKind, upload)
}

/** The uploads of one batch are settled together: whoever waits at a door waits for one transaction. */
const sendKind: LaneKind<Upload, ScanResult[]> = {
  name: 'door-scans',
  locksItself: 'always',
  settle: async (tx, requests) => {
    const ids = [...new Set(requests.map(({ deviceId }) => deviceId))]
    const devices = new Map((await lockDevices(tx, ids)).map(device => [device.id, device]))
    const uploads = await withoutTicked(tx, requests)
    const last = new Map([...devices].map(([id, { last_seq }]) => [id, last_seq]))
    const plans = uploads.map(upload => planOf(upload, devices.get(upload.deviceId), last))
    const fresh = plans.flatMap((plan, at) =>
      plan instanceof AppError ? [] : [{ upload: uploads[at] as Upload, scans: plan.fresh }],
    )
    const stored = await receiveScans(tx, fresh)
    const before = await earlierScans(tx, uploads, plans)
    const answers = new Map([...before, ...stored].map(row => [numberOf(row), row]))
    const accepted = uploads.filter((_, at) => !(plans[at] instanceof AppError))
    const [first] = accepted
    if (first) await noteSightings(tx, first.now, sightings(accepted, last))
    return uploads.map((upload, at): ScanResult[] | Refused => {
      const plan = plans[at]
      if (!plan || plan instanceof AppError)
        return refused(plan ?? new AppError('door-device-revoked'))
      return plan.all.map(({ seq }) => {
        const row = answers.get(numberOf({ device_id: upload.deviceId, seq }))
        if (!row) throw new Error('A scan that was stored is not there.')
        return { seq, result: row.result, refusal: row.refusal }
      })
    })
  },
}

/** Whoever was ticked on a printed list before is not ticked again, also by two people at once: its device is locked. */
async function withoutTicked(tx: Tx, uploads: readonly Upload[]): Promise<Upload[]> {
  const ticked = new Set<string>()
  const left: Upload[] = []
  for (const upload of uploads) {
    const { deviceId, isNumbered, scans } = upload
    const ids = isNumbered ? [] : scans.flatMap(({ attendeeId }) => attendeeId ?? [])
    for (const id of await tickedOnList(tx, deviceId, ids)) ticked.add(`${deviceId}:${id}`)
    const isNew = (id: number | null) => id === null || !ticked.has(`${deviceId}:${id}`)
    left.push(
      isNumbered ? upload : { ...upload, scans: scans.filter(scan => isNew(scan.attendeeId)) },
    )
    for (const id of ids) ticked.add(`${deviceId}:${id}`)
  }
  return left
}

const numberOf = ({ device_id, seq }: { device_id: number; seq: number }) => `${device_id}:${seq}`

type Plan = { all: readonly SentScan[]; fresh: readonly SentScan[] }

/** Which scans are new. Moves `last` to the last of them. */
function planOf(
  { deviceId, scans, isNumbered }: Upload,
  device: LockedDevice | undefined,
  last: Map<number, number>,
): Plan | AppError {
  if (!device || device.revoked_at !== null) return new AppError('door-device-revoked')
  const lastSeen = last.get(deviceId) ?? 0
  const all = isNumbered ? scans : scans.map((scan, at) => ({ ...scan, seq: lastSeen + 1 + at }))
  const sorted = all.toSorted((one, other) => one.seq - other.seq)
  const fresh = sorted.filter(({ seq }) => seq > lastSeen)
  const isWhole = fresh.every(({ seq }, at) => seq === lastSeen + 1 + at)
  if (!isWhole) return new AppError('door-scans-gap', { data: { next: lastSeen + 1 } })
  last.set(deviceId, lastSeen + fresh.length)
  return { all, fresh }
}

/** The stored scans among those that were sent. */
async function earlierScans(
  tx: Tx,
  uploads: readonly Upload[],
  plans: readonly (Plan | AppError)[],
) {
  const named = uploads.flatMap(({ deviceId }, at) => {
    const plan = plans[at]
    if (!plan || plan instanceof AppError) return []
    const fresh = new Set(plan.fresh.map(({ seq }) => seq))
    return plan.all
      .filter(({ seq }) => !fresh.has(seq))
      .map(({ seq }) => ({ device_id: deviceId, seq }))
  })
  return findScansByNumber(tx, named)
}

const sightings = (accepted: readonly Upload[], last: ReadonlyMap<number, number>) => {
  const byDevice = new Map(accepted.map(({ deviceId, seen }) => [deviceId, seen]))
  return [...byDevice].map(([id, seen]) => ({ id, last_seq: last.get(id) ?? 0, ...seen }))
}

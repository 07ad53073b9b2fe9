import type { Tx } from '../../platform/db/database.ts'
import { type AtDoor, lockAtDoor } from '../attendees/door.ts'
import { logEarlier, noteConflicts } from '../checkin/log-door.ts'
import { otherPassagesOf } from '../checkin/lookup.passages.ts'
import { proves, standingOf } from '../checkin/prove.ts'
import { codeHash, doorCodeHash } from './code-hash.ts'
import { type DoorHistory, mergeKnown } from './merge-known.ts'
import { type MergedPassages, passageKey } from './rules.merge.ts'
import { type ShownProof, ticketRefusal } from './rules.ts'
import type { SentProof, SentScan, Upload } from './sent-scan.ts'
import { entriesOfAttendees } from './store.entries.ts'
import {
  findScansByNumber,
  insertDoorScans,
  type ScanRow,
  scansOfAttendees,
  writeMerged,
} from './store.scans.ts'
import { writePassings } from './write-passings.ts'

type Fresh = { upload: Upload; scans: readonly SentScan[] }

/**
 * Stores new scans of phones that are locked, merges them with everything else that is known of their attendees, and writes
 * what became of it: who is checked in, who is inside, and what earlier scans are now.
 */
export async function receiveScans(tx: Tx, fresh: readonly Fresh[]): Promise<ScanRow[]> {
  const drafts = fresh.flatMap(({ upload, scans }) => scans.map(scan => draftOf(upload, scan)))
  if (drafts.length === 0) return []
  const named = await withTargets(tx, drafts)
  const ids = [...new Set(named.flatMap(({ row }) => row.attendee_id ?? []))]
  const attendees = new Map((await lockAtDoor(tx, ids)).map(one => [one.id, one]))
  await logUnlogged(tx, [...attendees.values()])
  const history = await knownOf(tx, ids)
  const alone = decidedAlone(named)
  const rows = named.map(draft => judged(draft, { attendees, history, alone }))
  const merged = mergeKnown(rows, { attendees, history })
  const ended = rows.map(row => endOf(row, rows, merged))
  await insertDoorScans(tx, ended)
  await writeEnds(tx, { rows: ended, history, merged })
  await writePassings(tx, { attendees, merged, others: history.others })
  return ended
}

type Draft = { upload: Upload; scan: SentScan; row: ScanRow }

function draftOf(upload: Upload, scan: SentScan): Draft {
  const corrected = scan.deviceAt.getTime() + upload.skewMs
  const at = new Date(Math.min(corrected, upload.now.getTime()))
  const row: ScanRow = {
    device_id: upload.deviceId,
    seq: scan.seq,
    event_id: upload.evening.id,
    attendee_id: scan.attendeeId,
    kind: scan.kind,
    at,
    device_at: scan.deviceAt,
    gate_id: scan.gateId,
    verdict: scan.verdict,
    reason: scan.reason,
    refusal: null,
    of_seq: scan.ofSeq,
    result: 'ignored',
    merged: 'ignored',
  }
  return { upload, scan, row }
}

/** A scan that names another by its number is about the attendee of that one. */
async function withTargets(tx: Tx, drafts: readonly Draft[]): Promise<Draft[]> {
  const own = new Map(drafts.map(({ row }) => [passageOf(row), row]))
  const wanted = drafts.flatMap(({ row: { device_id, of_seq } }) =>
    of_seq === null || own.has(`${device_id}:${of_seq}`) ? [] : [{ device_id, seq: of_seq }],
  )
  const stored = await findScansByNumber(tx, wanted)
  const all = new Map([...own, ...stored.map(row => [passageOf(row), row] as const)])
  return drafts.map(draft => {
    const { row } = draft
    if (row.of_seq === null) return draft
    const target = all.get(`${row.device_id}:${row.of_seq}`)
    return { ...draft, row: { ...row, attendee_id: target?.attendee_id ?? null } }
  })
}

const passageOf = ({ device_id, seq }: { device_id: number; seq: number }) => `${device_id}:${seq}`

/** Check-ins that the log does not have, such as imported ones, are written into it first. */
async function logUnlogged(tx: Tx, attendees: readonly AtDoor[]) {
  const inside = attendees.filter(({ checked_in_at: at }) => at !== null)
  const ids = inside.map(({ id }) => id)
  const [others, scans] = [await otherPassagesOf(tx, ids), await scansOfAttendees(tx, ids)]
  const logged = new Set([...others, ...scans].map(({ attendee_id }) => attendee_id))
  const missing = inside.filter(({ id }) => !logged.has(id))
  await logEarlier(
    tx,
    missing.map(({ id, checked_in_at: at }) => ({ attendeeId: id, at: at as Date })),
  )
}

async function knownOf(tx: Tx, ids: readonly number[]): Promise<DoorHistory> {
  const scans = await scansOfAttendees(tx, ids)
  const others = await otherPassagesOf(tx, ids)
  return { scans, others, entries: await entriesOfAttendees(tx, ids) }
}

/** The scans that waited, and whose phones had decided before we saw them: nobody waits for the answer any more. */
const decidedAlone = (drafts: readonly Draft[]): ReadonlySet<string> =>
  new Set(
    drafts.flatMap(({ row: { kind, device_id, of_seq: seq } }) =>
      kind === 'stands' && seq !== null ? [passageOf({ device_id, seq })] : [],
    ),
  )

type DoorKnowledge = {
  attendees: ReadonlyMap<number, AtDoor>
  history: DoorHistory
  alone: ReadonlySet<string>
}

/** The scan with what speaks against its ticket now. Whoever is at another event is nobody here, whatever the scan says of them. */
function judged(draft: Draft, knowledge: DoorKnowledge): ScanRow {
  const { scan, row } = draft
  // A scan about another one of its phone is of whomever that one is.
  if (row.of_seq !== null) return row
  const isIn = row.kind === 'in'
  if (row.attendee_id === null) return isIn ? { ...row, refusal: scan.unknown } : row
  const attendee = knowledge.attendees.get(row.attendee_id)
  if (attendee?.event_id !== row.event_id) {
    const refusal = attendee ? 'other_event' : 'unknown'
    return { ...row, attendee_id: null, refusal: isIn ? refusal : null }
  }
  return isIn ? entering(draft, attendee, knowledge) : row
}

/** One that waits counts after everything that was answered before it; one whose phone decided alone counts when it did. */
function entering(
  { upload, scan, row }: Draft,
  attendee: AtDoor,
  { history, alone }: DoorKnowledge,
): ScanRow {
  const isWaiting = row.verdict === 'waits' && !alone.has(passageOf(row))
  const at = isWaiting ? afterAll(attendee.id, upload.now, history) : row.at
  const ticket = {
    ...standingOf(attendee),
    ticketId: attendee.ticket_id,
    entry: history.entries.get(attendee.id) ?? ('once' as const),
  }
  const refusal = ticketRefusal(ticket, {
    evening: upload.evening,
    // Where a phone let somebody in, the gate does not matter any more.
    gate: isWaiting && row.gate_id !== null ? (upload.gates.get(row.gate_id) ?? null) : null,
    shown: shownBy(scan.proof, attendee),
    at,
  })
  return { ...row, at, refusal: refusal ?? null }
}

function afterAll(attendeeId: number, now: Date, { scans, others }: DoorHistory): Date {
  const times = [...scans, ...others]
    .filter(({ attendee_id }) => attendee_id === attendeeId)
    .map(({ at }) => at.getTime() + 1)
  return new Date(Math.max(now.getTime(), ...times))
}

function shownBy(proof: SentProof, attendee: AtDoor): ShownProof {
  if (proof.kind === 'signed') return proof
  if (proof.kind === 'none') return { kind: 'staff' }
  const isRight =
    proof.kind === 'code'
      ? proves(proof, attendee)
      : proof.hash === (proof.kind === 'typed' ? doorCodeHash : codeHash)(attendee)
  return { kind: 'secret', isRight }
}

/** What a new scan ended in. */
function endOf(
  row: ScanRow,
  rows: readonly ScanRow[],
  merged: ReadonlyMap<number, MergedPassages>,
): ScanRow {
  const end = (result: ScanRow['result']): ScanRow => ({ ...row, result, merged: result })
  const isGuest = row.kind === 'guest_in' || row.kind === 'guest_out'
  if (isGuest) {
    const isUndone = rows.some(
      other =>
        other.kind === 'undo' && other.device_id === row.device_id && other.of_seq === row.seq,
    )
    return end(isUndone ? 'undone' : 'counted')
  }
  if (row.of_seq !== null) return end(row.kind === 'undo' ? 'undone' : 'ignored')
  if (row.attendee_id === null) {
    // A phone that let in what we do not know says so: somebody is inside.
    return end(row.kind !== 'in' ? 'ignored' : row.verdict === 'admitted' ? 'conflict' : 'refused')
  }
  return end(merged.get(row.attendee_id)?.results.get(keyOf(row)) ?? 'ignored')
}

const keyOf = ({ device_id, seq }: ScanRow) => passageKey({ deviceId: device_id, seq })

type Ends = {
  rows: readonly ScanRow[]
  history: DoorHistory
  merged: ReadonlyMap<number, MergedPassages>
}

/** Writes what earlier scans and check-ins are now. */
async function writeEnds(tx: Tx, { rows, history, merged }: Ends) {
  const endNow = (attendeeId: number | null, key: string) =>
    attendeeId === null ? undefined : merged.get(attendeeId)?.results.get(key)
  const scans = history.scans.flatMap(row => {
    const now = endNow(row.attendee_id, keyOf(row))
    return now === undefined || now === row.merged ? [] : [{ ...row, merged: now }]
  })
  // A guest who was counted by mistake has no attendee.
  const guests = rows.flatMap(({ kind, of_seq: seq, attendee_id, device_id }) =>
    kind === 'undo' && seq !== null && attendee_id === null
      ? [{ device_id, seq, merged: 'undone' as const }]
      : [],
  )
  await writeMerged(tx, [...scans, ...guests])
  const others = history.others.flatMap(other => {
    const now = endNow(other.attendee_id, passageKey({ deviceId: 0, seq: other.id }))
    const isConflict = now === 'conflict'
    return isConflict === other.is_conflict ? [] : [{ id: other.id, is_conflict: isConflict }]
  })
  await noteConflicts(tx, others)
}

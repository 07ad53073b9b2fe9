import type { AtDoor } from '../attendees/door.ts'
import type { OtherPassage } from '../checkin/lookup.passages.ts'
import {
  type ClientVerdict,
  type Merged,
  type MergedPassages,
  mergePassages,
  type Passage,
} from './rules.merge.ts'
import type { EntryRule } from './rules.ts'
import type { ScanRow } from './store.scans.ts'

export type DoorHistory = {
  scans: readonly ScanRow[]
  others: readonly OtherPassage[]
  entries: ReadonlyMap<number, EntryRule>
}

type Doorway = { attendees: ReadonlyMap<number, AtDoor>; history: DoorHistory }

/** What everything is that is known of each attendee. */
export function mergeKnown(rows: readonly ScanRow[], { attendees, history }: Doorway) {
  const all = [...history.scans, ...rows]
  const isNew = new Set(rows)
  const named = (kind: 'undo' | 'stands') =>
    new Set(
      all.flatMap(row =>
        row.kind === kind && row.of_seq !== null ? [`${row.device_id}:${row.of_seq}`] : [],
      ),
    )
  const marks = { undone: named('undo'), stands: named('stands') }
  const merged = new Map<number, MergedPassages>()
  for (const { id, event_zone: zone } of attendees.values()) {
    const passages = [
      ...all.filter(row => row.attendee_id === id).flatMap(row => passageOfScan(row, marks, isNew)),
      ...history.others.filter(other => other.attendee_id === id).map(passageOfOther),
    ]
    const entry = history.entries.get(id) ?? 'once'
    merged.set(id, mergePassages(passages, { entry, zone }))
  }
  return merged
}

type Marks = { undone: ReadonlySet<string>; stands: ReadonlySet<string> }

function passageOfScan(row: ScanRow, marks: Marks, isNew: ReadonlySet<ScanRow>): Passage[] {
  const key = `${row.device_id}:${row.seq}`
  const place = { deviceId: row.device_id, seq: row.seq, at: row.at, gateId: row.gate_id }
  const isUndone = marks.undone.has(key)
  if (row.kind === 'out') return [{ ...place, kind: 'out', isUndone }]
  if (row.kind === 'undo' && row.of_seq === null) return [{ ...place, kind: 'undo' }]
  if (row.kind !== 'in') return []
  return [
    {
      ...place,
      kind: 'in',
      isUndone,
      verdict: row.verdict as ClientVerdict,
      stands: marks.stands.has(key),
      answered: row.verdict !== 'waits' || isNew.has(row) ? undefined : (row.result as Merged),
      isValid: row.refusal === null,
    },
  ]
}

function passageOfOther({ id, kind, at }: OtherPassage): Passage {
  const place = { deviceId: 0, seq: id, at, gateId: null }
  if (kind === 'undone') return { ...place, kind: 'undo' }
  return {
    ...place,
    kind: 'in',
    verdict: 'admitted',
    stands: false,
    answered: undefined,
    isValid: true,
    isUndone: false,
  }
}

import { type Admission, type EntryRule, mayPass, outside, type Passing } from './rules.ts'

/** What a phone showed. `waits`: it waits for our answer before it lets somebody in. */
export type ClientVerdict = 'admitted' | 'repeat' | 'refused' | 'waits'

/** What a scan is among all scans of its attendee. */
export type Merged = 'admitted' | 'repeat' | 'conflict' | 'refused' | 'out' | 'undone' | 'ignored'

/** One thing that happened to an attendee at the doors, by the clock of the service. */
export type Passage = {
  /** Sorts passages of one moment: that of other ways to check in first, then by device, then as scanned. */
  readonly deviceId: number
  readonly seq: number
  readonly at: Date
  readonly gateId: number | null
} & (
  | {
      readonly kind: 'in'
      readonly verdict: ClientVerdict
      /** Whether the phone did not get our answer in time and let the person in. */
      readonly stands: boolean
      /** What we answered to a phone that waited; undefined for others, and before the answer. */
      readonly answered: Merged | undefined
      /** Whether the ticket admitted when the scan came in. */
      readonly isValid: boolean
      /** Whether it was taken back by its number. */
      readonly isUndone: boolean
    }
  | { readonly kind: 'out'; readonly isUndone: boolean }
  | { readonly kind: 'undo' }
)

export type MergedPassages = {
  /** By `passageKey`. */
  readonly results: ReadonlyMap<string, Merged>
  readonly passing: Passing
}

export const passageKey = ({ deviceId, seq }: Pick<Passage, 'deviceId' | 'seq'>): string =>
  `${deviceId}:${seq}`

/** The order in which passages count, whatever the order of their arrival (contract.md 34.6). */
export const inOrder = (one: Passage, other: Passage): number =>
  one.at.getTime() - other.at.getTime() || one.deviceId - other.deviceId || one.seq - other.seq

/**
 * The one truth of all passages of an attendee: a function of their set, so the order in which phones send them does not
 * matter. The first stands; somebody else whom a phone let in with the same ticket is a conflict, and is never dropped.
 */
export function mergePassages(
  passages: readonly Passage[],
  { entry, zone }: { entry: EntryRule; zone: string },
): MergedPassages {
  const results = new Map<string, Merged>()
  let passing = outside
  for (const passage of passages.toSorted(inOrder)) {
    const [result, after] = step(passing, passage, { entry, zone })
    results.set(passageKey(passage), result)
    passing = after
  }
  return { results, passing }
}

type Terms = { entry: EntryRule; zone: string }

/** What a passage is, and what is known after it. */
export function step(before: Passing, passage: Passage, terms: Terms): [Merged, Passing] {
  if (passage.kind === 'undo') {
    const isAnything = before.last !== null || before.isInside
    return [isAnything ? 'undone' : 'ignored', outside]
  }
  if (passage.isUndone) return ['undone', before]
  return passage.kind === 'out'
    ? ['out', { ...before, isInside: false }]
    : enter(before, passage, terms)
}

function enter(before: Passing, passage: Entering, terms: Terms): [Merged, Passing] {
  const isIn = { ...before, isInside: true }
  if (!mayAdmit(passage)) return [passage.answered ?? notShown(passage), before]
  if (passage.isValid && mayPass(before, { ...terms, at: passage.at })) {
    const { at, deviceId, gateId } = passage
    const admission: Admission = { at, deviceId: deviceId === 0 ? null : deviceId, gateId }
    return ['admitted', { ...isIn, standing: before.standing ?? admission, last: admission }]
  }
  if (wasLetIn(passage)) return ['conflict', isIn]
  return [passage.isValid ? 'repeat' : 'refused', before]
}

type Entering = Extract<Passage, { kind: 'in' }>

/** Whether the phone let in, or waits for us to say so. What we refused is not admitted later. */
const mayAdmit = ({ verdict, stands, answered }: Entering) =>
  verdict === 'admitted' ||
  stands ||
  (verdict === 'waits' && (answered === undefined || answered === 'admitted'))

const notShown = ({ verdict }: Entering): Merged => (verdict === 'repeat' ? 'repeat' : 'refused')

/** Whether somebody stands inside because of this scan. */
const wasLetIn = ({ verdict, stands, answered }: Entering) =>
  verdict === 'admitted' || stands || answered === 'admitted'

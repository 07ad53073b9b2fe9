import { toLocal } from '../../core/local-time.ts'
import {
  type EntryWindow,
  type Evening,
  isOfGeneration,
  type Refusal,
  refusalOf,
  type Standing,
} from '../checkin/rules.ts'

/**
 * What a paired phone and the service decide alike (contract.md 34.5): this module is bundled into the page of the door, and imports
 * pure modules only.
 */

/** After so many wrong door codes in a quarter of an hour a phone is told no more (contract.md 34.7). */
export const wrongCodesMost = 30

/** How often a ticket lets in: one time, once each day of the event's zone, or again after each exit. */
export type EntryRule = 'once' | 'daily' | 'reentry'

export const entryRules: readonly EntryRule[] = ['once', 'daily', 'reentry']

/** One time that somebody was let in; `device` is null for the other ways to check in. */
export type Admission = {
  readonly at: Date
  readonly deviceId: number | null
  readonly gateId: number | null
}

/** What is known of an attendee's way through the doors. */
export type Passing = {
  /** The first admission that was not undone: what `checked_in` shows. */
  readonly standing: Admission | null
  /** The last one. */
  readonly last: Admission | null
  readonly isInside: boolean
}

export const outside: Passing = { standing: null, last: null, isInside: false }

/** Whether somebody who came this way may come in at `at`. */
export function mayPass(
  { last, isInside }: Passing,
  { entry, at, zone }: { entry: EntryRule; at: Date; zone: string },
): boolean {
  if (last === null) return true
  if (entry === 'reentry') return !isInside
  return entry === 'daily' && dayOf(last.at, zone) !== dayOf(at, zone)
}

const dayOf = (at: Date, zone: string) => toLocal(at, zone).slice(0, 10)

/** Why a ticket does not let in, apart from who came with it before. */
export type DoorRefusal =
  | Exclude<Refusal, 'attendee_already_checked_in'>
  | 'passed_on'
  | 'other_event'
  | 'other_gate'
  | 'unknown'
  | 'wrong_code'
  | 'too_many_codes'

export type DoorEvening = Evening & {
  readonly id: number
  readonly zone: string
  readonly window: EntryWindow
}

/** A ticket as the door knows it. */
export type KnownTicket = Standing & {
  readonly ticketId: number
  readonly entry: EntryRule
}

/** What was shown: a signed code, whose signature was verified, or a secret that was compared with the ticket's. */
export type ShownProof =
  | { readonly kind: 'signed'; readonly generation: number }
  | { readonly kind: 'secret'; readonly isRight: boolean }
  | { readonly kind: 'staff' }

/** The tickets for which a gate is; none is all. */
export type GateRule = { readonly ticketIds: readonly number[] }

type Question = { evening: DoorEvening; gate: GateRule | null; shown: ShownProof; at: Date }

/**
 * Why a ticket does not let in at `at`; undefined when it does. A former code of a ticket that was passed on is told from a
 * forged one, because there is a newer code to ask for.
 */
export function ticketRefusal(
  ticket: KnownTicket,
  { evening, gate, shown, at }: Question,
): DoorRefusal | undefined {
  const isFormer =
    shown.kind === 'signed' &&
    shown.generation < ticket.generation &&
    !isOfGeneration(shown.generation, ticket)
  if (isFormer) return 'passed_on'
  const refusal = refusalOf(ticket, evening, {
    isProven: isShown(ticket, shown),
    byStaff: false,
    // Who came before is decided by `mayPass`, because tickets may let in more than once.
    isCheckedIn: false,
    at,
    window: evening.window,
  })
  if (refusal !== undefined && refusal !== 'attendee_already_checked_in') return refusal
  const isHere = !gate || gate.ticketIds.length === 0 || gate.ticketIds.includes(ticket.ticketId)
  return isHere ? undefined : 'other_gate'
}

/** A higher generation than is known here can only be newer: the ticket was passed on since. */
const isShown = (ticket: KnownTicket, shown: ShownProof) =>
  shown.kind === 'signed'
    ? shown.generation > ticket.generation || isOfGeneration(shown.generation, ticket)
    : shown.kind === 'staff' || shown.isRight

export type Verdict =
  | { readonly verdict: 'admitted'; readonly remark?: 'sold_since' | 'reissued' }
  | { readonly verdict: 'repeat'; readonly before: Admission }
  | { readonly verdict: 'refused'; readonly reason: DoorRefusal }

/** What is known of what was scanned: its ticket, and the way it went. */
export type KnownAttendee = { readonly ticket: KnownTicket; readonly passing: Passing }

/**
 * The verdict of a phone. An attendee whom it does not know was made after its list: with a signed code of this event
 * somebody may come in; a code that nobody signed is for the desk.
 */
export function judge(attendee: KnownAttendee | undefined, question: Question): Verdict {
  const { shown, evening, at } = question
  if (!attendee) {
    return shown.kind === 'signed'
      ? judgeUnknown(question)
      : { verdict: 'refused', reason: 'unknown' }
  }
  const { ticket, passing } = attendee
  const reason = ticketRefusal(ticket, question)
  if (reason) return { verdict: 'refused', reason }
  const before = passing.last
  if (before && !mayPass(passing, { entry: ticket.entry, at, zone: evening.zone })) {
    return { verdict: 'repeat', before }
  }
  const isNewer = shown.kind === 'signed' && shown.generation > ticket.generation
  return isNewer ? { verdict: 'admitted', remark: 'reissued' } : { verdict: 'admitted' }
}

function judgeUnknown({ evening, at }: Question): Verdict {
  const standing: Standing = { admits: true, isEnded: false, generation: 0 }
  const request = { isProven: true, byStaff: false, isCheckedIn: false, at, window: evening.window }
  const reason = refusalOf(standing, evening, request)
  return reason && reason !== 'attendee_already_checked_in'
    ? { verdict: 'refused', reason }
    : { verdict: 'admitted', remark: 'sold_since' }
}

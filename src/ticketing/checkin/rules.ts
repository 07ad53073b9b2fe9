import { createHash, timingSafeEqual } from 'node:crypto'
import { mayEnter } from '../attendees/rules.ts'

/** What proves that an attendee is at the door: a scanned code, or nothing when staff check in from a list. */
export type Proof =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'signed'; readonly generation: number }
  | { readonly kind: 'staff' }

export type Refusal =
  | 'security_code_not_valid'
  | 'attendee_not_authorized'
  | 'attendee_already_checked_in'
  | 'event_cancelled'
  | 'event_not_happening_now'

export type DoorState = {
  readonly status: string
  readonly order_status: string
  readonly security_code: string
  readonly generation: number
  readonly checked_in_at: Date | null
  readonly event_happening: string
  readonly starts_at: Date
  readonly ends_at: Date
}

/** The minutes before and after an event in which scans are accepted; null for no limit. */
export type EntryWindow = { readonly bufferMinutes: number } | null

/**
 * Whether this attendee may enter at `at`: undefined when allowed, else the first reason against it
 * (contract.md 14.1). An unknown status does not admit. A hidden or trashed event still admits its tickets
 * (contract.md 7.9).
 */
export function refusalOf(
  state: DoorState,
  { proof, at, window }: { proof: Proof; at: Date; window: EntryWindow },
): Refusal | undefined {
  const isInside = state.checked_in_at !== null
  // Staff learn first that the attendee is already inside (contract.md 14.1); devices learn first that the
  // status does not admit.
  if (proof.kind === 'staff' && isInside && state.status === 'publish') {
    return 'attendee_already_checked_in'
  }
  if (!proves(proof, state)) return 'security_code_not_valid'
  if (state.status !== 'publish' || !mayEnter(state.order_status)) return 'attendee_not_authorized'
  if (state.event_happening === 'cancelled') return 'event_cancelled'
  if (isInside) return 'attendee_already_checked_in'
  const isEarlyOrLate = window !== null && !isWithin(state, at, window.bufferMinutes)
  return proof.kind !== 'staff' && isEarlyOrLate ? 'event_not_happening_now' : undefined
}

/** Whether the code is this attendee's present one. A transfer makes the security code and signed codes worthless. */
export function proves(
  proof: Proof,
  state: Pick<DoorState, 'security_code' | 'generation' | 'status'>,
): boolean {
  if (proof.kind === 'staff') return true
  if (proof.kind === 'code') return sameSecret(proof.code, state.security_code)
  // A refund raises the generation by one more. Such a ticket is known, and is refused because of its refund.
  const isBeforeItsEnd = state.status !== 'publish' && proof.generation === state.generation - 1
  return proof.generation === state.generation || isBeforeItsEnd
}

function isWithin({ starts_at, ends_at }: DoorState, at: Date, bufferMinutes: number): boolean {
  const buffer = bufferMinutes * 60_000
  return at.getTime() >= starts_at.getTime() - buffer && at.getTime() <= ends_at.getTime() + buffer
}

/** Compares in constant time, whatever the lengths. */
export function sameSecret(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

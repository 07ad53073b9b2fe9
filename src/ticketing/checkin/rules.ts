import { createHash, timingSafeEqual } from 'node:crypto'
import { mayEnter } from '../attendees/rules.ts'

/** How somebody shows that an attendee stands before him. Staff who look at a list show nothing. */
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

/** Scans count only while the event runs, and so many minutes before and after; null when they always do. */
export type EntryWindow = { readonly bufferMinutes: number } | null

/**
 * Whether this attendee may enter at `at`: undefined when so, else the first reason against it (contract.md 14.1). What
 * is not known to admit does not. A ticket of an event that was hidden or thrown away is as good as before (contract.md 7.9).
 */
export function refusalOf(
  state: DoorState,
  { proof, at, window }: { proof: Proof; at: Date; window: EntryWindow },
): Refusal | undefined {
  const isInside = state.checked_in_at !== null
  // Staff are told first that somebody is inside already (contract.md 14.1), devices that he has no right to be.
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

/** Whether a proof is of this attendee as he is now: a transfer makes both kinds of code worthless. */
export function proves(
  proof: Proof,
  state: Pick<DoorState, 'security_code' | 'generation' | 'status'>,
): boolean {
  if (proof.kind === 'staff') return true
  if (proof.kind === 'code') return sameSecret(proof.code, state.security_code)
  // A refund raises the generation once more; such a ticket is known, and refused for what happened to it.
  const isBeforeItsEnd = state.status !== 'publish' && proof.generation === state.generation - 1
  return proof.generation === state.generation || isBeforeItsEnd
}

function isWithin({ starts_at, ends_at }: DoorState, at: Date, bufferMinutes: number): boolean {
  const buffer = bufferMinutes * 60_000
  return at.getTime() >= starts_at.getTime() - buffer && at.getTime() <= ends_at.getTime() + buffer
}

/** In constant time, whatever the lengths. */
export function sameSecret(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

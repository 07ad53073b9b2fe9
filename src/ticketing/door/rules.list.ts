import type { EntryWindow } from '../checkin/rules.ts'
import type { DoorEvening, EntryRule, KnownAttendee } from './rules.ts'

/** One entry of a phone's list, as `GET /door/snapshot` has it (contract.md 34.4). */
export type WireEntry = {
  readonly id: number
  readonly ticket: number
  readonly order: number | null
  readonly generation: number
  readonly state: 'valid' | 'unpaid' | 'ended'
  readonly code: string
  readonly typed: string
  readonly note: boolean
  readonly sealed: string
  readonly checked_in_at: string | null
  readonly inside: boolean
  readonly entered_at: string | null
  readonly device: number | null
  readonly gate: number | null
  /** Of an unpaid place: what its order costs, where this phone is told. Missing in lists of older releases. */
  readonly owed?: string | null
}

export type WireEvent = {
  readonly id: number
  readonly title: string
  readonly timezone: string
  readonly starts_at: string
  readonly ends_at: string
  readonly happening: string
  readonly entry_buffer_minutes: number | null
}

/** What the rules of the door have to know of an entry. A ticket that was deleted since lets in once. */
export function knownOf(entry: WireEntry, rules: ReadonlyMap<number, EntryRule>): KnownAttendee {
  const { device: deviceId, gate: gateId } = entry
  const admission = (at: string | null) =>
    at === null ? null : { at: new Date(at), deviceId, gateId }
  return {
    ticket: {
      admits: entry.state === 'valid',
      isEnded: entry.state === 'ended',
      generation: entry.generation,
      ticketId: entry.ticket,
      entry: rules.get(entry.ticket) ?? 'once',
    },
    passing: {
      standing: admission(entry.checked_in_at),
      last: admission(entry.entered_at),
      isInside: entry.inside,
    },
  }
}

export function eveningOfWire(event: WireEvent): DoorEvening {
  const { entry_buffer_minutes: bufferMinutes } = event
  const window: EntryWindow = bufferMinutes === null ? null : { bufferMinutes }
  return {
    id: event.id,
    zone: event.timezone,
    event_happening: event.happening,
    starts_at: new Date(event.starts_at),
    ends_at: new Date(event.ends_at),
    window,
  }
}

import type { ClientVerdict } from './rules.merge.ts'
import type { DoorEvening, GateRule } from './rules.ts'
import type { ScanKind } from './store.scans.ts'

/** What a phone says that it saw; its secrets were compared or will be, under the lock of the attendee. */
export type SentProof =
  | { readonly kind: 'signed'; readonly generation: number }
  | { readonly kind: 'code'; readonly code: string }
  /** The first bytes of the SHA-256 of the ticket's secret, in hexadecimal digits. */
  | { readonly kind: 'hash'; readonly hash: string }
  /** The same of a door code that was typed. */
  | { readonly kind: 'typed'; readonly hash: string }
  | { readonly kind: 'none' }

/** `wrong_code` is counted: a code that was typed and is nobody's, or one of a phone that typed too many of them. */
export type UnknownTicket = 'unknown' | 'wrong_code' | 'too_many_codes'

export type SentScan = {
  readonly seq: number
  readonly kind: ScanKind
  /** By the clock of the phone. */
  readonly deviceAt: Date
  readonly attendeeId: number | null
  readonly proof: SentProof
  readonly verdict: ClientVerdict | ''
  readonly reason: string
  /** Why the service knows no ticket that was meant. */
  readonly unknown: UnknownTicket
  readonly gateId: number | null
  readonly ofSeq: number | null
}

export type Upload = {
  readonly deviceId: number
  /** Whether the phone numbered its scans; those of a printed list are numbered when they are stored. */
  readonly isNumbered: boolean
  readonly evening: DoorEvening
  readonly gates: ReadonlyMap<number, GateRule>
  /** How far our clock is ahead of the phone's. */
  readonly skewMs: number
  readonly now: Date
  readonly scans: readonly SentScan[]
  readonly seen: {
    readonly version: string | undefined
    readonly unsent: number | undefined
    readonly battery: number | undefined
  }
}

import type { ClientVerdict } from './rules.merge.ts'
import type { DoorEvening, GateRule } from './rules.ts'
import type { ScanKind } from './store.scans.ts'

/** What a phone says that it saw; its secrets were compared or will be, under the lock of the attendee. */
export type SentProof =
  | { readonly kind: 'signed'; readonly generation: number }
  | { readonly kind: 'code'; readonly code: string }
  /** The first bytes of the SHA-256 of the ticket's secret, in hexadecimal digits. */
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'none' }

export type SentScan = {
  readonly seq: number
  readonly kind: ScanKind
  /** By the clock of the phone. */
  readonly deviceAt: Date
  readonly attendeeId: number | null
  readonly proof: SentProof
  readonly verdict: ClientVerdict | ''
  readonly reason: string
  readonly gateId: number | null
  readonly ofSeq: number | null
}

export type Upload = {
  readonly deviceId: number
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

/**
 * The file of scans that a phone saves when no network comes back (contract.md 34.8). Pure: the page of the door makes it, and the
 * service reads it.
 */

export type FiledScan = {
  readonly seq: number
  readonly at: string
  readonly kind?: string | undefined
  readonly ticket?: string | undefined
  readonly attendee?: number | undefined
  readonly generation?: number | undefined
  readonly code?: string | undefined
  readonly typed?: string | undefined
  readonly verdict?: string | undefined
  readonly reason?: string | undefined
  readonly gate?: number | null | undefined
  readonly of?: number | undefined
}

export type ScanFile = {
  readonly device: number
  readonly event: number
  readonly saved_at: string
  /** How far the clock of the service was ahead of the phone's, when they last met. */
  readonly skew_ms: number
  readonly scans: readonly FiledScan[]
}

/** What the seal of a file is made of: all that it says, in one order. */
export const sealedText = ({ device, event, saved_at, skew_ms, scans }: ScanFile): string =>
  JSON.stringify([
    device,
    event,
    saved_at,
    skew_ms,
    scans.map(scan => [
      scan.seq,
      scan.at,
      scan.kind ?? null,
      scan.ticket ?? null,
      scan.attendee ?? null,
      scan.generation ?? null,
      scan.code ?? null,
      scan.typed ?? null,
      scan.verdict ?? null,
      scan.reason ?? null,
      scan.gate ?? null,
      scan.of ?? null,
    ]),
  ])

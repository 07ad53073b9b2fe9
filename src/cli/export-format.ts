import type { AppliedMigration } from '../platform/db/tables-present.ts'

// An export is compressed lines of JSON: a header; for each table a heading and its rows, each an array of the
// columns as PostgreSQL writes them (text or null); the sequences; and an end line. A file without the end line was
// cut off.

export const exportFormat = 1

export type Header = {
  marquee: 'export'
  format: number
  migrations: readonly AppliedMigration[]
}
export type TableHeading = { table: string; columns: readonly string[] }
export type SequenceState = { sequence: string; value: string; used: boolean }
export type End = { end: true; rows: number }

export type ControlLine = Header | TableHeading | SequenceState | End

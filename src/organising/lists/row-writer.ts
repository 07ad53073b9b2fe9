import type { Buffer } from 'node:buffer'
import type { Column } from './declaration.ts'
import type { Row } from './list.ts'

export type ExportColumn = Column & { readonly name: string }

/** What makes a file of rows, piece by piece. */
export type RowWriter = {
  begin(): Buffer | string
  write(rows: readonly Row[]): Buffer | string
  end(): Buffer | string
}

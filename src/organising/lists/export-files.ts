import type { Row } from './list.ts'
import type { ExportColumn, RowWriter } from './row-writer.ts'
import { openSheet } from './write-sheet.ts'

export const exportFormats = ['csv', 'ndjson', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type FileOptions = { readonly columns: readonly ExportColumn[]; readonly mark: boolean }

/** A writer of the format. With `mark` a CSV begins with the mark by which spreadsheets know UTF-8. */
export function writerOf(format: ExportFormat, { columns, mark }: FileOptions): RowWriter {
  if (format === 'xlsx') return openSheet(columns)
  if (format === 'ndjson') return lines
  return {
    begin: () => `${mark ? '\uFEFF' : ''}${columns.map(headOf).join(',')}\r\n`,
    write: rows =>
      rows.map(row => `${columns.map(column => cellOf(row, column)).join(',')}\r\n`).join(''),
    end: () => '',
  }
}

const lines: RowWriter = {
  begin: () => '',
  write: rows => rows.map(row => `${JSON.stringify(row)}\n`).join(''),
  end: () => '',
}

/** Heads that people wrote are texts like others. */
const headOf = ({ name, head }: ExportColumn): string =>
  head === undefined ? name : quoted(withoutFormula(head))

function cellOf(row: Row, { name, type }: ExportColumn): string {
  const value = row[name] ?? ''
  return quoted(type === 'text' ? withoutFormula(String(value)) : String(value))
}

/** A text that no spreadsheet takes for a formula: what begins like one gets an apostrophe before it. */
export const withoutFormula = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) ? `'${text}` : text

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

import type { CodeLine } from '../../shop/coupons/batch-rules.ts'
import { readTable } from '../attendees/read-table.ts'

/** The lines of a list of codes as spreadsheets save it, or a sentence why it is none. */
export function readCodes(
  csv: string,
  rowsMost: number,
): { lines: CodeLine[] } | { problem: string } {
  const table = readTable(Buffer.from(csv), { rowsMost })
  if ('problem' in table) return table
  const columnOf = (name: string) =>
    table.head.findIndex(head => head.trim().toLowerCase() === name)
  const [code, name] = [columnOf('code'), columnOf('name')]
  if (code < 0) return { problem: 'must have a column `code`, named in its first line.' }
  return {
    lines: table.rows.map(({ line, cells }) => ({
      line,
      code: cells[code] ?? '',
      name: name < 0 ? '' : (cells[name] ?? ''),
    })),
  }
}

import { Buffer } from 'node:buffer'
import { strToU8, zipSync } from 'fflate'
import type { Row } from './list.ts'
import type { ExportColumn } from './row-writer.ts'
import {
  cellName,
  cellsOf,
  declaration,
  inXml,
  namespace,
  sheetStart,
  textCell,
} from './write-sheet.ts'

export type WorkbookSheet = {
  /** At most 31 characters, none of `[]:*?/\\`. */
  readonly name: string
  readonly columns: readonly ExportColumn[]
  readonly rows: readonly Row[]
}

/** A spreadsheet (Office Open XML) of several small sheets, as a whole. Texts are no formulas there. */
export function writeWorkbook(sheets: readonly WorkbookSheet[]): Buffer {
  const numbers = sheets.map((_, at) => at + 1)
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${numbers.map(n => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': relationships([{ id: 1, type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': `<workbook xmlns="${namespace}/spreadsheetml/2006/main" xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets>${sheets.map(({ name }, at) => `<sheet name="${inXml(name)}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      numbers.map(id => ({ id, type: 'worksheet', target: `worksheets/sheet${id}.xml` })),
    ),
    ...Object.fromEntries(
      sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetOf(sheet)]),
    ),
  }
  const parts = Object.entries(files).map(([name, text]) => [name, strToU8(declaration + text)])
  return Buffer.from(zipSync(Object.fromEntries(parts)))
}

type Relationship = { id: number; type: string; target: string }

const relationships = (all: readonly Relationship[]) =>
  `<Relationships xmlns="${namespace}/package/2006/relationships">${all
    .map(
      ({ id, type, target }) =>
        `<Relationship Id="r${id}" Type="${namespace}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

function sheetOf({ columns, rows }: WorkbookSheet): string {
  const names = columns.map(({ name }, column) => textCell(cellName(column, 1), name)).join('')
  const lines = rows.map((row, at) => `<row r="${at + 2}">${cellsOf(row, columns, at + 2)}</row>`)
  return `${sheetStart}<row r="1">${names}</row>${lines.join('')}</sheetData></worksheet>`
}

import { Buffer } from 'node:buffer'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { ExportColumn, RowWriter } from './row-writer.ts'
import type { Row } from './list.ts'

/** The most rows of a spreadsheet; longer lists are CSV. */
export const sheetRowsMost = 50_000

/** The longest text of a cell that spreadsheet programs open. */
const cellLongest = 32_767

/**
 * A spreadsheet (Office Open XML) of one sheet, written as its rows come: texts stand in their cells, so that no table of
 * all texts has to be kept until the end. Texts are no formulas there.
 */
export function openSheet(columns: readonly ExportColumn[]): RowWriter {
  let ready: Buffer[] = []
  const zip = new Zip((failure, part) => {
    if (failure) throw failure
    ready.push(Buffer.from(part))
  })
  const taken = () => {
    const parts = Buffer.concat(ready)
    ready = []
    return parts
  }
  for (const [name, text] of Object.entries(around)) {
    const file = new ZipDeflate(name)
    zip.add(file)
    file.push(strToU8(`${declaration}${text}`), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 })
  zip.add(sheet)
  let at = 0
  const line = (cells: string) => {
    at += 1
    return `<row r="${at}">${cells}</row>`
  }
  return {
    begin: () => {
      const names = columns.map(({ name, head = name }, column) =>
        textCell(cellName(column, at + 1), head),
      )
      sheet.push(strToU8(`${declaration}${sheetStart}${line(names.join(''))}`))
      return taken()
    },
    write: rows => {
      const written = rows.map(row => line(cellsOf(row, columns, at + 1)))
      sheet.push(strToU8(written.join('')))
      return taken()
    },
    end: () => {
      sheet.push(strToU8('</sheetData></worksheet>'), true)
      zip.end()
      return taken()
    },
  }
}

export function cellsOf(row: Row, columns: readonly ExportColumn[], line: number): string {
  return columns
    .map(({ name, type }, column) => {
      const value = row[name] ?? ''
      if (value === '') return ''
      const place = cellName(column, line)
      const isNumber = type === 'id' || type === 'count' || type === 'amount'
      return isNumber ? `<c r="${place}"><v>${value}</v></c>` : textCell(place, String(value))
    })
    .join('')
}

export const textCell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** `A1`, `Z1`, `AA1`; columns count from 0 and lines from 1. */
export function cellName(column: number, line: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26
    ? `${letter}${line}`
    : cellName(Math.floor(column / 26) - 1, 0).slice(0, -1) + letter + line
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
}

/** XML 1.0 has no control characters and no half of a pair of surrogates. */
export const inXml = (text: string): string =>
  text.slice(0, cellLongest).replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Surrogate}/gu, '')

const escaped = (text: string) => inXml(text).replace(/[&<>\r]/g, letter => entities[letter] ?? '')

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
export const namespace = 'http://schemas.openxmlformats.org'
export const sheetStart = `<worksheet xmlns="${namespace}/spreadsheetml/2006/main"><sheetData>`

/** The other files of a workbook with one sheet. */
const around: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="r1" Type="${namespace}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${namespace}/spreadsheetml/2006/main" xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="r1" Type="${namespace}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

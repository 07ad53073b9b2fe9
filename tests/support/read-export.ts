import { strFromU8, unzipSync } from 'fflate'
import type { InjectOptions } from 'fastify'
import type { TestApp } from './start-app.ts'

/** A file as a program would read it: one object for each row, texts alone, without empty cells. */
export type ExportedRow = Record<string, string>

/** The rows of an export, read by its format. */
export function rowsIn(format: 'csv' | 'ndjson' | 'xlsx', content: Buffer): ExportedRow[] {
  if (format === 'ndjson') {
    const lines = content.toString().split('\n').filter(Boolean)
    return lines.map(line => plain(JSON.parse(line)))
  }
  const [names = [], ...rows] =
    format === 'csv' ? cellsOfCsv(content.toString()) : cellsOfSheet(content)
  return rows.map(row => plain(Object.fromEntries(names.map((name, at) => [name, row[at] ?? '']))))
}

/** A row of a page, as files show it. */
export const plain = (row: Record<string, string | number | null>): ExportedRow =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, String(value)]],
    ),
  )

/** CSV by RFC 4180; the apostrophe before what looks like a formula is taken off. */
export function cellsOfCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end = ''] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    const cell = quoted?.replaceAll('""', '"') ?? bare
    rows.at(-1)?.push(cell.replace(/^'(?=[=+\-@\t\r])/, ''))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

function cellsOfSheet(content: Buffer): string[][] {
  const files = unzipSync(content)
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, cells = '']) => {
    const row: string[] = []
    for (const [, letters = '', text, number] of cells.matchAll(
      /<c r="([A-Z]+)\d+"(?: t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t><\/is>|><v>(.*?)<\/v>)<\/c>/gs,
    )) {
      row[columnOf(letters)] = number ?? unescaped(text ?? '')
    }
    return Array.from(row, cell => cell ?? '')
  })
}

const columnOf = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const unescaped = (text: string) =>
  text
    .replaceAll('&#13;', '\r')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The bytes of an answer, which `app.admin` would read as text. */
export async function bytesOf(app: TestApp, url: string, authorization: string) {
  const request: InjectOptions = { method: 'GET', url, headers: { authorization } }
  const { statusCode, rawPayload, headers } = await app.http.inject(request)
  return { status: statusCode, content: rawPayload, headers }
}

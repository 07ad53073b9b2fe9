/** A line of a table with the number of the line in its file where it begins. */
export type TableRow = { readonly line: number; readonly cells: readonly string[] }

export type Table = {
  readonly encoding: Encoding
  readonly delimiter: string
  /** The names of the columns; those that occur twice have a number. */
  readonly head: readonly string[]
  readonly rows: readonly TableRow[]
}

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252'

export type TableLimits = { readonly rowsMost: number }

const columnsMost = 200
const cellMost = 10_000

/**
 * Reads a table of comma-separated values as programs write them: in UTF-8, UTF-16 or Windows-1252; with commas, semicolons,
 * tabs or bars between; with quotes, in which line breaks may stand. Returns a sentence for a file that is none.
 */
export function readTable(
  bytes: Uint8Array,
  { rowsMost }: TableLimits,
): Table | { problem: string } {
  const decoded = decode(bytes)
  if (decoded === undefined || decoded.text.includes('\0')) {
    return { problem: 'This is no text file: export the list as CSV.' }
  }
  const { text: whole, encoding } = decoded
  // Spreadsheets write their delimiter into a line before the head.
  const [declared, own] = /^sep=(.)\r?\n/i.exec(whole) ?? []
  const text = declared === undefined ? whole : whole.slice(declared.length)
  const delimiter = own ?? delimiterOf(text)
  const records = recordsOf(text, delimiter, declared === undefined ? 1 : 2)
  const table = tableOf(records, rowsMost)
  return 'problem' in table ? table : { encoding, delimiter, ...table }
}

function tableOf(
  records: Iterable<Record>,
  rowsMost: number,
): Pick<Table, 'head' | 'rows'> | { problem: string } {
  const rows: TableRow[] = []
  let head: readonly string[] | undefined
  for (const record of records) {
    if ('problem' in record) return record
    if (record.cells.every(cell => cell.trim() === '')) continue
    if (record.cells.length > columnsMost) {
      return { problem: `Line ${record.line} has more than ${columnsMost} columns.` }
    }
    if (head === undefined) head = namesOf(record.cells)
    else if (rows.length < rowsMost) rows.push(record)
    else return { problem: `The file has more than ${rowsMost} lines: split it.` }
  }
  return head === undefined ? { problem: 'The file is empty.' } : { head, rows }
}

/** The text of a file and its encoding: what is no UTF-8 is Windows-1252, which is Latin-1 with the letters that people use. */
function decode(bytes: Uint8Array): { text: string; encoding: Encoding } | undefined {
  const [first, second] = bytes
  try {
    if (first === 0xff && second === 0xfe) {
      return {
        text: new TextDecoder('utf-16le', { fatal: true }).decode(bytes),
        encoding: 'utf-16',
      }
    }
    if (first === 0xfe && second === 0xff) {
      return {
        text: new TextDecoder('utf-16be', { fatal: true }).decode(bytes),
        encoding: 'utf-16',
      }
    }
  } catch {
    return undefined
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}

const delimiters = [',', ';', '\t', '|'] as const

/** The character that divides the first line into the most cells. */
function delimiterOf(text: string): string {
  const cells = (delimiter: string) => {
    const { value } = recordsOf(text, delimiter, 1).next()
    return value && 'cells' in value ? value.cells.length : 0
  }
  let best: string = ','
  for (const delimiter of delimiters) if (cells(delimiter) > cells(best)) best = delimiter
  return best
}

function namesOf(cells: readonly string[]): string[] {
  const times = new Map<string, number>()
  return cells.map((cell, at) => {
    const name = cell.trim().slice(0, 200) || `Column ${at + 1}`
    const count = (times.get(name) ?? 0) + 1
    times.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

type Record = TableRow | { problem: string }

/** The records of a text one after the other; the last one is a problem when the text cannot be read to its end. */
function* recordsOf(text: string, delimiter: string, firstLine: number): Generator<Record, void> {
  let at = 0
  let line = firstLine
  while (at < text.length) {
    const began = line
    const cells: string[] = []
    let isOver = false
    while (!isOver) {
      const cell =
        text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter)
      if (cell === undefined) {
        yield { problem: `A quote that is opened in line ${line} is never closed.` }
        return
      }
      if (cell.value.length > cellMost) {
        yield {
          problem: `A cell that begins in line ${line} has more than ${cellMost} characters: a quote may not be closed.`,
        }
        return
      }
      line += breaksIn(text.slice(at, cell.end))
      cells.push(cell.value)
      at = cell.end
      if (text[at] === delimiter) at += 1
      else isOver = true
    }
    if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1
      line += 1
    }
    yield { line: began, cells }
  }
}

type Cell = { value: string; end: number }

const isEnd = (letter: string | undefined, delimiter: string) =>
  letter === undefined || letter === delimiter || letter === '\n' || letter === '\r'

function plainCell(text: string, from: number, delimiter: string): Cell {
  let end = from
  while (!isEnd(text[end], delimiter)) end += 1
  return { value: text.slice(from, end), end }
}

/** A cell in quotes; what stands between its last quote and the delimiter belongs to it, as some programs write it. */
function quotedCell(text: string, from: number, delimiter: string): Cell | undefined {
  const parts: string[] = []
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return undefined
    parts.push(text.slice(at, quote))
    if (text[quote + 1] !== '"') {
      const rest = plainCell(text, quote + 1, delimiter)
      return { value: parts.join('') + rest.value.trimEnd(), end: rest.end }
    }
    parts.push('"')
    at = quote + 2
  }
}

function breaksIn(text: string): number {
  if (!/[\r\n]/.test(text)) return 0
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

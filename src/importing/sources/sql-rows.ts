import { SourceRefused } from './source-refused.ts'

/** A value of a row, its bytes one character each; null for NULL. */
type SqlValue = string | null

export type SqlSink = {
  /** Whether the rows of a table are wanted; others are passed over. */
  wants: (table: string) => boolean
  /** The columns of a table, in the order in which rows have them. */
  table: (name: string, columns: readonly string[]) => void
  row: (table: string, columns: readonly string[] | undefined, values: readonly SqlValue[]) => void
  /** A comment of the dump that stands in a line of its own. */
  comment: (text: string) => void
}

const valueMost = 16 * 1024 * 1024
const statementMost = 1024 * 1024

/** Ends where a value begins that nobody needs: everything else of a statement is short. */
type More = Generator<undefined, void, string | undefined>

/**
 * Reads the statements of a dump, of which INSERT and CREATE TABLE matter, as the pieces of the file come (one character a byte).
 * `next(piece)` takes a piece and `next(undefined)` the end. Fails with `SourceRefused` when the file ends inside a statement or a
 * value has more than 16 MiB.
 */
export function* readSql(sink: SqlSink): More {
  const input = new Input()
  for (;;) {
    yield* blanks(input, sink)
    if (input.isOver && input.at >= input.text.length) return
    yield* statement(input, sink)
  }
}

class Input {
  text = ''
  at = 0
  isOver = false;

  /** Takes the next piece. False at the end of the file. */
  *more(): Generator<undefined, boolean, string | undefined> {
    while (!this.isOver) {
      const piece = yield undefined
      if (piece === undefined) this.isOver = true
      else if (piece !== '') {
        this.text = this.text.slice(this.at) + piece
        this.at = 0
        return true
      }
    }
    return false
  }

  /** Makes sure of so many characters, as long as the file has them. */
  *ahead(count: number): Generator<undefined, boolean, string | undefined> {
    while (this.text.length - this.at < count) if (!(yield* this.more())) return false
    return true
  }

  *need(): Generator<undefined, string, string | undefined> {
    if (this.at >= this.text.length && !(yield* this.more())) throw cutOff()
    return this.text[this.at] ?? ''
  }
}

const cutOff = () =>
  new SourceRefused('The dump ends in the middle of a statement: it was cut off. Make it again.')

/** Passes blanks and comments between statements. */
function* blanks(input: Input, sink: SqlSink): More {
  for (;;) {
    yield* input.ahead(3)
    const { text, at } = input
    if (at >= text.length) return
    if (/[\s;]/.test(text[at] ?? '')) {
      input.at += 1
    } else if (text.startsWith('--', at) || text[at] === '#') {
      sink.comment(yield* upTo(input, '\n'))
    } else if (text.startsWith('/*', at)) {
      sink.comment(yield* upTo(input, '*/'))
    } else return
  }
}

/** The text up to a mark, which is passed over; a comment in the last line needs no end of line. */
function* upTo(input: Input, mark: string): Generator<undefined, string, string | undefined> {
  let length = 0
  let kept = ''
  for (;;) {
    const end = input.text.indexOf(mark, input.at)
    const to = end < 0 ? Math.max(input.at, input.text.length - mark.length + 1) : end
    length += to - input.at
    if (kept.length < 300) kept += input.text.slice(input.at, Math.min(to, input.at + 300))
    input.at = to + (end < 0 ? 0 : mark.length)
    if (end >= 0) return kept
    if (!(yield* input.more())) {
      if (mark !== '\n') throw cutOff()
      input.at = input.text.length
      return kept
    }
  }
}

const insertion =
  /^(?:INSERT|REPLACE)\s+(?:(?:IGNORE|LOW_PRIORITY|DELAYED|HIGH_PRIORITY)\s+)*INTO\s+(?:[`"]?[\w$-]+[`"]?\.)?[`"]?([\w$-]+)[`"]?\s*(?:\(([^)]*)\)\s*)?VALUES?\s*/i
const creation =
  /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:[`"]?[\w$-]+[`"]?\.)?[`"]?([\w$-]+)[`"]?\s*\(/i

function* statement(input: Input, sink: SqlSink): More {
  yield* input.ahead(20_000)
  const ahead = input.text.slice(input.at, input.at + 20_000)
  const inserted = insertion.exec(ahead)
  if (inserted) {
    const [whole, table = '', columns] = inserted
    input.at += whole.length
    yield* rows(input, sink, { table, columns: columns === undefined ? undefined : names(columns) })
    return
  }
  const [, created] = creation.exec(ahead) ?? []
  const text = yield* rest(input)
  if (created !== undefined) sink.table(created, columnsOf(text))
}

const names = (list: string) => list.split(',').map(name => name.trim().replace(/^[`"]|[`"]$/g, ''))

/** The columns of a CREATE TABLE: what stands first in its lines, but for keys, which are words without quotes. */
function columnsOf(text: string): string[] {
  return [...text.matchAll(/(?:^[^(]*\(|,)\s*[`"]([^`"]+)[`"]\s+[a-z]/gi)].map(
    ([, name = '']) => name,
  )
}

/** The rest of a statement, without what is in its quotes beyond the first mebibyte. */
function* rest(input: Input): Generator<undefined, string, string | undefined> {
  let kept = ''
  for (;;) {
    const character = yield* input.need()
    if (character === ';') {
      input.at += 1
      return kept
    }
    if (character === "'" || character === '"' || character === '`') {
      const inside = yield* quoted(input, character, kept.length < statementMost)
      if (kept.length < statementMost) kept += character + inside + character
    } else {
      const to = /[;'"`]/g
      to.lastIndex = input.at
      const end = to.exec(input.text)?.index ?? input.text.length
      if (kept.length < statementMost) kept += input.text.slice(input.at, end)
      input.at = end
    }
  }
}

type Insertion = { table: string; columns: readonly string[] | undefined }

function* rows(input: Input, sink: SqlSink, { table, columns }: Insertion): More {
  const isWanted = sink.wants(table)
  for (;;) {
    const character = yield* input.need()
    if (character === ';') {
      input.at += 1
      return
    }
    input.at += 1
    if (character !== '(') {
      if (/[\s,]/.test(character)) continue
      // ON DUPLICATE KEY UPDATE, or an alias: nothing of it concerns the rows.
      yield* rest(input)
      return
    }
    const values = yield* row(input, isWanted)
    if (isWanted) sink.row(table, columns, values)
  }
}

function* row(
  input: Input,
  isWanted: boolean,
): Generator<undefined, SqlValue[], string | undefined> {
  const values: SqlValue[] = []
  let word = ''
  let text: string | undefined
  for (;;) {
    const character = yield* input.need()
    if (character === "'") {
      text = yield* quoted(input, "'", isWanted)
      continue
    }
    input.at += 1
    if (character === ',' || character === ')') {
      if (isWanted) values.push(text === undefined ? bare(word.trim()) : prefixed(word, text))
      word = ''
      text = undefined
      if (character === ')') return values
    } else if (word.length < 65_536) word += character
  }
}

/** A value without quotes: a number, NULL, or bytes in hexadecimal. */
function bare(word: string): SqlValue {
  if (/^null$/i.test(word)) return null
  const [, hex] = /^0x([\da-f]*)$/i.exec(word) ?? []
  return hex === undefined ? word : Buffer.from(hex, 'hex').toString('latin1')
}

/** `_binary 'abc'` and `X'616263'`. */
const prefixed = (word: string, text: string): string =>
  /^\s*x\s*$/i.test(word) ? Buffer.from(text, 'hex').toString('latin1') : text

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\u001a',
}

const specials: Readonly<Record<string, RegExp>> = {
  "'": /['\\]/g,
  '"': /["\\]/g,
  '`': /`/g,
}

/** The text in quotes; empty, and read over, when it is not wanted. */
function* quoted(
  input: Input,
  mark: string,
  isWanted: boolean,
): Generator<undefined, string, string | undefined> {
  input.at += 1
  const special = specials[mark] ?? /`/g
  const kept = createText(isWanted)
  for (;;) {
    special.lastIndex = input.at
    const end = special.exec(input.text)?.index
    kept.add(input.text.slice(input.at, end ?? input.text.length))
    input.at = end ?? input.text.length
    if (end === undefined) {
      yield* input.need()
      continue
    }
    if (!(yield* input.ahead(2)) && input.text[input.at] !== mark) throw cutOff()
    const meant = characterAt(input, mark)
    input.at += meant === undefined ? 1 : 2
    if (meant === undefined) return kept.text()
    kept.add(meant)
  }
}

/** The character that an escape or a doubled mark means; undefined where the text ends. */
function characterAt({ text, at }: Input, mark: string): string | undefined {
  const next = text[at + 1] ?? ''
  if (text[at] === '\\') return escapes[next] ?? next
  return next === mark ? mark : undefined
}

/** Collects a text of bounded length, or passes over one that is not wanted. */
function createText(isWanted: boolean) {
  const parts: string[] = []
  let length = 0
  return {
    add(part: string) {
      if (!isWanted) return
      length += part.length
      if (length > valueMost) {
        throw new SourceRefused(
          'The dump has a value of more than 16 MiB, which no event or order has.',
        )
      }
      parts.push(part)
    },
    text: () => parts.join(''),
  }
}

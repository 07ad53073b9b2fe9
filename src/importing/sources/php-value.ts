/**
 * A value that PHP serialised. Arrays are maps, whose keys never touch a prototype. `object` has the plain members of the one
 * class that occurs (`Value`, a price); of every other class the name alone is told.
 */
export type PhpValue =
  | null
  | boolean
  | number
  | string
  | ReadonlyMap<string, PhpValue>
  | { readonly object: string; readonly members: ReadonlyMap<string, PhpValue> }

const depthMost = 64
const bytesMost = 1024 * 1024
const readObjects = new Set(['TEC\\Tickets\\Commerce\\Utils\\Value'])

/**
 * Reads a serialised value. Nothing is ever instantiated. Lengths of texts count bytes; where a search-and-replace left them
 * wrong, the text ends at its closing mark. Undefined for what cannot be read: another class, references, more than 64 levels or
 * 1 MiB.
 */
export function readPhp(text: string): PhpValue | undefined {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length > bytesMost) return undefined
  const reader = new Reader(bytes.toString('latin1'))
  try {
    const value = reader.value(0)
    return reader.isAtEnd ? value : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** The members of an array; empty for any other value. */
export function phpMap(value: PhpValue | undefined): ReadonlyMap<string, PhpValue> {
  return value instanceof Map ? value : new Map()
}

/** A scalar as text; empty for null, false, arrays and objects. */
export function phpText(value: PhpValue | undefined): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return value === true ? '1' : ''
}

class Unreadable extends Error {}

class Reader {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  get isAtEnd(): boolean {
    return this.text.slice(this.at).replaceAll('\0', '').trim() === ''
  }

  value(depth: number): PhpValue {
    if (depth > depthMost) throw new Unreadable()
    const kind = this.text[this.at]
    if (kind === 'N') {
      this.skip('N;')
      return null
    }
    this.at += 1
    this.skip(':')
    if (kind === 'b') return this.until(';') === '1'
    if (kind === 'i' || kind === 'd') return number(this.until(';'))
    if (kind === 's') return this.string(';')
    if (kind === 'a') return this.members(depth)
    if (kind === 'O') return this.object(depth)
    throw new Unreadable()
  }

  private members(depth: number): Map<string, PhpValue> {
    const count = number(this.until(':'))
    this.skip('{')
    const members = new Map<string, PhpValue>()
    for (let n = 0; n < count; n += 1) {
      const key = this.value(depth + 1)
      if (typeof key !== 'string' && typeof key !== 'number') throw new Unreadable()
      members.set(String(key), this.value(depth + 1))
    }
    this.skip('}')
    return members
  }

  private object(depth: number): PhpValue {
    const name = this.string(':')
    if (!readObjects.has(name)) throw new Unreadable()
    const members = this.members(depth)
    return { object: name, members }
  }

  /** A text with its length, which counts bytes. */
  private string(end: ';' | ':'): string {
    const length = number(this.until(':'))
    this.skip('"')
    const from = this.at
    const told = from + length
    const isRight = this.text[told] === '"' && this.text[told + 1] === end
    const to = isRight ? told : this.closing(from, end)
    this.at = to + 2
    return Buffer.from(this.text.slice(from, to), 'latin1').toString('utf8')
  }

  /** Where a text of a wrong length ends: at the first closing mark that another value, or an end, follows. */
  private closing(from: number, end: ';' | ':'): number {
    const mark = end === ';' ? /";(?=[aisdbNOC][:;]|\}|$)/g : /":(?=\d+:\{)/g
    mark.lastIndex = from
    const match = mark.exec(this.text)
    if (!match) throw new Unreadable()
    return match.index
  }

  private until(mark: string): string {
    const to = this.text.indexOf(mark, this.at)
    if (to < 0 || to - this.at > 40) throw new Unreadable()
    const word = this.text.slice(this.at, to)
    this.at = to + mark.length
    return word
  }

  private skip(mark: string): void {
    if (!this.text.startsWith(mark, this.at)) throw new Unreadable()
    this.at += mark.length
  }
}

function number(text: string): number {
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) throw new Unreadable()
  return value
}

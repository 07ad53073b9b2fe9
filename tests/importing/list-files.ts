import fc from 'fast-check'

/** One line of a list as another system has it. */
export type ListLine = { name: string; email: string; ticket: string; code: string }

export type ListFile = {
  lines: readonly ListLine[]
  bytes: Buffer
  /** For messages. */
  how: string
}

// Letters that every encoding of the files has.
const letters = fc.constantFrom(...'abcABC éèüößÅñ,;"\'\t|-'.split(''))
const name = fc
  .string({ unit: letters, minLength: 1, maxLength: 12 })
  .map(text => `N${text.replace(/\s+/g, ' ').trim()}`)

const line: fc.Arbitrary<ListLine> = fc.record({
  name,
  email: fc.constantFrom('', 'ada@example.org', 'bo@example.org', 'no address'),
  ticket: fc.constantFrom('Seat', 'seat', 'Balcony', 'Zwölf; "rechts"', ''),
  code: fc.oneof(
    fc.constant(''),
    fc.constant('123'),
    fc.integer({ min: 0, max: 30 }).map(n => `CODE-${1000 + n}`),
  ),
})

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Files with the same kinds of lines in every form in which programs write them, some lines several times. */
export const listFile: fc.Arbitrary<ListFile> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    again: fc.array(fc.nat({ max: 11 }), { maxLength: 3 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    quotesAll: fc.boolean(),
    breaks: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom('utf8', 'utf8 with a mark', 'utf16le', 'latin1'),
    blankLines: fc.boolean(),
  })
  .map(({ lines, again, delimiter, quotesAll, breaks, encoding, blankLines }) => {
    const all = [...lines, ...again.flatMap(at => lines[at] ?? [])]
    const cell = (text: string) =>
      quotesAll || /["\r\n]/.test(text) || text.includes(delimiter) ? quoted(text) : text
    const rows = [
      ['Full name', 'E-mail', 'Ticket type', 'Barcode'],
      ...all.map(({ name: own, email, ticket, code }) => [own, email, ticket, code]),
    ]
    const text = rows
      .map(row => row.map(cell).join(delimiter))
      .join(blankLines ? `${breaks}${breaks}` : breaks)
    return {
      lines: all,
      bytes: encoded(text, encoding),
      how: JSON.stringify({ delimiter, quotesAll, breaks, encoding, text }),
    }
  })

function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'latin1') return Buffer.from(text, 'latin1')
  if (encoding === 'utf16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  return Buffer.from(encoding === 'utf8' ? text : `\uFEFF${text}`, 'utf8')
}

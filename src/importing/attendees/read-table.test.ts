import { describe, expect, test } from 'vitest'
import { guessMapping, readMapping } from './columns.ts'
import { guestOf } from './guests.ts'
import { readTable, type Table } from './read-table.ts'

const read = (text: string | Uint8Array, rowsMost = 100) => {
  const table = readTable(typeof text === 'string' ? Buffer.from(text) : text, { rowsMost })
  if ('problem' in table) throw new Error(table.problem)
  return table
}
const problem = (text: string | Uint8Array, rowsMost = 100) => {
  const table = readTable(typeof text === 'string' ? Buffer.from(text) : text, { rowsMost })
  return 'problem' in table ? table.problem : undefined
}
const cells = ({ rows }: Table) => rows.map(row => row.cells)

describe('a table', () => {
  test.each([
    ['commas', 'a,b\n1,2\n', ','],
    ['semicolons', 'a;b\r\n1;2\r\n', ';'],
    ['tabs', 'a\tb\n1\t2', '\t'],
    ['bars', 'a|b\r1|2', '|'],
    ['the delimiter that a spreadsheet declares', 'sep=;\r\na;b\r\n1;2', ';'],
  ])('is read with %s', (_, text, delimiter) => {
    const table = read(text)
    expect([table.delimiter, table.head, cells(table)]).toEqual([
      delimiter,
      ['a', 'b'],
      [['1', '2']],
    ])
  })

  test('keeps delimiters, quotes and line breaks that stand in quotes, and counts lines of the file', () => {
    const table = read('name,note\n"Byron, Ada","a ""quote""\r\nand a break"\n\nBo,"x"\n')
    expect(table.rows).toEqual([
      { line: 2, cells: ['Byron, Ada', 'a "quote"\r\nand a break'] },
      { line: 5, cells: ['Bo', 'x'] },
    ])
  })

  test.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFFname\nSiân', 'utf8'), 'utf-8'],
    ['UTF-16', Buffer.from('\uFEFFname\nSiân', 'utf16le'), 'utf-16'],
    ['Windows-1252', Buffer.from('name\nSi\xe2n', 'latin1'), 'windows-1252'],
  ] as const)('in %s keeps its accents', (_, bytes, encoding) => {
    const table = read(bytes)
    expect([table.encoding, table.head, cells(table)]).toEqual([encoding, ['name'], [['Siân']]])
  })

  test('gives columns of one name numbers, and columns without a name their place', () => {
    expect(read('Name,Name,,Mail\n1,2,3,4').head).toEqual(['Name', 'Name (2)', 'Column 3', 'Mail'])
  })

  test.each([
    ['an empty file', '', 'The file is empty.'],
    ['what is no text', Buffer.from([1, 0, 2, 0]), 'This is no text file: export the list as CSV.'],
    [
      'a quote that is never closed',
      'a,b\n1,2\n3,"x',
      'A quote that is opened in line 3 is never closed.',
    ],
    ['too many lines', 'a\n1\n2\n3', 'The file has more than 2 lines: split it.'],
    [
      'a cell that is too long',
      `a\n"${'x'.repeat(11_000)}"`,
      'A cell that begins in line 2 has more than 10000 characters: a quote may not be closed.',
    ],
  ])('says so of %s', (_, text, sentence) => {
    expect(problem(text, 2)).toBe(sentence)
  })
})

describe('columns', () => {
  test.each([
    [
      'Eventbrite',
      [
        'Order #',
        'First Name',
        'Last Name',
        'Email',
        'Ticket Type',
        'Barcode number',
        'Attendee Status',
        'Attendee #',
      ],
      {
        first_name: 'First Name',
        last_name: 'Last Name',
        email: 'Email',
        ticket: 'Ticket Type',
        code: 'Barcode number',
        status: 'Attendee Status',
      },
    ],
    [
      'Tito',
      ['Number', 'Ticket', 'Ticket Full Name', 'Ticket Email', 'Ticket Reference'],
      {
        name: 'Ticket Full Name',
        email: 'Ticket Email',
        ticket: 'Ticket',
        reference: 'Ticket Reference',
      },
    ],
    [
      'pretix',
      ['Order code', 'Position ID', 'Status', 'Email', 'Product', 'Attendee name', 'Secret'],
      {
        name: 'Attendee name',
        email: 'Email',
        ticket: 'Product',
        code: 'Secret',
        reference: 'Position ID',
        status: 'Status',
      },
    ],
    [
      'a German list',
      ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Ticketart'],
      {
        first_name: 'Vorname',
        last_name: 'Nachname',
        email: 'E-Mail-Adresse',
        ticket: 'Ticketart',
      },
    ],
    [
      'a French list',
      ['Nom', 'Prénom', 'Courriel', 'Billet'],
      { first_name: 'Prénom', last_name: 'Nom', email: 'Courriel', ticket: 'Billet' },
    ],
  ])('of %s are recognised', (_, head, mapping) => {
    expect(guessMapping(head)).toEqual(mapping)
  })

  test('that were chosen wrongly are named with what there is', () => {
    expect(readMapping({ email: 'Mail', colour: 'x' }, ['Name', 'E-mail']).problems).toEqual([
      'email must name a column of the file: Name, E-mail.',
      'There is no field colour; there are name, first_name, last_name, email, ticket, code, reference, status, note.',
    ])
    expect(readMapping([], ['Name']).problems).toHaveLength(1)
  })
})

describe('a line', () => {
  const head = ['Name', 'Mail', 'Code', 'Status']
  const mapping = { name: 'Name', email: 'Mail', code: 'Code', status: 'Status' }
  const guest = (...row: string[]) => guestOf({ line: 7, cells: row }, { head, mapping })

  test('becomes a guest, with single blanks', () => {
    expect(guest(' Ada   Byron ', 'ada@example.org', '12345678', '')).toMatchObject({
      line: 7,
      name: 'Ada Byron',
      email: 'ada@example.org',
      code: '12345678',
    })
  })

  test.each([
    ['without name and address', ['', '', '', ''], 'neither a name nor an email'],
    ['with what is no address', ['Ada', 'ada at example', '', ''], 'email address is none'],
    ['that was cancelled', ['Ada', '', '', 'Cancelled'], 'cancelled, given back or not paid'],
    ['that was not paid', ['Ada', '', '', 'offen'], 'cancelled, given back or not paid'],
    ['with a short code', ['Ada', '', '12', ''], 'could be guessed'],
    ['with too many cells', ['Ada', '', '', '', 'more'], 'more cells than the head'],
  ])('%s is refused, and the reason repeats nothing of it', (_, row, reason) => {
    const refused = guest(...row)
    expect(refused).toMatchObject({ line: 7, reason: expect.stringContaining(reason) })
    expect(JSON.stringify(refused)).not.toContain('Ada')
  })

  test('is the same when it comes again with a cell at its end missing', () => {
    expect(guest('Ada', 'ada@example.org', '', '')).toMatchObject({
      key: (guest('Ada', 'ada@example.org') as { key: string }).key,
    })
  })
})

// Database: in the short run a server alone, where there is one.
import { beforeAll, describe, expect, test } from 'vitest'
import { drawTickets } from '../../support/draw-tickets.ts'
import { hasGlyphs } from '../../../src/messaging/tickets/fonts.ts'
import { missingIn } from '../../../src/messaging/tickets/text-runs.ts'
import { firstLink, orderUrl } from '../../../src/shop/orders/record/order-address.ts'
import { buy, fillCart, order } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { hasReader, picturesOf, readWith } from '../../support/readers.ts'
import { scriptNames as names } from '../../support/script-names.ts'
import { pairScanner } from '../../support/scanner-app.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const readsPdf = hasReader('qpdf') && hasReader('pdftotext')
const readsPictures = hasReader('pdftoppm') && hasReader('zbarimg')

const app = await startApp()
const short = await startApp({ QR_CONTENT: 'short' })

async function pdfAt(url: string, of: TestApp = app) {
  const response = await of.http.inject({ url: new URL(url).pathname + new URL(url).search })
  return { status: response.statusCode, headers: response.headers, pdf: response.rawPayload }
}

const link = (of: TestApp, orderId: number) =>
  orderUrl({ publicRoot: 'http://tickets.test', key: of.deps.secrets.order }, firstLink(orderId))
const papers = (of: TestApp, orderId: number) =>
  link(of, orderId).replace('/tickets-order/', '/tickets-order/tickets.pdf')

async function anOrder(of: TestApp, quantity: number, holders: readonly string[] = []) {
  const { id } = await ticketOnSale(of, { name: 'Balcony' })
  const bought = await buy(of, id, { quantity })
  for (const [index, name] of holders.entries()) {
    await of.db
      .updateTable('attendees')
      .set({ holder_name: name })
      .where('id', '=', bought.attendees[index]?.id ?? 0)
      .execute()
  }
  return bought
}

describe('the PDF of an order’s tickets', () => {
  const holders = Object.values(names)
  let orderId = 0
  let codes: { id: number; security_code: string }[] = []
  let pdf: Buffer = Buffer.alloc(0)
  let headers: object = {}

  beforeAll(async () => {
    const bought = await anOrder(app, holders.length, holders)
    orderId = bought.orderId
    codes = bought.attendees
    const got = await pdfAt(papers(app, orderId))
    if (got.status !== 200) throw new Error(got.pdf.toString())
    headers = got.headers
    pdf = got.pdf
  })

  test('is for the buyer: cached by nobody else, and named by the order number only', () => {
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store, private',
      'referrer-policy': 'no-referrer',
      'content-disposition': `inline; filename="tickets-${orderId}.pdf"`,
    })
  })

  test('has one page a ticket, and ninety kilobytes for ten tickets in one script', async () => {
    const { orderId: plain } = await anOrder(app, 10)
    const ten = (await pdfAt(papers(app, plain))).pdf
    expect(ten.subarray(0, 5).toString()).toBe('%PDF-')
    expect(ten.length).toBeLessThan(90_000)
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(holders.length)
  })

  test.runIf(readsPdf)(
    'is valid, tagged and titled, and has no personal data outside its pages',
    () => {
      expect(readWith('qpdf', ['--check', 'FILE'], pdf)).toContain(
        'No syntax or stream encoding errors',
      )
      const info = readWith('pdfinfo', ['FILE'], pdf)
      expect(info).toMatch(/Title:\s+Tickets for An evening\n/)
      expect(info).toMatch(/Tagged:\s+yes/)
      expect(info).not.toMatch(/Lovelace|Ada /)
      const structure = readWith('pdfinfo', ['-struct', 'FILE'], pdf)
      expect(structure).toContain('H1')
      expect(structure.match(/Figure/g)).toHaveLength(holders.length)
      expect(pdf.toString('latin1')).toContain('/Lang (en)')
    },
  )

  test.runIf(readsPdf)(
    'shows the event, the time with its zone, the ticket type, the holder, the code and the order',
    () => {
      const text = readWith('pdftotext', ['FILE', '-'], pdf).replace(/\s+/g, ' ')
      for (const part of [
        'An evening',
        '1 June 2031, 7:00 pm',
        '(UTC)',
        'Balcony',
        'Free',
        `Order ${orderId}`,
        `Ticket ${codes[0]?.id} ·`,
        names.Latin,
        names.Greek,
        names.Cyrillic,
        names.Vietnamese,
        names.Thai,
        names.Devanagari,
        names.Japanese,
      ]) {
        expect(text).toContain(part)
      }
    },
  )

  test.runIf(readsPictures)(
    'has QR codes with the five parameters of the contract and a signed code, which check in',
    async () => {
      const seen = picturesOf(pdf).map(({ codes: [code = ''] }) => new URL(code))
      expect(seen.map(({ searchParams }) => searchParams.get('ticket_id'))).toEqual(
        codes.map(({ id }) => String(id)),
      )
      for (const [index, { searchParams }] of seen.entries()) {
        expect([...searchParams.keys()]).toEqual([
          'event_qr_code',
          'ticket_id',
          'event_id',
          'security_code',
          'path',
          'code',
        ])
        expect(searchParams.get('security_code')).toBe(codes[index]?.security_code)
      }
      const { status } = await (await pairScanner(app)).scan(String(seen[0]))
      expect(status).toBe(201)
    },
  )
})

test.each(Object.entries(names))('the fonts have every letter of %s', (_, name) => {
  expect(missingIn(name, hasGlyphs)).toEqual([])
})

describe.runIf(readsPictures)('a ticket shows, neither blank nor as boxes,', () => {
  const inkOf = new Map<string, number>()

  beforeAll(async () => {
    const texts = [' ', ...Object.values(names)]
    const sheets = texts.map(text => ({
      title: 'Ink',
      notices: [],
      fields: [{ label: 'Name', text }],
      qr: { content: 'x', alt: 'x' },
      code: { label: 'Code', text: '1' },
      footer: '',
      link: '',
    }))
    const pdf = await drawTickets({ title: 'Ink', lang: 'en', sheets }, app.clock.now())
    for (const [index, { pixels, width }] of picturesOf(pdf).entries()) {
      // Left of the QR code, where the fields stand.
      const dark = [...pixels].map((grey, at) => (at % width < width - 222 ? 255 - grey : 0))
      inkOf.set(texts[index] ?? '', dark.reduce((sum, one) => sum + one, 0) / 255)
    }
  })

  test.each(Object.entries(names))('%s with as much ink as its letters need', (_, name) => {
    const [blank = Number.NaN, drawn = Number.NaN] = [inkOf.get(' '), inkOf.get(name)]
    const letters = [...new Intl.Segmenter().segment(name.replace(/\s/g, ''))].length
    const each = (drawn - blank) / letters
    expect(each).toBeGreaterThan(15)
    expect(each).toBeLessThan(140)
  })
})

test.runIf(readsPdf).each([
  [
    'de',
    'Tickets für An evening',
    ['Wann', 'Veranstalter', 'Kostenlos', 'Seite 1 von 1', 'Sonntag'],
  ],
  ['nb', 'Billetter til An evening', ['Når', 'Arrangør', 'Gratis', 'Side 1 av 1', 'søndag']],
  [
    'fr',
    'Billets pour An evening',
    ['Quand', 'Organisateur', 'Gratuit', 'Page 1 sur 1', 'dimanche'],
  ],
  [
    'es',
    'Entradas para An evening',
    ['Cuándo', 'Organizador', 'Gratis', 'Página 1 de 1', 'domingo'],
  ],
] as const)(
  'a printed ticket is in the language of its order: %s',
  async (language, title, labels) => {
    const { id, eventId } = await ticketOnSale(app)
    const organizer = await app.events('POST', '/organizers', {
      as: 'administrator',
      body: { organizer: 'Stage Company' },
    })
    await app.events('POST', `/events/${eventId}`, {
      as: 'administrator',
      body: { organizer: [organizer.json.id] },
    })
    const cart_hash = await fillCart(app, id)
    const { json } = await order(app, 'free', cart_hash, {
      headers: { 'accept-language': language },
    })
    const { pdf } = await pdfAt(papers(app, json.id))
    expect(readWith('pdfinfo', ['FILE'], pdf)).toContain(title)
    expect(pdf.toString('latin1')).toContain(`/Lang (${language})`)
    const text = readWith('pdftotext', ['FILE', '-'], pdf)
    for (const label of labels) expect(text).toContain(label)
    expect(text).not.toMatch(/When|Where|Organiser|Free|Page 1 of|Sunday|picture/)
  },
)

test('the operator is told of a letter that no font has, without the name', async () => {
  const { orderId } = await anOrder(app, 1, ['Ada \u{13000}'])
  expect((await pdfAt(papers(app, orderId))).status).toBe(200)
  const told = app.watched.lines.filter(line => line.includes('in no font'))
  expect(told.map(line => JSON.parse(line).scripts)).toEqual([['other']])
  expect(told.join('')).not.toContain('Ada')
})

test('the PDF is for those who have the link of the order, and for nobody else', async () => {
  const { orderId } = await anOrder(app, 1)
  const wrong = papers(app, orderId).replace(/key=.*/, 'key=guessed')
  const other = papers(app, orderId).replace(/order-id=\d+/, `order-id=${orderId + 1}`)
  for (const url of [wrong, other, 'http://tickets.test/tickets-order/tickets.pdf']) {
    expect((await pdfAt(url)).status).toBe(404)
  }
})

test('the PDF is linked from the page of the order', async () => {
  const { orderId } = await anOrder(app, 1)
  const { text } = await app.call('GET', link(app, orderId).replace('http://tickets.test', ''))
  const [, url = ''] = /<a [^>]*href="([^"]+tickets\.pdf[^"]+)"/.exec(text) ?? []
  expect((await pdfAt(url.replaceAll('&amp;', '&').replaceAll('&#38;', '&'))).status).toBe(200)
})

test('the PDF of one ticket is for those who have its code', async () => {
  const {
    attendees: [one],
  } = await anOrder(app, 2)
  const url = `http://tickets.test/tickets/pdf/${one?.id}/${one?.security_code}.pdf`
  const { status, pdf } = await pdfAt(url)
  expect([status, pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length]).toEqual([200, 1])
  expect(pdf.length).toBeLessThan(25_000)
  for (const wrong of [url.replace('.pdf', 'x.pdf'), url.replace(`/${one?.id}/`, '/1/')]) {
    expect((await pdfAt(wrong)).status).toBe(404)
  }
})

test('the PDF omits refunded tickets', async () => {
  const {
    orderId,
    attendees: [one],
  } = await anOrder(app, 1)
  await app.tickets('POST', `/orders/${orderId}/refunds`, {
    as: 'administrator',
    body: { whole: true },
  })
  expect((await pdfAt(papers(app, orderId))).status).toBe(404)
  const url = `http://tickets.test/tickets/pdf/${one?.id}/${one?.security_code}.pdf`
  // Leads to the page, which says what happened.
  expect((await pdfAt(url)).status).toBe(303)
})

describe('the PDF with QR_CONTENT=short', () => {
  test.runIf(readsPictures)(
    'has a short address as its code, which checks in at our door and shows the event to others',
    async () => {
      const {
        orderId,
        attendees: [one],
      } = await anOrder(short, 1)
      const [picture] = picturesOf((await pdfAt(papers(short, orderId), short)).pdf)
      const code = picture?.codes[0] ?? ''
      expect(code).toBe(`http://tickets.test/t/${one?.id}.${one?.security_code}`)
      const opened = await short.call('GET', new URL(code).pathname)
      expect([opened.status, opened.headers['location']]).toEqual([
        302,
        expect.stringContaining('/?p='),
      ])
      const scanned = await short.tickets('POST', '/check-ins', {
        as: 'administrator',
        body: { ticket: code },
      })
      expect(scanned.status).toBe(201)
    },
  )
})

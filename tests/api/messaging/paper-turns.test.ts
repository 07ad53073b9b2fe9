// Database: in the short run a server alone, where there is one.
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createTicketPrinter } from '../../../src/messaging/tickets/print-tickets.ts'
import { mailLane } from '../../../src/messaging/tickets/print-queue.ts'
import type { TicketSheets } from '../../../src/messaging/tickets/ticket-sheet.ts'
import { createLazyWorker } from '../../../src/platform/worker/lazy-worker.ts'
import { buyer } from '../../support/buyer.ts'
import { buy, readOrder } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { hasReader, readWith } from '../../support/readers.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({
  RATE_LIMIT: '100000',
  TRUST_PROXY: '1',
  HELD_PLACES_PER_ADDRESS: '1000',
})

const from = (network: string, url: string) =>
  app.http.inject({ method: 'GET', url, headers: { 'x-forwarded-for': network } })

async function anOrder(quantity: number) {
  const { id } = await ticketOnSale(app, { capacity: quantity })
  const { orderId } = await buy(app, id, { quantity: Math.min(quantity, 100) })
  if (quantity > 100) {
    // An order over several kinds of tickets may have more than a hundred of one.
    const more = await buy(app, id, { quantity: quantity - 100 })
    await app.db
      .updateTable('attendees')
      .set({ order_id: orderId })
      .where('order_id', '=', more.orderId)
      .execute()
  }
  const page = ((await readOrder(app, orderId)).redirect_url ?? '').replace(
    'http://tickets.test',
    '',
  )
  return { page, pdf: page.replace('/tickets-order/?', '/tickets-order/tickets.pdf?') }
}

/** Tickets that no cache has yet. */
const sheetsOf = (name: string, count: number): TicketSheets => ({
  title: name,
  lang: 'en',
  sheets: Array.from({ length: count }, (_, at) => ({
    title: `${name} ${at}`,
    notices: [],
    fields: [{ label: 'Holder', text: `Guest ${at}` }],
    qr: { content: `${name}/${at}`, alt: 'code' },
    code: { label: 'Code', text: `${at}` },
    footer: 'page',
    link: 'https://example.org',
  })),
})

test('large orders of one network let a stranger’s ticket and a mail pass, and their network alone is refused', async () => {
  const printer = createTicketPrinter(app.deps)
  const done: string[] = []
  const print = (name: string, count: number, lane: string) =>
    printer.printTickets(sheetsOf(name, count), lane).then(() => done.push(name))
  const large = [1, 2, 3, 4].map(at => print(`large ${at}`, 100, 'flood'))
  await expect(print('too many', 100, 'flood')).rejects.toMatchObject({ why: 'lane' })
  await Promise.all([print('single', 1, 'other'), print('mail', 5, mailLane)])
  expect([...done].sort()).toEqual(['mail', 'single'])
  const ended = Promise.allSettled(large)
  await printer.close()
  await ended
})

test('an order of hundreds of tickets has its PDF in parts, which its page links', async () => {
  const { page, pdf } = await anOrder(120)
  const whole = await from('192.0.2.1', pdf)
  expect([whole.statusCode, whole.headers.location]).toEqual([303, `http://tickets.test${page}`])
  const visitor = buyer(app)
  const { text } = await visitor.open(page)
  expect(text).toContain('Tickets 1 to 100 as PDF')
  expect(text).toContain('Tickets 101 to 120 as PDF')
  const last = await from('192.0.2.1', `${pdf}&part=2`)
  expect(last.headers['content-type']).toBe('application/pdf')
  expect(last.headers['content-disposition']).toMatch(/tickets-\d+-2\.pdf/)
  if (hasReader('pdfinfo'))
    expect(readWith('pdfinfo', ['FILE'], last.rawPayload)).toMatch(/Pages: +20/)
  expect((await from('192.0.2.1', `${pdf}&part=3`)).statusCode).toBe(404)
})

test('a PDF that shows the same is not drawn again, and one that shows something else is', async () => {
  const { pdf } = await anOrder(2)
  const [first, second] = [await from('192.0.2.2', pdf), await from('192.0.2.3', pdf)]
  // The moment at which it was drawn stands in it.
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  await app.db.updateTable('attendees').set({ holder_name: 'Somebody New' }).execute()
  const third = await from('192.0.2.2', pdf)
  expect(third.rawPayload.equals(first.rawPayload)).toBe(false)
})

test('a thread that stops takes the document with it at which it stopped, and no other', async () => {
  const known = new Set<number>()
  const [one, other] = [sheetsOf('one', 3), sheetsOf('other', 3)]
  const printer = createTicketPrinter({
    clock: app.deps.clock,
    log: app.deps.log,
    worker: {
      ask: async step => {
        if (step.kind === 'codes') return { files: [], missing: [] }
        if (step.kind === 'open') known.add(step.doc)
        if (!known.has(step.doc)) return { files: [], missing: [], lost: true }
        if (step.kind === 'sheet' && step.sheet.title === 'one 1') {
          known.clear()
          throw new Error('The work of a thread took too long.')
        }
        return { files: step.kind === 'finish' ? [Buffer.from('pdf')] : [], missing: [] }
      },
      close: () => Promise.resolve(),
    },
  })
  const outcomes = await Promise.allSettled([
    printer.printTickets(one, 'a'),
    printer.printTickets(other, 'b'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('the pictures of a file are read when it is drawn: not for one that is kept, and not for one that is refused', async () => {
  const printer = createTicketPrinter(app.deps)
  let reads = 0
  const readPictures = async () => {
    reads += 1
    return []
  }
  const sheets = (name: string, count: number) => ({ ...sheetsOf(name, count), readPictures })
  await printer.printTickets(sheets('pictured', 1), 'reader')
  await printer.printTickets(sheets('pictured', 1), 'reader')
  expect(reads).toBe(1)
  const waiting = printer.printTickets(sheets('waiting', 40), 'crowd')
  await expect(printer.printTickets(sheets('refused', 400), 'crowd')).rejects.toThrow('Too many')
  await waiting
  expect(reads).toBe(2)
  await printer.close()
})

test('a page that hangs ends its thread, and whoever asked is told to come again', async () => {
  const { pdf } = await anOrder(1)
  const { printer } = app.deps
  const hanging = createLazyWorker<never, never>({
    start: () => new Worker('setInterval(() => {}, 1000)', { eval: true }),
    answerMaxMs: 50,
    startMaxMs: 0,
  })
  const slow = createTicketPrinter({ ...app.deps, worker: hanging })
  Object.assign(app.deps, { printer: slow })
  const got = await from('198.51.100.77', pdf)
  expect([got.statusCode, got.json().code]).toEqual([503, 'rest_unavailable'])
  expect(Number(got.headers['retry-after'])).toBeGreaterThan(0)
  const errors = app.watched.lines.map(line => JSON.parse(line)).filter(({ level }) => level >= 50)
  // The hanging page alone; that somebody has to wait is no error.
  expect(errors.map(({ msg }) => msg)).toEqual(['a page of tickets took too long to draw'])
  Object.assign(app.deps, { printer })
  await slow.close()
  const again = await from('198.51.100.77', pdf)
  expect([again.statusCode, again.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('a service that stops waits for no page: what is being drawn fails at once, and nothing is begun', async () => {
  const hanging = createLazyWorker<never, never>({
    start: () => new Worker('setInterval(() => {}, 1000)', { eval: true }),
  })
  const printer = createTicketPrinter({ ...app.deps, worker: hanging })
  const drawn = printer.printTickets(sheetsOf('drawn', 1), 'reader')
  await Promise.all([expect(drawn).rejects.toThrow('The service stops.'), printer.close()])
  await expect(printer.printTickets(sheetsOf('late', 1), 'reader')).rejects.toThrow('stops')
})

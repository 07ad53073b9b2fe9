// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import ICAL from 'ical.js'
import { sendDue } from '../../../src/messaging/outbox/send-due.ts'
import { buy, purchaser } from '../../support/buying.ts'
import { deliver, newest, outbox, readMail } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { hasReader, picturesOf, readWith } from '../../support/readers.ts'
import { pairScanner } from '../../support/scanner-app.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const readsPictures = hasReader('pdftoppm') && hasReader('zbarimg')
const { id: ticketId, eventId } = await ticketOnSale(app, { capacity: null, names: 'allowed' })

type Attachments = Awaited<ReturnType<typeof readMail>>['attachments']
const fileOf = (attachments: Attachments, type: string) => {
  const file = attachments.find(({ mimeType }) => mimeType === type)
  return file && { ...file, bytes: Buffer.from(file.content as ArrayBuffer) }
}
const pagesOf = (pdf: Buffer | undefined) =>
  pdf?.toString('latin1').match(/\/Type \/Page\b/g)?.length

/** Orders places for others than the buyer, too. */
async function orderFor(emails: readonly string[]) {
  const items = emails.map((email, index) => ({ full_name: `Holder ${index}`, email }))
  const body = {
    provider: 'tc',
    tickets: [{ ticket_id: ticketId, quantity: items.length }],
    meta: [{ ticket_id: ticketId, items }],
  }
  const { json: cart } = await app.tickets('POST', '/cart', { body })
  const { json } = await app.tickets('POST', '/commerce/free/order', {
    body: { cart_hash: cart.cart_hash, purchaser },
  })
  return { orderId: json.id as number, attendees: json.attendees as Ticket[] }
}

type Ticket = { id: number; security_code: string }

describe('the mail of an order', () => {
  test('brings its tickets as one PDF, named by the order, and its event for the calendar', async () => {
    const { orderId } = await buy(app, ticketId, { quantity: 2 })
    await deliver(app)
    const { mail } = await newest(app, 'order.confirmed')
    const pdf = fileOf(mail.attachments, 'application/pdf')
    expect(pdf).toMatchObject({ filename: `tickets-${orderId}.pdf`, disposition: 'attachment' })
    expect(pagesOf(pdf?.bytes)).toBe(2)
    expect(mail.text).not.toContain('tickets.pdf')
    const calendar = fileOf(mail.attachments, 'text/calendar')
    expect(calendar).toMatchObject({ filename: 'event.ics', method: 'PUBLISH' })
    const entries = new ICAL.Component(ICAL.parse(String(calendar?.bytes)))
    const [entry] = entries.getAllSubcomponents('vevent').map(one => new ICAL.Event(one))
    expect(entry?.uid).toMatch(new RegExp(`^event-${eventId}-`))
    expect(entry?.startDate.toString()).toBe('2031-06-01T19:00:00Z')
    for (const personal of [purchaser.name, purchaser.email, 'key=', `rder ${orderId}`]) {
      expect(String(calendar?.bytes)).not.toContain(personal)
    }
  })

  test.runIf(hasReader('qpdf') && readsPictures)(
    'has a sound PDF, whose codes a scanner app of the existing system reads and checks in',
    async () => {
      const { attendees } = await buy(app, ticketId, { quantity: 2 })
      await deliver(app)
      const { mail } = await newest(app, 'order.confirmed')
      const pdf = fileOf(mail.attachments, 'application/pdf')?.bytes ?? Buffer.alloc(0)
      expect(readWith('qpdf', ['--check', 'FILE'], pdf)).toContain('No syntax or stream')
      const codes = picturesOf(pdf).map(({ codes: [code = ''] }) => code)
      const scanner = await pairScanner(app)
      expect(codes.map(code => scanner.read(code).ticket_id)).toEqual(
        attendees.map(({ id }) => String(id)),
      )
      for (const code of codes) {
        expect(await scanner.scan(code)).toMatchObject({
          status: 201,
          body: { msg: 'Checked In!' },
        })
      }
      expect((await scanner.scan(codes[0] ?? '')).body.error).toBe('attendee_already_checked_in')
    },
  )

  test('brings another holder the own tickets and no more', async () => {
    await orderFor([purchaser.email, 'cy@example.org', 'cy@example.org'])
    await deliver(app)
    const { mail } = await newest(app, 'ticket.issued')
    expect(pagesOf(fileOf(mail.attachments, 'application/pdf')?.bytes)).toBe(2)
  })

  test('brings them again when staff send them again', async () => {
    const { orderId } = await buy(app, ticketId)
    await deliver(app)
    const { json } = await app.tickets('POST', `/orders/${orderId}/resend`, {
      as,
      body: { to: 'right@example.org' },
    })
    await deliver(app)
    const { attachments } = await readMail(app, json.id)
    expect(pagesOf(fileOf(attachments, 'application/pdf')?.bytes)).toBe(1)
  })

  test('brings the new ticket to whoever it was passed on to, and none to the former holder', async () => {
    const { attendees } = await buy(app, ticketId)
    await app.tickets('POST', `/attendees/${attendees[0]?.id}`, {
      as,
      body: { full_name: 'Bo New', email: 'bo@example.org' },
    })
    await deliver(app)
    const [own, former] = (await outbox(app, { kind: 'ticket.transferred' })).slice(-2)
    const toNew = await readMail(app, own?.id ?? 0)
    const toFormer = await readMail(app, former?.id ?? 0)
    expect(fileOf(toNew.attachments, 'application/pdf')?.filename).toMatch(/^tickets-\d+\.pdf$/)
    expect(toFormer.attachments).toEqual([])
  })
})

describe('tickets are linked instead', () => {
  const linksIn = (text = '') => text.match(/http:\/\/tickets\.test\/\S*\.pdf\S*/g) ?? []
  const pagesAt = async (url = '') => {
    const { rawPayload } = await app.http.inject({ url: url.replace('http://tickets.test', '') })
    return pagesOf(rawPayload)
  }

  test('when there are more than twenty: all of the order, and each of another holder', async () => {
    const emails = Array.from({ length: 22 }, (_, index) =>
      index < 21 ? 'cy@example.org' : purchaser.email,
    )
    await orderFor(emails)
    await deliver(app)
    const { mail } = await newest(app, 'order.confirmed')
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['text/calendar'])
    const [all] = linksIn(mail.text)
    expect(await pagesAt(all)).toBe(22)
    expect(mail.html).toContain(all?.replaceAll('&', '&amp;'))
    const { mail: issued } = await newest(app, 'ticket.issued')
    expect(linksIn(issued.text)).toHaveLength(21)
    expect(await pagesAt(linksIn(issued.text)[20])).toBe(1)
  })

  test('when their PDF is larger than MAIL_PDF_KIB', async () => {
    const usual = app.config.mailPdfKib
    app.config.mailPdfKib = 40
    const one = await orderFor([purchaser.email])
    await deliver(app)
    const attached = (await newest(app, 'order.confirmed')).mail
    expect(fileOf(attached.attachments, 'application/pdf')?.filename).toBe(
      `tickets-${one.orderId}.pdf`,
    )
    await orderFor(Array.from({ length: 8 }, () => purchaser.email))
    await deliver(app)
    app.config.mailPdfKib = usual
    const { mail } = await newest(app, 'order.confirmed')
    expect(fileOf(mail.attachments, 'application/pdf')).toBeUndefined()
    expect(await pagesAt(linksIn(mail.text)[0])).toBe(8)
  })

  test('when they could not be printed three times: they hold the mail up for six minutes', async () => {
    const { orderId } = await buy(app, ticketId)
    await app.deps.following.catchUp()
    const stopped = () => Promise.reject(new Error('The thread stopped.'))
    const broken = {
      printTickets: stopped,
      drawCodes: stopped,
      printPaper: stopped,
      demandRoom: () => {},
      close: () => Promise.resolve(),
    }
    const states: string[] = []
    for (const seconds of [0, 61, 301]) {
      app.clock.advance(seconds)
      await sendDue({ ...app.deps, printer: broken })
      states.push((await outbox(app, { order: orderId }))[0]?.state ?? '')
    }
    expect(states).toEqual(['queued', 'queued', 'captured'])
    const { mail } = await newest(app, 'order.confirmed')
    expect(await pagesAt(linksIn(mail.text)[0])).toBe(1)
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['image/png', 'text/calendar'])
  })
})

test('guests of a cancelled event get an entry that says so, under the same name', async () => {
  const { id, eventId: own } = await ticketOnSale(app)
  await buy(app, id)
  await deliver(app)
  const entryOf = async (kind: string) => {
    const { mail } = await newest(app, kind)
    const calendar = String(fileOf(mail.attachments, 'text/calendar')?.bytes)
    return ['UID', 'STATUS', 'SEQUENCE'].map(
      name => new RegExp(`^${name}:(.*)$`, 'm').exec(calendar)?.[1]?.trim() ?? '',
    )
  }
  const [uid, status, sequence] = await entryOf('order.confirmed')
  expect(status).toBe('CONFIRMED')
  await app.events('POST', `/events/${own}`, { as, body: { happening: 'cancelled' } })
  await deliver(app)
  app.clock.advance(601)
  await deliver(app)
  expect(await entryOf('event.cancelled')).toEqual([uid, 'CANCELLED', String(Number(sequence) + 1)])
})

test('administrators download the files of a kept mail at /outbox, and nobody else does', async () => {
  await buy(app, ticketId)
  await deliver(app)
  const { message } = await newest(app, 'order.confirmed')
  const { text } = await app.call('GET', `/outbox/${message.id}`, { as })
  const paths = [...text.matchAll(/href="(\/outbox\/\d+\/files\/\d+)"/g)].map(
    ([, path = '']) => path,
  )
  expect(paths).toHaveLength(3)
  const { authorization } = await app.person(as)
  const got = await app.http.inject({ url: paths[1] ?? '', headers: { authorization } })
  expect(got.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store, private',
    'content-disposition': expect.stringMatching(
      /^attachment; filename\*=UTF-8''tickets-\d+\.pdf$/,
    ),
  })
  expect(pagesOf(got.rawPayload)).toBe(1)
  expect((await app.call('GET', paths[1] ?? '')).status).toBe(401)
  expect((await app.call('GET', `/outbox/${message.id}/files/99`, { as })).status).toBe(404)
})

// Database: in the short run a server alone, where there is one.
import { doorCodeOf } from '../../support/door-code-of.ts'
import { create } from 'qrcode'
import sharp from 'sharp'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { erasePerson, exportPerson } from '../../../src/cli/person.ts'
import { buy, fillCart, order, refund, tell } from '../../support/buying.ts'
import { deliver, newest, outbox, readMail } from '../../support/mailbox.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { orderFor } from '../../support/order-for.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({
  SITE_NAME: 'The Playhouse',
  MAIL_PDF_KIB: 'off',
  QR_CONTENT: 'plain',
})
const as = 'administrator' as const

const ann = { full_name: 'Ann Example', email: 'ann@example.org' }
const cy = { full_name: 'Cy Friend', email: 'Cy@Example.org' }

/** The text that a PNG of a QR code was drawn from is this one: each module has its colour. */
async function demandQr(png: Uint8Array, content: string) {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const { modules } = create(content, { errorCorrectionLevel: 'M' })
  const scale = info.width / (modules.size + 8)
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      const at = (n: number) => Math.floor((n + 4.5) * scale)
      const isDark = (data[at(row) * info.width + at(column)] ?? 0) < 128
      if (isDark !== Boolean(modules.get(row, column))) throw new Error('Another code is drawn.')
    }
  }
}

describe('the mail about a completed order', () => {
  test('brings the buyer every ticket and each other holder their own, once', async () => {
    const { orderId, attendees } = await orderFor(app, [ann, cy, cy])
    await deliver(app)
    await deliver(app)
    const own = await outbox(app, { order: orderId })
    expect(own.map(({ kind, recipient, state }) => [kind, recipient, state])).toEqual([
      ['order.confirmed', 'ann@example.org', 'captured'],
      ['ticket.issued', 'Cy@Example.org', 'captured'],
    ])
    const confirmed = await readMail(app, own[0]?.id ?? 0)
    const issued = await readMail(app, own[1]?.id ?? 0)
    const codes = await Promise.all(attendees.map(({ id }) => doorCodeOf(app.db, id)))
    for (const [nth, { title }] of attendees.entries()) {
      const code = codes[nth]
      expect(confirmed.text).toContain(code)
      expect(confirmed.text).toContain(title)
      expect(confirmed.html).toContain(code)
    }
    expect(issued.text).not.toContain(codes[0])
    expect(issued.text).not.toContain('tc-order-id')
    expect(issued.text).toContain(codes[1])
    expect(issued.text).toContain(codes[2])
  })

  test('says in text and HTML what, when, where and how much, and loads nothing', async () => {
    const eventId = await eventOnSale(app)
    const venue = await app.events('POST', '/venues', {
      as,
      body: { venue: 'Grand Hall', address: 'Storgata 1', city: 'Oslo' },
    })
    await app.db
      .updateTable('events')
      .set({ venue_id: venue.json.id, title: 'Tom & <b>Jerry</b>', timezone: 'Europe/Oslo' })
      .where('id', '=', eventId)
      .execute()
    const { id } = await ticketOnSale(app, { eventId, priceMinor: 3050 })
    const { orderId } = await buy(app, id, { quantity: 2, way: 'cardprocessor' })
    await deliver(app)
    const { mail } = await newest(app, 'order.confirmed')
    expect(mail.subject).toBe('[TEST] Your tickets: Tom & <b>Jerry</b>')
    expect(mail.from).toEqual({ name: 'The Playhouse', address: 'tickets@tickets.test' })
    for (const said of [
      'Tom & <b>Jerry</b>',
      '1 June 2031, 7:00 pm',
      '(Oslo time)',
      'Grand Hall',
      'Storgata 1',
      '$61.00',
      `tc-order-id=${orderId}`,
    ]) {
      expect(mail.text?.replaceAll('\u202f', ' ')).toContain(said)
    }
    expect(mail.html).toContain('Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;')
    expect(`${mail.text}${mail.html}`).not.toMatch(/undefined|null|NaN|\[object/)
    expect(mail.html).not.toMatch(/src="(?!cid:)|url\(|<script|<link/)
    expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  })

  test('has the QR code of each ticket as scanners expect it', async () => {
    const { attendees, eventId } = await orderFor(app, [ann])
    await deliver(app)
    const { mail } = await newest(app, 'order.confirmed')
    const [picture] = mail.attachments
    const [attendee] = attendees
    expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline' })
    expect(mail.html).toContain(`cid:${picture?.contentId?.replace(/[<>]/g, '')}`)
    const query = new URLSearchParams({
      event_qr_code: '1',
      ticket_id: String(attendee?.id),
      event_id: String(eventId),
      security_code: String(attendee?.security_code),
      path: 'svc/tickets/v1/qr',
    })
    await demandQr(picture?.content as Uint8Array, `http://tickets.test/?${query.toString()}`)
  })

  test.each([
    ['de-CH,de;q=0.9', 'Ihr Ticket', 'Sonntag, 1. Juni 2031'],
    ['no', 'Her er billetten din', 'søndag 1. juni 2031'],
    ['fr', 'Voici votre billet', 'dimanche 1 juin 2031'],
    ['es-MX', 'Aquí tiene su entrada', 'domingo, 1 de junio de 2031'],
    ['fi', 'Here is your ticket', '1 June 2031'],
  ])('is in the language of the buyer: %s', async (language, sentence, day) => {
    await orderFor(app, [ann], { language })
    await deliver(app)
    const { mail } = await newest(app, 'order.confirmed')
    expect(mail.text).toContain(sentence)
    expect(mail.text).toContain(day)
  })

  test('is not sent when the order was refunded before the mail left', async () => {
    const { orderId } = await orderFor(app, [ann])
    await refund(app, orderId)
    await deliver(app)
    const own = await outbox(app, { order: orderId })
    expect(own.map(({ kind, state }) => [kind, state])).toEqual([
      ['order.confirmed', 'withdrawn'],
      ['order.refunded', 'captured'],
    ])
  })

  test('about 25 tickets stays small and links to the page with their codes', async () => {
    const { orderId } = await orderFor(
      app,
      Array.from({ length: 25 }, () => ann),
    )
    await deliver(app)
    const { mail } = await newest(app, 'order.confirmed')
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['event.ics'])
    expect(mail.text).toContain(`tc-order-id=${orderId}`)
    expect(mail.html?.length).toBeLessThan(60_000)
  })
})

describe('the mail about a payment in progress', () => {
  async function pending() {
    const { id } = await ticketOnSale(app, { priceMinor: 500 })
    const cart_hash = await fillCart(app, id)
    const { json } = await order(app, 'cardprocessor', cart_hash)
    const { order_id: orderId, payment_intent_id: intent, client_secret } = json
    const answer = (sandbox_outcome: string) =>
      tell(app, `cardprocessor/order/${intent}`, { cart_hash, client_secret, sandbox_outcome })
    return { orderId: orderId as number, answer }
  }

  test('is sent only if the payment is still in progress after five minutes', async () => {
    const { orderId, answer } = await pending()
    await answer('delay')
    await deliver(app)
    const states = async () =>
      (await outbox(app, { order: orderId })).map(({ kind, state }) => `${kind} ${state}`)
    expect(await states()).toEqual(['order.pending queued'])
    app.clock.advance(301)
    await deliver(app)
    expect(await states()).toEqual(['order.pending captured'])
    expect((await newest(app, 'order.pending')).mail.text).toContain(
      'have not received your payment yet',
    )
  })

  test('is not sent when the buyer gave the payment up', async () => {
    const { orderId } = await pending()
    await app.tickets('POST', `/orders/${orderId}/cancel`, { as })
    await deliver(app)
    app.clock.advance(301)
    await deliver(app)
    expect(await outbox(app, { order: orderId })).toMatchObject([
      { kind: 'order.failed', state: 'withdrawn' },
    ])
  })
})

test('the mail about a refund names the sum and which tickets remain valid', async () => {
  const { id } = await ticketOnSale(app, { priceMinor: 1250 })
  const { orderId } = await buy(app, id, { quantity: 2, way: 'cardprocessor' })
  const { json } = await app.tickets('GET', `/orders/${orderId}`, { as })
  await refund(app, orderId, { lines: [{ id: json.items[0].id, quantity: 1 }] })
  await deliver(app)
  const { mail } = await newest(app, 'order.refunded')
  expect(mail.text).toContain('We refunded $12.50.')
  expect(mail.text).toContain('One ticket in your order is still valid.')
})

test('the mail about a refund says that the event was cancelled, because no other mail may say it', async () => {
  const { orderId, eventId } = await orderFor(app, [ann])
  const body = { happening: 'cancelled', happening_reason: 'The stage is wet.' }
  await app.events('PATCH', `/events/${eventId}`, { as, body })
  await app.tickets('POST', `/orders/${orderId}/refunds`, { as, body: { whole: true } })
  await deliver(app)
  const { mail } = await newest(app, 'order.refunded')
  expect(mail.text).toContain('Cancelled: An evening')
  expect(mail.text).toContain('The stage is wet.')
})

test('a transferred ticket is mailed to its new holder, and the former holder is told', async () => {
  const { attendees } = await orderFor(app, [ann])
  const [attendee] = attendees
  await app.tickets('POST', `/attendees/${attendee?.id}`, {
    as,
    body: { full_name: 'Bo New', email: 'bo@example.org' },
  })
  await deliver(app)
  const mails = (await outbox(app, { kind: 'ticket.transferred' })).slice(-2)
  expect(mails.map(({ recipient, state }) => [recipient, state])).toEqual([
    ['bo@example.org', 'captured'],
    ['ann@example.org', 'captured'],
  ])
  expect(mails.map(({ subject }) => subject.includes('[TEST]'))).toEqual([false, false])
  const forBo = await readMail(app, mails[0]?.id ?? 0)
  const forAnn = await readMail(app, mails[1]?.id ?? 0)
  expect(forBo.attachments.map(({ filename }) => filename)).toEqual([
    `ticket-${attendee?.id}.png`,
    'event.ics',
  ])
  expect(forBo.text).toContain(await doorCodeOf(app.db, attendee?.id ?? 0))
  expect(forBo.text).not.toContain(attendee?.security_code)
  expect(forAnn.text).toContain('passed on to somebody else')
  expect(forAnn.text).not.toContain('Bo New')
})

test('the mails about a transferred ticket of the sandbox say in the subject that they are a test', async () => {
  const ticket = await ticketOnSale(app, { priceMinor: 1000 })
  const { attendees } = await buy(app, ticket.id, { way: 'cardprocessor' })
  await app.tickets('POST', `/attendees/${attendees[0]?.id}`, {
    as,
    body: { full_name: 'Bo New', email: 'bo@example.org' },
  })
  await deliver(app)
  const mails = (await outbox(app, { kind: 'ticket.transferred' })).slice(-2)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^\[TEST\] /),
    expect.stringMatching(/^\[TEST\] /),
  ])
})

test('a person who is erased is in no stored mail any more', async () => {
  await orderFor(app, [{ full_name: 'Zoe Gone', email: 'zoe.gone@example.org' }])
  await deliver(app)
  expect((await exportPerson(app.db, 'zoe.gone@example.org')).messages).toHaveLength(1)
  const { messages } = await erasePerson(app.db, 'zoe.gone@example.org')
  expect(messages).toBe(1)
  const rows = await app.db.selectFrom('messages').selectAll().execute()
  const captures = await app.db.selectFrom('captures').selectAll().execute()
  const kept = `${JSON.stringify(rows)}${captures.map(({ raw }) => raw.toString()).join('')}`
  expect(rows.length).toBeGreaterThan(0)
  expect(kept.toLowerCase()).not.toContain('zoe.gone@')
  // The buyer's mail had every holder.
  expect(kept).not.toContain('Zoe Gone')
})

test('a buyer who is erased is in no mail to a holder either, subjects of one’s own included', async () => {
  const body = { subject: 'From {buyer}' }
  await app.admin('PUT', '/mail-texts/ticket.issued/nb', { as, body })
  const { orderId } = await orderFor(app, [ann, cy], { language: 'nb' })
  await deliver(app)
  const subjects = async () => (await outbox(app, { order: orderId })).map(({ subject }) => subject)
  expect(await subjects()).toContain('From Ann Example')
  await erasePerson(app.db, 'ann@example.org')
  expect((await subjects()).join()).not.toContain('Ann')
  const { rows } = await sql<{ id: number }>`
    select c.message_id as id from captures c join messages m on m.id = c.message_id
    where m.order_id = ${orderId}`.execute(app.db)
  expect(rows).toEqual([])
})

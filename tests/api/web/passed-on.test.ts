// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { erasePerson } from '../../../src/cli/person.ts'
import { auditOrders } from '../../../src/shop/orders/record/audit.ts'
import { buyer } from '../../support/buyer.ts'
import { buy, readOrder, refund, stockOf } from '../../support/buying.ts'
import { deliver, newest, outbox, readMail } from '../../support/mailbox.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'
import { hasReader, readWith } from '../../support/readers.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off', RATE_LIMIT: 'off' })
const as = 'administrator' as const
const bo = { name: 'Bo Brandt', email: 'bo@example.org' }
const cy = { name: 'Cy Coleman', email: 'cy@example.org' }

const pathOf = (url: string) => url.replace(/^(?:http|webcal):\/\/tickets\.test/, '')

type OrderDraft = { quantity?: number; priceMinor?: number }

/** An order whose first ticket its buyer has passed on to Bo, who has the mail about it. */
async function passedToBo({ quantity = 2, priceMinor = 0 }: OrderDraft = {}) {
  const { id: ticketId, eventId } = await ticketOnSale(app, { capacity: 5, priceMinor })
  const way = priceMinor > 0 ? ('cardprocessor' as const) : ('free' as const)
  const { orderId, attendees } = await buy(app, ticketId, { quantity, way })
  const [{ id, security_code: oldCode } = { id: 0, security_code: '' }] = attendees
  const ada = buyer(app)
  const page = pathOf((await readOrder(app, orderId)).redirect_url ?? '')
  await ada.open(page)
  const before = ada.page().text
  const form = ada.held('/tickets-order/holder')
  await passOn(ada, '/tickets-order/holder', { form, id, to: bo })
  await deliver(app)
  const mails = await outbox(app, { order: orderId, kind: 'ticket.transferred' })
  const toBo = mails.find(({ recipient }) => recipient === bo.email)
  const { text = '' } = await readMail(app, toBo?.id ?? 0)
  const link = pathOf(/http:\S+\/ticket\/\S+holder=\S+/.exec(text)?.[0] ?? '')
  const newCode = (await readOrder(app, orderId)).attendees.find(one => one.id === id)
    ?.security_code as string
  const oldLink = `/ticket/${id}/${oldCode}`
  return {
    ada,
    before,
    form,
    page,
    orderId,
    ticketId,
    eventId,
    id,
    oldCode,
    newCode,
    link,
    oldLink,
  }
}

type Passing = { form: Record<string, string>; id: number; to: { name: string; email: string } }

const passOn = (who: ReturnType<typeof buyer>, action: string, { form, id, to }: Passing) =>
  who.post(action, { ...form, [`name-${id}`]: to.name, [`email-${id}`]: to.email })

test('the order of a ticket that is passed on says with whom it is and since when, and nothing of it can be used', async () => {
  const { ada, page, id, oldCode, newCode, form } = await passedToBo()
  const { text } = await ada.open(page)
  expect(text).toMatch(
    /With Bo Brandt since \w+, \d+ \w+ \d{4}|With Bo Brandt since \w+, \w+ \d+, \d{4}/,
  )
  expect(text).not.toContain(newCode)
  expect(text).not.toContain(oldCode)
  expect(text).not.toContain(bo.email)
  expect(text).not.toContain(`name="attendee" value="${id}"`)
  // Neither by a form that was open before.
  const mine = { name: 'Ada Lovelace', email: 'ada@example.org' }
  await passOn(ada, '/tickets-order/holder', { form, id, to: mine })
  expect(ada.page().status).toBe(409)
  await ada.post('/tickets-order/give-back', { ...form, attendee: String(id) })
  expect(ada.page().status).toBe(409)
  const { attendees } = await readOrder(app, Number(form['tc-order-id']))
  expect(attendees.map(one => one.title)).toEqual([bo.name, 'Ada Lovelace'])
})

test.runIf(hasReader('pdftotext'))(
  'PDF, calendar and mails of the order leave the ticket out',
  async () => {
    const { page, orderId, newCode } = await passedToBo({ quantity: 1 })
    const pdf = await app.call(
      'GET',
      page.replace('/tickets-order/?', '/tickets-order/tickets.pdf?'),
    )
    expect(pdf.status).toBe(404)
    const calendar = await app.call('GET', page.replace('/?', '/calendar.ics?'))
    expect(calendar.text).toContain('STATUS:CANCELLED')
    await app.tickets('POST', `/orders/${orderId}/resend`, { as, body: {} })
    await deliver(app)
    const { mail } = await newest(app, 'order.confirmed')
    expect(mail.text).toContain('All its tickets were passed on')
    expect(mail.raw).not.toContain(newCode)
    const two = await passedToBo()
    const url = two.page.replace('/tickets-order/?', '/tickets-order/tickets.pdf?')
    const { rawPayload } = await app.http.inject({ method: 'GET', url })
    const words = readWith('pdftotext', ['FILE', '-'], rawPayload)
    expect(words).not.toContain(two.newCode)
    expect(words).toContain(`Ticket ${two.id + 1} ·`)
  },
)

test('the old link says that the ticket was passed on, names nobody, and leads to where tickets are found', async () => {
  const { ada, oldLink, oldCode, id } = await passedToBo()
  const { status, text } = await ada.open(oldLink)
  expect(status).toBe(410)
  expect(text).toContain('This ticket was passed on')
  expect(text).toContain('href="/tickets-order/find"')
  expect(text).not.toContain('Bo Brandt')
  for (const other of [`/tickets/pdf/${id}/${oldCode}.pdf`, `/t/${id}.${oldCode}`]) {
    const moved = await app.call('GET', other)
    expect([moved.status, moved.headers['location']]).toEqual([
      303,
      `http://tickets.test${oldLink}`,
    ])
  }
})

test('the door tells an old code from a forged one, and names nobody', async () => {
  const { id, oldCode, newCode } = await passedToBo()
  const scan = async (code: string) =>
    (await app.tickets('POST', '/check-ins', { as, body: { ticket: `${id}.${code}` } })).json
  const old = await scan(oldCode)
  expect([old.code, old.attendee]).toEqual(['security_code_not_valid', undefined])
  expect(old.message).toContain('passed on')
  expect((await scan('x'.repeat(24))).message).not.toContain('passed on')
  expect((await scan(newCode)).msg).toBe('Checked In!')
})

test('the new holder passes the ticket on again, and then has nothing of it either', async () => {
  const { ada, page, id, link, newCode } = await passedToBo()
  const guest = buyer(app)
  await guest.open(link)
  const action = `/ticket/${id}/${newCode}/holder`
  const form = guest.held(action)
  await passOn(guest, action, { form, id, to: { name: 'Cy', email: 'cy' } })
  expect(guest.page().status).toBe(422)
  await passOn(guest, action, { form, id, to: cy })
  expect(guest.page().text).toContain('The ticket has a new holder.')
  expect(guest.page().status).toBe(410)
  await passOn(guest, action, { form, id, to: bo })
  expect(guest.page().status).toBe(410)
  // The buyer does not learn of Cy.
  const { text } = await ada.open(page)
  expect(text).toContain('With somebody else since')
  expect(text).not.toMatch(/Bo Brandt|Cy Coleman/)
})

test('the code in a photographed ticket passes nothing on and gives nothing back', async () => {
  const { id, newCode, link, ticketId } = await passedToBo()
  const thief = buyer(app)
  const { text } = await thief.open(`/ticket/${id}/${newCode}`)
  expect(text).not.toContain('<form')
  for (const [what, holder] of [
    ['holder', ''],
    ['give-back', 'x'.repeat(32)],
  ]) {
    const action = `/ticket/${id}/${newCode}/${what}`
    await passOn(thief, action, { form: { holder: holder ?? '' }, id, to: cy })
    expect(thief.page().status).toBe(404)
  }
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 2 })
  expect((await thief.open(link)).text).toContain('give-back')
})

test('of a free order the buyer gives back the rest, and the holder the ticket that was passed on', async () => {
  const { ada, form, id, link, newCode, ticketId, orderId } = await passedToBo({ quantity: 3 })
  const { attendee: _, ...secret } = form
  await ada.post('/tickets-order/give-back', secret)
  expect(ada.page().text).toContain('You have given your places back.')
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 1 })
  const guest = buyer(app)
  await guest.open(link)
  await guest.send(`/ticket/${id}/${newCode}/give-back`)
  expect(guest.page().text).toContain('You have given the place back.')
  expect(guest.page().text).toContain('This ticket was given back')
  expect(await stockOf(app, ticketId)).toEqual({ held: 0, sold: 0 })
  expect((await readOrder(app, orderId)).status).toBe('refunded')
  expect(await auditOrders(app.db)).toEqual([])
})

test('a paid ticket is refunded by staff alone: first what is with the payer, who gets the money', async () => {
  const { id, link, orderId } = await passedToBo({ priceMinor: 3000 })
  const guest = buyer(app)
  expect((await guest.open(link)).text).not.toContain('give-back')
  const lines = (await readOrder(app, orderId)).items
  const line = lines[0]?.id ?? 0
  await refund(app, orderId, { lines: [{ id: line, quantity: 1 }] })
  await deliver(app)
  const left = await readOrder(app, orderId)
  expect(left.attendees.map(one => one.id)).toEqual([id])
  const { mail, message } = await newest(app, 'order.refunded')
  expect(message.recipient).toBe('ada@example.org')
  expect(mail.text).not.toMatch(/Bo Brandt|None of the tickets/)
})

test('a ticket that comes back to its buyer is the buyer’s again', async () => {
  const { ada, page, id, link, newCode } = await passedToBo()
  const guest = buyer(app)
  await guest.open(link)
  const action = `/ticket/${id}/${newCode}/holder`
  const form = guest.held(action)
  await passOn(guest, action, { form, id, to: { name: 'Ada L', email: 'ADA@example.org' } })
  const { text } = await ada.open(page)
  expect(text).toContain('Ada L')
  expect(text).not.toContain('Passed on')
  expect(ada.held('/tickets-order/holder')['attendee']).toBe(String(id))
})

test('staff see the holder and the code, and the answers of the shop do not', async () => {
  const { orderId, newCode, page } = await passedToBo()
  const staff = await readOrder(app, orderId)
  expect(staff.attendees[0]).toMatchObject({ title: bo.name, security_code: newCode })
  await erasePerson(app.db, bo.email)
  const { text } = await buyer(app).open(page)
  expect(text).toContain('With somebody else since')
})

test('of two who pass the same ticket on at once one succeeds', async () => {
  const { id: ticketId } = await ticketOnSale(app)
  const { orderId, attendees } = await buy(app, ticketId)
  const id = attendees[0]?.id ?? 0
  const page = pathOf((await readOrder(app, orderId)).redirect_url ?? '')
  const tabs = [buyer(app), buyer(app)]
  const forms = await Promise.all(
    tabs.map(async tab => {
      await tab.open(page)
      return tab.held('/tickets-order/holder')
    }),
  )
  await Promise.all(
    tabs.map((tab, at) =>
      passOn(tab, '/tickets-order/holder', { form: forms[at] ?? {}, id, to: at === 0 ? bo : cy }),
    ),
  )
  expect(tabs.map(tab => tab.page().status).sort((a, b) => a - b)).toEqual([200, 409])
})

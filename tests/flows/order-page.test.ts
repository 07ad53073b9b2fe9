// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { erasePerson } from '../../src/cli/person.ts'
import { readOrder } from '../support/buying.ts'
import { personWith } from '../support/granting.ts'
import { deliver, outbox } from '../support/mailbox.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { aPaidOrder } from '../support/paid-order.ts'
import { startPaidApp } from '../support/paid-app.ts'
import type { TestRequest } from '../support/start-app.ts'

const paid = await startPaidApp()
const { app } = paid
const as = 'administrator'
const buy = (quantity = 3) => aPaidOrder(paid, { quantity })
const admin = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, more: TestRequest = {}) =>
  app.admin(method, path, { as, ...more })
const passOn = (id: number | undefined, email = 'bo@example.org') =>
  app.tickets('PATCH', `/attendees/${id}`, { as, body: { full_name: 'Bo', email } })

describe('the page of an order', () => {
  test('has its money, places, moves and refunds, and the other orders of its buyer', async () => {
    const earlier = await buy(1)
    const { id, eventId, line, attendees } = await buy()
    const other = await ticketOnSale(app, { eventId, priceMinor: 2000, name: 'Circle' })
    await admin('POST', `/attendees/${attendees[0]}/moves`, { body: { ticket: other.id } })
    const body = { attendees: [attendees[1]], method: 'cash' }
    await app.tickets('POST', `/orders/${id}/refunds`, { as, body })
    const { status, json } = await admin('GET', `/orders/${id}`)
    expect(status).toBe(200)
    expect(json.money).toEqual({
      charged: '90.00',
      paid: '90.00',
      returned: '40.00',
      promised: '0.00',
      left: '50.00',
    })
    expect(json.places).toMatchObject([
      { id: attendees[0], number: 1, ticket: 'Circle', valid: true },
      { id: attendees[1], number: 2, ticket: 'Seat', line, valid: false },
      { id: attendees[2], number: 3, ticket: 'Seat', line, valid: true },
    ])
    expect(json.moves).toMatchObject([
      { attendee: attendees[0], from_line: line, returned: '10.00' },
    ])
    expect(json.refunds).toHaveLength(2)
    expect(json.other_orders.map((one: { id: number }) => one.id)).toContain(earlier.id)
  })

  test('leaves out what the caller may not see', async () => {
    const { id, eventId } = await buy(1)
    const reader = await personWith(app, { set: 'reader', eventId })
    const { json } = await app.admin('GET', `/orders/${id}`, { as: reader })
    expect(json.money.paid).toBe('30.00')
    expect(json).not.toHaveProperty('other_orders')
    expect(JSON.stringify(json)).not.toContain('example.org')
    const boxOffice = await personWith(app, { set: 'box_office', eventId })
    const shown = (await app.admin('GET', `/orders/${id}`, { as: boxOffice })).json
    expect(shown).not.toHaveProperty('money')
    expect(JSON.stringify(shown)).not.toContain('30.00')
    // The buyer's orders of other events do not exist for somebody with a grant for this one.
    expect(shown.other_orders).toEqual([])
    const elsewhere = await ticketOnSale(app)
    const stranger = await personWith(app, { set: 'manager', eventId: elsewhere.eventId })
    for (const path of [`/orders/${id}`, `/orders/${id}/timeline`]) {
      expect((await app.admin('GET', path, { as: stranger })).status).toBe(404)
    }
  })
})

describe('a correction', () => {
  test('of the purchaser reaches places, search and mails that wait, and keeps the codes', async () => {
    const { id, attendees } = await buy(2)
    await passOn(attendees[1])
    const before = await readOrder(app, id)
    const body = { name: 'Ada King', email: 'ada.king@example.org' }
    const { status, json } = await admin('PATCH', `/orders/${id}`, { body })
    expect(status).toBe(200)
    expect(json).toEqual({ id, ...body })
    const { json: page } = await admin('GET', `/orders/${id}`)
    expect(page.purchaser).toEqual(body)
    expect(page.places).toMatchObject([
      { name: 'Ada King', email: 'ada.king@example.org', passed_on_at: null },
      { name: 'Bo', email: 'bo@example.org' },
    ])
    const after = await readOrder(app, id)
    expect(after.attendees.map(one => one.security_code)).toEqual(
      before.attendees.map(one => one.security_code),
    )
    const found = await app.tickets('GET', '/attendees', { as, query: { search: 'ada.king' } })
    expect(found.json.attendees.map((one: { id: number }) => one.id)).toEqual([attendees[0]])
    const orders = await admin('GET', '/orders', { query: { search: 'ada king' } })
    expect(orders.json.rows).toHaveLength(1)
    await deliver(app)
    const confirmed = await outbox(app, { kind: 'order.confirmed', order: id })
    expect(confirmed.map(({ recipient }) => recipient)).toEqual(['ada.king@example.org'])
    expect((await admin('PATCH', `/orders/${id}`, { body: {} })).json).toEqual({ id, ...body })
    expect((await admin('PATCH', `/orders/${id}`, { body: { email: 'nobody' } })).status).toBe(400)
  })

  test('of a holder changes the name with the code, and another address with a new one', async () => {
    const { id, eventId, attendees } = await buy(1)
    const path = `/attendees/${attendees[0]}`
    const named = await admin('PATCH', path, { body: { name: 'Grace' } })
    expect(named.json).toMatchObject({ name: 'Grace', new_code: false })
    const [before] = (await readOrder(app, id)).attendees
    const moved = await admin('PATCH', path, { body: { email: 'grace@example.org' } })
    expect(moved.json).toMatchObject({ email: 'grace@example.org', new_code: true })
    expect((await readOrder(app, id)).attendees[0]?.security_code).not.toBe(before?.security_code)
    const door = await personWith(app, { set: 'door', eventId })
    expect((await app.admin('PATCH', path, { as: door, body: { name: 'X' } })).status).toBe(403)
  })

  test('of an order over two events needs the right at both', async () => {
    const { id, eventId } = await buy(1)
    const finance = await personWith(app, { set: 'finance', eventId })
    const own = await app.admin('PATCH', `/orders/${id}`, { as: finance, body: { name: 'Ada B.' } })
    expect([own.status, own.json.name]).toEqual([200, 'Ada B.'])
    const reader = await personWith(app, { set: 'reader', eventId })
    const no = await app.admin('PATCH', `/orders/${id}`, { as: reader, body: { name: 'Eve' } })
    expect(no.status).toBe(403)
  })
})

describe('mails of an order', () => {
  test('are sent again to the buyer, to other holders or to one, 50 in a day at most', async () => {
    const { id, attendees } = await buy()
    await passOn(attendees[1], 'bo@example.org')
    await passOn(attendees[2], 'cy@example.org')
    const send = async (body: object) => {
      const { status, json } = await admin('POST', `/orders/${id}/mails`, { body })
      const mails = (json.mails ?? []) as { kind: string; to: string }[]
      return [status, mails.map(({ kind, to }) => `${kind} ${to}`)]
    }
    expect(await send({})).toEqual([202, ['order.confirmed ada@example.org']])
    const others = ['ticket.issued bo@example.org', 'ticket.issued cy@example.org']
    expect(await send({ to: 'holders' })).toEqual([202, others])
    expect(await send({ to: 'everybody' })).toEqual([
      202,
      ['order.confirmed ada@example.org', ...others],
    ])
    expect(await send({ attendee: attendees[2] })).toEqual([202, ['ticket.issued cy@example.org']])
    expect((await send({ to: 'buyer', attendee: attendees[2] }))[0]).toBe(400)
    expect((await send({ attendee: 999_999 }))[0]).toBe(409)
    for (let mail = 7; mail < 50; mail += 1) await send({})
    expect(await send({})).toEqual([429, []])
    paid.advance(24 * 3600 + 1)
    expect((await send({}))[0]).toBe(202)
  })
})

describe('notes', () => {
  test('about an order and its places are written, listed and deleted', async () => {
    const { id, eventId, attendees } = await buy(1)
    const order = `/orders/${id}/notes`
    const place = `/attendees/${attendees[0]}/notes`
    const made = await admin('POST', order, { body: { text: 'Called twice.' } })
    expect(made.json).toMatchObject({ order: id, attendee: null, text: 'Called twice.' })
    await admin('POST', place, { body: { text: 'Needs a ramp.' } })
    const texts = async (path: string) =>
      (await admin('GET', path)).json.notes.map((note: { text: string }) => note.text)
    expect(await texts(order)).toEqual(['Needs a ramp.', 'Called twice.'])
    expect(await texts(place)).toEqual(['Needs a ramp.'])
    const wrong = await admin('DELETE', `${place}/${made.json.id}`)
    expect([wrong.status, wrong.json.code]).toEqual([404, 'rest_note_not_found'])
    expect((await admin('DELETE', `${order}/${made.json.id}`)).json).toEqual({ deleted: true })
    expect(await texts(order)).toEqual(['Needs a ramp.'])
    const reader = await personWith(app, { set: 'reader', eventId })
    expect((await app.admin('GET', order, { as: reader })).status).toBe(200)
    const no = await app.admin('POST', order, { as: reader, body: { text: 'Hm.' } })
    expect(no.status).toBe(403)
    expect((await admin('POST', order, { body: { text: ' ' } })).status).toBe(400)
  })
})

describe('the timeline of an order', () => {
  test('tells of everything that happened, newest first, and pages of any size give the same', async () => {
    const { id, eventId, attendees } = await buy()
    await admin('POST', `/orders/${id}/notes`, { body: { text: 'Called.' } })
    await admin('PATCH', `/orders/${id}`, { body: { name: 'Ada King' } })
    const other = await ticketOnSale(app, { eventId, priceMinor: 2000, name: 'Circle' })
    await admin('POST', `/attendees/${attendees[0]}/moves`, { body: { ticket: other.id } })
    await app.tickets('PATCH', `/attendees/${attendees[1]}`, { as, body: { check_in: true } })
    await deliver(app)
    const whole = (await admin('GET', `/orders/${id}/timeline`)).json
    const kinds = new Set(whole.items.map((item: { kind: string }) => item.kind))
    expect(kinds).toEqual(new Set(['change', 'mail', 'move', 'note', 'refund', 'scan', 'status']))
    expect(whole.next).toBeNull()
    const moments = whole.items.map((item: { at: string }) => item.at)
    expect(
      moments.every((at: string, place: number) => place === 0 || at <= moments[place - 1]),
    ).toBe(true)
    const corrected = whole.items.find((item: { what: string }) => item.what === 'correctOrder')
    expect(corrected.changed).toContain('purchaser_name')
    for (const limit of [1, 2, 3, 5]) {
      const walked = []
      let before: string | null = null
      do {
        const query: TestRequest['query'] = { limit, ...(before !== null && { before }) }
        const { json } = await admin('GET', `/orders/${id}/timeline`, { query })
        walked.push(...json.items)
        before = json.next
      } while (before !== null)
      expect(walked).toEqual(whole.items)
    }
    const query = { before: 'yesterday' }
    expect((await admin('GET', `/orders/${id}/timeline`, { query })).status).toBe(400)
  })
})

test('what staff wrote about a person goes with the person', async () => {
  const { id, eventId, attendees } = await buy()
  const mark = 'zz-only-here'
  await admin('POST', `/orders/${id}/notes`, { body: { text: `Note ${mark}` } })
  await admin('POST', `/attendees/${attendees[0]}/notes`, { body: { text: `Place ${mark}` } })
  const other = await ticketOnSale(app, { eventId, priceMinor: 2000, name: 'Circle' })
  const moving = { ticket: other.id, reason: `Moved ${mark}` }
  await admin('POST', `/attendees/${attendees[0]}/moves`, { body: moving })
  const giving = { attendees: [attendees[1]], reason: `Given ${mark}`, message: `Dear ${mark}` }
  await app.tickets('POST', `/orders/${id}/refunds`, { as, body: giving })
  expect(await wordsWith(mark)).toEqual({ personal: 6 })
  await erasePerson(app.db, 'ada@example.org')
  expect(await wordsWith(mark)).toEqual({ personal: 0 })
})

/** How many rows have these words in what staff wrote. */
async function wordsWith(mark: string) {
  const like = `%${mark}%`
  const { rows } = await app.database.pool.query<{ personal: number }>(
    `select (
      (select count(*) from desk_notes where text like $1)
      + (select count(*) from place_moves where reason like $1)
      + (select count(*) from refunds where reason like $1)
      + (select count(*) from buyer_words where words like $1)
    )::int as personal`,
    [like],
  )
  return rows[0]
}

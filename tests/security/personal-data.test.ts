// Database: in the short run a server alone, where there is one.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { erasePerson } from '../../src/cli/person.ts'
import { firstLink, orderUrl } from '../../src/shop/orders/record/order-address.ts'
import { fillCart, order, refund } from '../support/buying.ts'
import { aTill, sell } from '../support/box-office.ts'
import { deliver, outbox } from '../support/mailbox.ts'
import { ticketOnSale } from '../support/on-sale.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp({ MAIL_PDF_KIB: 'off' })
const as = 'administrator' as const
/** People whose names and addresses stand nowhere else. */
const people = {
  buyer: { name: 'Quirin Vexholm', email: 'quirin@vexholm.example' },
  heir: { name: 'Ottilie Wrask', email: 'ottilie@wrask.example' },
}
const marks = /quirin|vexholm|ottilie|wrask/i

const { id: ticketId, eventId } = await ticketOnSale(app, { capacity: null })
const { id: pricedId } = await ticketOnSale(app, { capacity: null, eventId, priceMinor: 700 })
let orderId = 0

/** All that a buyer and staff do with orders and tickets, with every mail that follows. */
beforeAll(async () => {
  const body = { purchaser: people.buyer }
  const { json } = await order(app, 'free', await fillCart(app, ticketId, 2), { body })
  orderId = json.id
  await deliver(app)
  const [kept, given] = json.attendees
  await app.tickets('POST', `/attendees/${given.id}`, {
    as,
    body: { full_name: people.heir.name, email: people.heir.email },
  })
  const code = `${kept.id}.${kept.security_code}`
  const { status } = await app.tickets('POST', '/check-ins', { as, body: { ticket: code } })
  if (status !== 201) throw new Error('Nobody was checked in.')
  const door_note = `${people.buyer.name} needs a chair.`
  await app.tickets('PUT', `/attendees/${kept.id}/door-note`, { as, body: { door_note } })
  await app.tickets('POST', `/orders/${orderId}/resend`, { as, body: { to: people.heir.email } })
  await app.tickets('POST', '/orders/links', { body: { email: people.buyer.email } })
  await app.tickets('POST', `/orders/${orderId}/notes`, {
    as,
    body: { note: `Called ${people.buyer.name}.` },
  })
  const question = { asked_of: 'order', kind: 'text', text: { en: 'Who is it for?' } }
  const asked = await app.admin('POST', `/events/${eventId}/questions`, { as, body: question })
  const answers = [{ question: asked.json.id, value: `For ${people.buyer.name}` }]
  await app.admin('PUT', `/orders/${orderId}/answers`, { as, body: { answers } })
  const cart_hash = await fillCart(app, pricedId)
  const paid = await order(app, 'cardprocessor', cart_hash, { body })
  const { payment_intent_id: intent, client_secret } = paid.json
  const path = `/commerce/cardprocessor/order/${intent}`
  await app.tickets('POST', path, { body: { cart_hash, client_secret } })
  await refund(app, paid.json.order_id, { whole: true, reason: `${people.buyer.name} is ill` })
  await atTheDesk()
  const looked = { as, query: { search: people.buyer.email } }
  await app.admin('GET', '/orders.csv', looked)
  const query = new URLSearchParams(looked.query).toString()
  await app.admin('POST', '/views', { as, body: { list: 'orders', name: 'One buyer', query } })
  const other = await order(app, 'free', await fillCart(app, ticketId))
  const remark = `Paid by ${people.heir.email.toUpperCase()}`
  await app.tickets('POST', `/orders/${other.json.id}/notes`, { as, body: { note: remark } })
  await app.events('POST', `/events/${eventId}`, { as, body: { happening: 'postponed' } })
  await deliver(app)
  app.clock.advance(601)
  await deliver(app)
})

/** Places given away and sold to the buyer, with what staff write there. */
async function atTheDesk() {
  const places = { event: eventId, lines: [{ ticket: pricedId, quantity: 1 }], ...people.buyer }
  await app.admin('PUT', `/desk/events/${eventId}/comp-quota`, { as, body: { places: 1 } })
  const comp = { ...places, reason: 'press', note: `For ${people.buyer.name}` }
  expect((await app.admin('POST', '/desk/comps', { as, body: comp })).status).toBe(201)
  const till = await aTill(app)
  const sale = { event: eventId, ticket: pricedId, till, total: '7.00' }
  const { json } = await sell(app, sale, { more: people.buyer })
  const voiding = { order: json.order, reason: `${people.buyer.name} is ill` }
  const voided = await app.admin('POST', `/tills/${till}/voids`, { as, body: voiding })
  expect(voided.status).toBe(201)
  const reason = `Taxi of ${people.heir.email}`
  const move = { kind: 'paid_out', amount: '5.00', reason }
  expect((await app.admin('POST', `/tills/${till}/moves`, { as, body: move })).status).toBe(201)
}

test('the story sent every kind of mail that tells of people', async () => {
  const kinds = new Set((await outbox(app)).map(({ kind }) => kind))
  for (const kind of [
    'order.confirmed',
    'order.refunded',
    'ticket.transferred',
    'order.links',
    'event.postponed',
  ]) {
    expect([...kinds]).toContain(kind)
  }
})

test('facts, and the list of changes made of them, name no person', async () => {
  const { rows } = await sql<{
    fact: string
  }>`select to_jsonb(f)::text as fact from facts f`.execute(app.db)
  expect(rows.length).toBeGreaterThan(5)
  expect(
    rows.map(({ fact }) => fact).filter(fact => marks.test(fact) || fact.includes('@')),
  ).toEqual([])
  const { text } = await app.admin('GET', '/changes', { as, query: { limit: 1000 } })
  expect(text).toContain('attendee.changed')
  expect(text).not.toMatch(marks)
})

test('the log names no person, at its most verbose', () => {
  expect(app.watched.lines.length).toBeGreaterThan(10)
  expect(app.watched.lines.filter(line => marks.test(line))).toEqual([])
})

test('calendars and feeds name no person who bought or holds a ticket', async () => {
  const event = await app.db
    .selectFrom('events')
    .select('slug')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const link = orderUrl({ publicRoot: '', key: app.deps.secrets.order }, firstLink(orderId))
  const own = link.replace('/tickets-order/', '/tickets-order/calendar.ics')
  for (const page of ['/events', `/event/${event.slug}`]) {
    for (const form of ['ics', 'rss', 'atom']) {
      const { status, text } = await app.call('GET', `${page}.${form}`)
      expect([page, form, status]).toEqual([page, form, 200])
      expect(text).not.toMatch(marks)
    }
  }
  const { text } = await app.call('GET', own)
  expect(text).toContain(`UID:event-${eventId}-`)
  expect(text).not.toMatch(marks)
})

test('after erasure no table has the person any more', async () => {
  const found = async () => {
    const { rows: tables } = await sql<{ relname: string }>`
      select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    `.execute(app.db)
    const where: string[] = []
    for (const { relname } of tables) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.table(relname)} t
      `.execute(app.db)
      // Bytes are written in hexadecimal, and a mail may be in there.
      const texts = rows.map(({ row }) =>
        row.replace(/\\\\x((?:[0-9a-f]{2})+)/g, (_, hex: string) =>
          Buffer.from(hex, 'hex').toString('latin1'),
        ),
      )
      if (texts.some(text => marks.test(text))) where.push(relname)
    }
    return where.sort()
  }
  expect(await found()).toEqual([
    'answers',
    'attendee_door_notes',
    'attendees',
    'audit_entries',
    'captures',
    'comps',
    'holder_changes',
    'messages',
    'order_moves',
    'order_texts',
    'orders',
    'refunds',
    'saved_views',
    'till_moves',
  ])
  for (const { email } of Object.values(people)) await erasePerson(app.db, email)
  expect(await found()).toEqual([])
})

import { expect, test } from 'vitest'
import { erasePerson, exportPerson } from '../../../src/cli/person.ts'
import { anAttendee } from '../../support/attending.ts'
import { buy } from '../../support/buying.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db, tickets } = app

/** Every row of every table that may contain personal data, as text. */
async function everything(): Promise<string> {
  const tables = ['attendees', 'orders', 'order_lines', 'carts', 'order_moves', 'facts'] as const
  const rows = await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

/** Ann orders two places, one of them for Cy. */
async function anOrder() {
  const { id } = await ticketOnSale(app, { names: 'allowed' })
  const items = [
    { full_name: 'Ann Example', email: 'Ann@Example.org' },
    { full_name: 'Cy Friend', email: 'cy@example.org' },
  ]
  const cart = await tickets('POST', '/cart', {
    body: {
      provider: 'tc',
      tickets: [{ ticket_id: id, quantity: 2 }],
      meta: [{ ticket_id: id, items }],
    },
  })
  const order = await tickets('POST', '/commerce/free/order', {
    body: {
      cart_hash: cart.json.cart_hash,
      purchaser: { name: 'Ann Example', email: 'ann@example.org' },
    },
  })
  expect(order.status).toBe(200)
  return order.json as { id: number; attendees: { id: number; security_code: string }[] }
}

test('an export of personal data has every place and order of the person, and of nobody else', async () => {
  const order = await anOrder()
  const ann = await exportPerson(db, ' ANN@example.org ')
  expect(ann.orders).toMatchObject([
    { id: order.id, purchaser_name: 'Ann Example', names: [{ full_name: 'Ann Example' }] },
  ])
  expect(ann.attendees.map(({ id }) => id)).toEqual(order.attendees.map(({ id }) => id))
  expect(JSON.stringify(ann)).not.toContain('Cy Friend')
  const cy = await exportPerson(db, 'cy@example.org')
  expect([cy.attendees.length, cy.orders.length]).toEqual([1, 1])
  expect(JSON.stringify(cy)).not.toContain('Ann')
  await erasePerson(db, 'ann@example.org')
  await erasePerson(db, 'cy@example.org')
})

test('erasure removes names and addresses everywhere and keeps places, amounts and tickets', async () => {
  const order = await anOrder()
  const other = await anAttendee(app, {
    holderEmail: 'annabel@example.org',
    purchaserName: 'Annabel',
    purchaserEmail: 'annabel@example.org',
    holderName: 'Annabel',
  })
  expect(await erasePerson(db, 'Ann@example.org')).toEqual({
    email: 'ann@example.org',
    import_losses: 0,
    orders: 1,
    attendees: 2,
    messages: 0,
    // Those of this command about the order and the attendees.
    audit_entries: 3,
  })
  const left = (await everything()).toLowerCase()
  expect(left).not.toContain('ann@example.org')
  expect(left).not.toContain('ann example')
  expect(left).toContain('cy@example.org')
  const as = 'administrator' as const
  const kept = await tickets('GET', `/attendees/${other.id}`, { as })
  expect(kept.json).toMatchObject({ title: 'Annabel', email: 'annabel@example.org' })
  const [first] = order.attendees
  const shown = await tickets('GET', `/attendees/${first!.id}`, { as })
  expect(shown.json).toMatchObject({ title: '', email: '', order: order.id })
  const ticket = `http://tickets.test/?ticket_id=${first!.id}&security_code=${first!.security_code}`
  expect((await tickets('POST', '/check-ins', { as, body: { ticket } })).status).toBe(201)
  expect((await exportPerson(db, 'ann@example.org')).attendees).toEqual([])
  expect(await erasePerson(db, 'ann@example.org')).toMatchObject({ orders: 0, attendees: 0 })
})

test('answers are in the export of whoever held the place then, and are erased with that person, though the ticket went on', async () => {
  const { id, eventId } = await ticketOnSale(app)
  const as = 'administrator' as const
  const body = { asked_of: 'attendee', kind: 'text', text: { en: 'Diet' } }
  const asked = await app.admin('POST', `/events/${eventId}/questions`, { as, body })
  // Answers have the moment of the database.
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
  const { attendees } = await buy(app, id)
  const place = attendees[0]?.id
  const answer = async (value: string) => {
    const answers = [{ question: asked.json.id, value }]
    await app.admin('PUT', `/attendees/${place}/answers`, { as, body: { answers } })
    app.clock.advance(60)
  }
  const pass = async (full_name: string, email: string) => {
    await app.tickets('POST', `/attendees/${place}`, { as, body: { full_name, email } })
  }
  await pass('Bo', 'bo@example.org')
  await answer('No nuts')
  await pass('Cy', 'cy@example.org')
  const told = async (who: string) =>
    (await exportPerson(db, `${who}@example.org`)).answers.map(one => [one.question, one.answer])
  expect([await told('bo'), await told('cy')]).toEqual([[['Diet', 'No nuts']], []])
  await erasePerson(db, 'bo@example.org')
  const { text } = await app.admin('GET', `/events/${eventId}/answers.csv`, { as })
  expect(text).toContain(',Cy,')
  expect(text).not.toContain('No nuts')
})

test('an invalid address is refused before anything is read or erased', () => {
  for (const wrong of ['', ' ', 'ann', '%@', 'a b@c']) {
    expect(() => erasePerson(db, wrong)).toThrow('is not an email address')
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TicketQuery } from '../../../src/ticketing/tickets/schema.ts'
import { expectStockInOrder } from '../../inventory/fixtures.ts'
import { startApp } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp()
const desk = ticketDesk(app)
const runs = process.env['LONG'] === undefined ? 30 : 5000

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '0',
    '-1',
    'null',
    'true',
    '1e9',
    '2147483648',
    '99999999999999999999',
    '0000-00-00',
    '9999-12-31 23:59:59',
    '0001-01-01',
    'tomorrow',
    '25:00',
    '12:30 pm',
    'any',
    'own',
    '%',
    '\\',
    '"',
    "'",
    'a\u0301\ud83c\udf89',
    '<b>x</b>',
    '&lt;',
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2_147_483_647,
    1e21,
    [],
    {},
    [1, 'x'],
    { a: 1 },
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.integer(),
  fc.double({ noNaN: true }),
)
const stock = fc.record(
  {
    mode: fc.oneof(fc.constantFrom('own', 'capped', 'global', '', 'unlimited'), odd),
    capacity: odd,
    event_capacity: odd,
    stock: odd,
    sale_price: fc.oneof(
      odd,
      fc.record({ checked: odd, price: odd, start_date: odd, end_date: odd }, { requiredKeys: [] }),
    ),
    fees: fc.oneof(odd, fc.record({ selected_fees: odd })),
  },
  { requiredKeys: [] },
)
const fields = fc.record(
  {
    name: odd,
    description: odd,
    price: odd,
    show_description: odd,
    start_date: odd,
    start_time: odd,
    end_date: odd,
    end_time: odd,
    sku: odd,
    iac: odd,
    menu_order: odd,
    max_per_order: odd,
    ticket: fc.oneof({ weight: 3, arbitrary: stock }, { weight: 1, arbitrary: odd }),
  },
  { requiredKeys: [] },
)

test('any write of a ticket is answered without a 5xx and leaves the stock right', async () => {
  const eventId = await desk.event()
  const ticket = (await desk.add(eventId)).json
  await fc.assert(
    fc.asyncProperty(fields, fc.boolean(), async (body, creating) => {
      const got = creating ? await desk.add(eventId, body) : await desk.change(ticket, body)
      expect([200, 202, 400, 409]).toContain(got.status)
      const single = await desk.read(creating && got.status === 202 ? got.json.id : ticket.id)
      expect(single.status).toBe(200)
    }),
    { numRuns: runs },
  )
  await expectStockInOrder(app.db)
  expect((await app.tickets('GET', '/tickets', { as: 'administrator' })).status).toBe(200)
})

test('any list of tickets is answered without a 5xx', async () => {
  await desk.add(await desk.event())
  const names = Object.keys(TicketQuery.properties)
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '0',
      'true',
      'title',
      'include',
      'ASC',
      'DESC',
      'any',
      'publish',
      '2026-11-21',
      '-8 days',
    ),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.integer().map(String),
  )
  const query = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 })
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.constantFrom('anonymous' as const, 'author' as const, 'administrator' as const),
      async (asked, as) => {
        const { status } = await app.tickets('GET', '/tickets', { as, query: asked })
        expect([200, 400]).toContain(status)
      },
    ),
    { numRuns: runs },
  )
})

import { expect, test } from 'vitest'
import { auditStock } from '../../src/ticketing/inventory/lookup.ts'
import { aTill, readTill, sell } from '../support/box-office.ts'
import { openTestDatabase } from '../support/database.ts'
import { personWith } from '../support/granting.ts'
import { servicesOver } from '../support/many-services.ts'
import { eventOnSale, ticketOnSale } from '../support/on-sale.ts'

const rounds = process.env['LONG'] === undefined ? 3 : 200
const database = await openTestDatabase()
const open = servicesOver(database)
const services = [await open(), await open()] as const
const [app] = services

test('d2: two cashiers at two services sell the last place once, and no cash is in the till of the other', async () => {
  const event = await eventOnSale(app)
  const cashiers = await Promise.all(
    services.map(() => personWith(app, { set: 'box_office', eventId: event })),
  )
  const tills = await Promise.all(cashiers.map(one => aTill(app, one, { event })))
  const sold = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const { id: ticket } = await ticketOnSale(app, {
      eventId: event,
      priceMinor: 3200,
      capacity: 1,
    })
    const answers = await Promise.all(
      services.map((service, at) =>
        sell(
          service,
          { event, ticket, till: tills[at] ?? 0, total: '32.00' },
          { as: cashiers[at] },
        ),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const loser = answers.findIndex(({ status }) => status === 409)
    expect(answers[loser]?.json.code).toBe('ticket-capacity-not-available')
    sold[1 - loser] = (sold[1 - loser] ?? 0) + 1
    for (const [at, till] of tills.entries()) {
      const { moves, sales, expected } = await readTill(services[1 - at] ?? app, till)
      const cash = 150 + 32 * (sold[at] ?? 0)
      expect([moves.length, sales, expected]).toEqual([
        1 + (sold[at] ?? 0),
        sold[at] ?? 0,
        `${cash}.00`,
      ])
    }
  }
  expect(await auditStock(app.db)).toEqual([])
})

test('two services give no more places away than the quota of the event has, whatever tickets they are of', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const event = await eventOnSale(app)
    const tickets = await Promise.all(
      [1, 2, 3, 4].map(() => ticketOnSale(app, { eventId: event, priceMinor: 3200 })),
    )
    const places = 2
    const quota = await app.admin('PUT', `/desk/events/${event}/comp-quota`, {
      as: 'administrator',
      body: { places },
    })
    expect(quota.status).toBe(200)
    const answers = await Promise.all(
      tickets.map(({ id: ticket }, at) =>
        (services[at % 2] ?? app).admin('POST', '/desk/comps', {
          as: 'administrator',
          body: { event, lines: [{ ticket, quantity: 1 }], reason: 'press' },
        }),
      ),
    )
    const given = answers.filter(({ status }) => status === 201)
    const refused = answers.flatMap(({ json }) => json.code ?? [])
    expect([given.length, refused]).toEqual([places, ['comp-quota-used', 'comp-quota-used']])
  }
})

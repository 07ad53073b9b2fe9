// Two cashiers at two processes over one database.
import { describe, expect, onTestFinished, test } from 'vitest'
import { startMarquee } from '../faults/until-finished.ts'
import { client } from '../support/client.ts'
import { createServerDatabase, onPostgres } from '../support/database.ts'
import { adminAuthorization } from '../support/server-process.ts'

const rounds = process.env['LONG'] === undefined ? 5 : 100

describe.runIf(onPostgres)('two processes over one database', () => {
  test('d2: sell the last place once, and no cash is in the till of the cashier who was later', async () => {
    const database = await createServerDatabase()
    onTestFinished(() => database.drop())
    const environment = { DATABASE_URL: database.url }
    // The first one creates the tables and the administrator.
    const first = await startMarquee(environment)
    const second = await startMarquee(environment)
    const bases = [first.base, second.base]
    const organiser = client(first.base, { authorization: adminAuthorization })
    const event = await eventOf(organiser)
    const cashiers: Cashier[] = []
    for (const base of bases) cashiers.push(await aCashier(organiser, base, event))
    for (let round = 0; round < rounds; round += 1) {
      const ticket = await lastPlace(organiser, event)
      const answers = await Promise.all(
        cashiers.map(({ desk, till }) =>
          desk.staff('POST', '/admin/v1/desk/sales', {
            event,
            till,
            lines: [{ ticket, quantity: 1 }],
            method: 'cash',
            expected_total: '32.00',
          }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
      for (const [at, { status }] of answers.entries()) {
        const cashier = cashiers[at]
        if (cashier && status === 201) cashier.sold += 1
      }
      for (const { till, sold } of cashiers) {
        const { json } = await organiser.staff('GET', `/admin/v1/tills/${till}`)
        expect([json.sales, json.expected]).toEqual([sold, `${32 * sold}.00`])
        expect(json.moves.filter(({ kind }: { kind: string }) => kind === 'sale')).toHaveLength(
          sold,
        )
      }
    }
    expect(cashiers.reduce((sum, { sold }) => sum + sold, 0)).toBe(rounds)
  }, 180_000)
})

type Staff = ReturnType<typeof client>
type Cashier = { desk: Staff; till: number; sold: number }

async function eventOf(organiser: Staff): Promise<number> {
  const { status, json } = await organiser.staff('POST', '/events/v1/events', {
    title: 'The last place',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
    status: 'publish',
  })
  expect(status).toBe(201)
  return json.id
}

async function lastPlace(organiser: Staff, event: number): Promise<number> {
  const { json } = await organiser.staff('GET', `/events/v1/events/${event}`)
  const made = await organiser.staff('POST', '/tickets/v1/tickets', {
    post_id: event,
    add_ticket_nonce: json.nonces.add,
    provider: 'tc',
    name: 'Seat',
    price: '32.00',
    capacity: 1,
  })
  expect(made.status).toBe(202)
  return made.json.id
}

let people = 0

/** Somebody of the box office who works at one process, with an open till. */
async function aCashier(organiser: Staff, base: string, event: number): Promise<Cashier> {
  people += 1
  const login = `cashier-${people}`
  const account = await organiser.staff('POST', '/admin/v1/users', {
    login,
    email: `${login}@example.org`,
    role: 'subscriber',
  })
  expect(account.status).toBe(201)
  const { email, id } = account.json
  const grant = { email, set: 'box_office', event }
  expect((await organiser.staff('POST', '/admin/v1/team', grant)).status).toBe(201)
  const made = await organiser.staff('POST', `/admin/v1/users/${id}/application-passwords`, {
    name: 'desk',
  })
  expect(made.status).toBe(201)
  const basic = Buffer.from(`${login}:${made.json.password}`).toString('base64')
  const desk = client(base, { authorization: `Basic ${basic}` })
  const till = await desk.staff('POST', '/admin/v1/tills', { name: login, float: '0', event })
  expect(till.status).toBe(201)
  return { desk, till: till.json.id, sold: 0 }
}

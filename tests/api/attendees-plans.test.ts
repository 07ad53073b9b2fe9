import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  type AttendeeFilter,
  attendeesOrder,
  attendeesWhere,
} from '../../src/ticketing/attendees/filters.ts'
import { rarestPart } from '../../src/ticketing/attendees/rules.ts'
import { attendees } from '../support/attending.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const [first] = await attendees(app, 30)
const { eventId } = first!

/** How the database would find the first page if it read and sorted everybody only where nothing else is left. */
async function planOf(
  filter: Partial<AttendeeFilter>,
  order: Parameters<typeof attendeesOrder>[0],
): Promise<string> {
  const where = attendeesWhere({ inAddresses: true, onlyPublic: false, ...filter })
  return app.db.transaction().execute(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select a.id from attendees a where ${where} order by ${attendeesOrder(order)} limit 10
    `.execute(tx)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
}

test.each([
  ['id', 'attendees_by_event'],
  ['date', 'attendees_by_event_and_date'],
  ['title', 'attendees_by_event_and_name'],
] as const)(
  'the first page of an event by %s is read in its order, both ways',
  async (by, index) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      const plan = await planOf({ events: [eventId] }, { by, direction })
      expect(plan).toMatch(new RegExp(`using ${index} `))
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
  },
)

test('an address is looked for in the index by its rarest part alone', async () => {
  const sample = Array.from({ length: 20 }, (_, n) => `guest ${n}\nguest-${n}@mail.example`)
  expect(rarestPart('heron@mail.example', sample)).toBe('heron@')
  expect(rarestPart('heron', sample)).toBe('heron')
  expect(rarestPart('heron@mail.example', [])).toBe('heron@mail.example')
})

test('of addresses that share most of their letters, exactly the one that was asked for is found', async () => {
  const draft = { eventId, ticketId: first!.ticketId }
  const [one] = await attendees(app, 1, { ...draft, holderEmail: 'heron-7@mail.example' })
  await attendees(app, 3, { ...draft, holderEmail: 'heron-70@mail.example' })
  await attendees(app, 3, { ...draft, holderEmail: 'heron-7@other.example' })
  const { json } = await app.tickets('GET', '/attendees', {
    as: 'administrator',
    query: { post_id: eventId, email: 'heron-7@mail.example' },
  })
  expect(json.attendees.map(({ id }: { id: number }) => id)).toEqual([one!.id])
  expect(json.total).toBe(1)
})

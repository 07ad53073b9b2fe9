// Database: in the short run a server alone, where there is one.
import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { hasReader, readCalendar } from '../../support/readers.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const long = process.env['LONG'] !== undefined
const edits = long ? 500 : 20
/** The short run always draws the same, the long run anew. */
const seed = Number(process.env['SEED'] ?? (long ? Math.floor(Math.random() * 1_000_000) : 1))

async function made(kind: string, body: object): Promise<{ id: number; slug: string }> {
  const { status, json } = await app.events('POST', `/${kind}`, { as, body })
  expect([json.message, status]).toEqual([undefined, 201])
  return json
}

const venues = [await made('venues', { venue: 'Hall' }), await made('venues', { venue: 'Barn' })]
const zones = ['Europe/Oslo', 'America/New_York', 'Asia/Kathmandu', 'UTC']

/** What makes a new version for calendars (contract.md 23.3), and what does not. */
type State = {
  start: string
  zone: string
  venue: number
  addresses: readonly string[]
  happening: string
  title: string
}
const numbered = ({ start, zone, venue, addresses, happening }: State) =>
  JSON.stringify([start, zone, venue, addresses[venue], happening])

const edit: fc.Arbitrary<Partial<State> | { address: string; of: number }> = fc.oneof(
  fc.integer({ min: 10, max: 28 }).map(day => ({ start: `2027-03-${day} 19:00:00` })),
  fc.constantFrom(...zones).map(zone => ({ zone })),
  fc.nat({ max: 1 }).map(venue => ({ venue })),
  fc.record({ of: fc.nat({ max: 1 }), address: fc.constantFrom('Street 1', 'Street 2') }),
  fc.constantFrom('scheduled', 'cancelled', 'postponed').map(happening => ({ happening })),
  fc.constantFrom('An evening', 'Another evening').map(title => ({ title })),
)

test(`over ${edits} random edits an entry keeps its UID, and its SEQUENCE goes up with time, place and state alone (SEED=${seed})`, async () => {
  let state: State = {
    start: '2027-03-05 19:00:00',
    zone: 'Europe/Oslo',
    venue: 0,
    addresses: ['', ''],
    happening: 'scheduled',
    title: 'An evening',
  }
  const { id, slug } = await made('events', {
    title: state.title,
    start_date: state.start,
    end_date: '2027-03-29 23:00:00',
    timezone: state.zone,
    venue: venues[0]?.id,
  })
  const read = async () => {
    const { text } = await app.call('GET', `/event/${slug}.ics`)
    const components = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    const [entry] = components.map(component => new ICAL.Event(component))
    return { text, count: components.length, uid: entry?.uid, sequence: entry?.sequence ?? -1 }
  }
  const first = await read()
  let { sequence } = first
  for (const drawn of fc.sample(edit, { numRuns: edits, seed })) {
    const before = numbered(state)
    const [kind, target, body] =
      'address' in drawn
        ? ['venues', venues[drawn.of]?.id, { address: drawn.address }]
        : ['events', id, wire(drawn)]
    const { status } = await app.events('POST', `/${kind}/${target}`, { as, body })
    expect(status).toBe(200)
    state =
      'address' in drawn
        ? { ...state, addresses: state.addresses.with(drawn.of, drawn.address) }
        : { ...state, ...drawn }
    if (numbered(state) !== before) sequence += 1
    const now = await read()
    expect({ drawn, uid: now.uid, sequence: now.sequence, count: now.count }).toEqual({
      drawn,
      uid: first.uid,
      sequence,
      count: 1,
    })
    app.clock.advance(1)
    expect((await read()).text).toBe(now.text)
  }
  const { text } = await read()
  if (!hasReader('khal')) return
  const { json } = await app.events('GET', `/events/${id}`)
  expect(readCalendar(text)).toContain(json.utc_start_date.slice(0, 16))
})

const wire = ({ start, zone, venue, happening, title }: Partial<State>) => ({
  ...(start !== undefined && { start_date: start }),
  ...(zone !== undefined && { timezone: zone }),
  ...(venue !== undefined && { venue: venues[venue]?.id }),
  ...(happening !== undefined && { happening }),
  ...(title !== undefined && { title }),
})

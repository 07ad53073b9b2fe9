// Database: in the short run a server alone, where there is one.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { kindOfTable } from '../../../src/catalogue/shown-tables.ts'
import { collect, type Collected } from '../../../src/platform/db/changes.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

/** What an answer goes by of a row: the id of the record that the row belongs to. */
const owners: Record<string, string> = {
  events: 'id',
  event_organizers: 'event_id',
  event_terms: 'event_id',
  holds: 'event_id',
  pools: 'event_id',
  shared_pools: 'event_id',
  tickets: 'event_id',
  venues: 'id',
  organizers: 'id',
  terms: 'id',
  images: 'id',
  image_files: 'image_id',
  users: 'id',
}

/** Of a ticket, hence of its event, which a row does not name; writes of fees and settings never name ids. */
const indirect = [
  'ticket_minimums',
  'fees',
  'ticket_fees',
  'whole_event_sales',
  'hidden_tickets',
  'site_settings',
]

let app: TestApp
const told: Collected = new Map()
beforeAll(async () => {
  app = await startApp()
  await noteRows(app)
  app.database.changes.listen(rows => {
    for (const [table, ids] of rows) collect(told, [table], ids === 'all' ? undefined : ids)
  })
})
beforeEach(async () => {
  told.clear()
  await app.database.pool.query('truncate noted_rows')
})

/** Has the database itself note every row that is written to a table of which kept answers are made. */
async function noteRows({ database: { pool } }: TestApp) {
  await pool.query(`
    create table noted_rows (name text, operation text, owner bigint, row jsonb, before jsonb)`)
  await pool.query(`
    create function note_row() returns trigger language plpgsql as $$
    declare
      gone jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
      made jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
    begin
      insert into noted_rows select tg_table_name, tg_op, (side ->> tg_argv[0])::bigint, made, gone
        from unnest(array[gone, made]) side where side is not null;
      return null;
    end $$`)
  for (const [table, owner] of Object.entries(owners)) {
    await pool.query(`create trigger note after insert or update or delete on ${table}
      for each row execute function note_row('${owner}')`)
  }
}

type Noted = {
  name: string
  operation: string
  owner: string
  row: Record<string, unknown> | null
  before: Record<string, unknown> | null
}

/** Records of their own, which no answer shows before they are there. */
const own = new Set(['events', 'venues', 'organizers', 'terms', 'images', 'image_files', 'users'])

/** Rows that were written without a word about them. */
async function untold(): Promise<string[]> {
  const { rows } = await app.database.pool.query<Noted>('select * from noted_rows')
  expect(rows.length).toBeGreaterThan(0)
  return rows.flatMap(({ name, operation, owner, row, before }) => {
    const ids = told.get(name)
    const isTold = ids === 'all' || ids?.has(Number(owner)) === true
    const isNew = operation === 'INSERT' && own.has(name) && ids !== undefined
    return isTold || isNew || isLater(name, row, before) ? [] : [`${operation} ${name} ${owner}`]
  })
}

/** A hold that only ends later: answers that go by its end before end too early. */
function isLater(name: string, row: Noted['row'], before: Noted['before']): boolean {
  if (name !== 'holds' || !row || !before) return false
  const rest = (whole: Record<string, unknown>) => JSON.stringify({ ...whole, expires_at: null })
  return (
    rest(row) === rest(before) && (row['expires_at'] as string) >= (before['expires_at'] as string)
  )
}

const as = 'administrator'
const times = { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 21:00:00' }
const purchaser = { name: 'Ann Example', email: 'ann@example.org' }

async function done(work: Promise<{ status: number; json: any }>): Promise<any> {
  const { status, json } = await work
  expect([status < 300, json]).toEqual([true, json])
  return json
}

const anEvent = (details: object = {}) =>
  done(app.events('POST', '/events', { as, body: { title: 'Evening', ...times, ...details } }))

async function aTicket(event: { id: number }, capacity = 10, mode = 'own') {
  const { nonces } = await done(app.events('GET', `/events/${event.id}`, { as }))
  const ticket = { mode, capacity, ...(mode === 'own' ? {} : { event_capacity: 20 }) }
  const body = { post_id: event.id, add_ticket_nonce: nonces.add, provider: 'tc', name: 'Seat' }
  return done(
    app.tickets('POST', '/tickets', { as, body: { ...body, price: '', min_per_order: 1, ticket } }),
  )
}

const aCart = (ticket: { id: number }, quantity = 2, cart_hash?: string) =>
  done(
    app.tickets('POST', '/cart', {
      body: { provider: 'tc', cart_hash, tickets: [{ ticket_id: ticket.id, quantity }] },
    }),
  )

const anOrder = async (ticket: { id: number }) => {
  const { cart_hash } = await aCart(ticket)
  return done(app.tickets('POST', '/commerce/free/order', { body: { cart_hash, purchaser } }))
}

test('every table that kept answers are made of is watched', () => {
  expect([...Object.keys(owners), ...indirect].toSorted()).toEqual(
    [...kindOfTable.keys()].toSorted(),
  )
})

test('writes of the catalogue announce the records they change', async () => {
  const event = await anEvent({
    venue: { venue: 'Hall' },
    organizer: [{ organizer: 'One' }, { organizer: 'Two' }],
    categories: ['A category'],
    tags: ['A tag', 'Another tag'],
  })
  const [tag] = event.tags
  const change = (path: string, body: object) => done(app.events('POST', path, { as, body }))
  await change(`/events/${event.id}`, { title: 'Late', tags: [tag.id], organizer: [] })
  await change(`/events/${event.id}`, { status: 'draft', venue: { venue: 'Another hall' } })
  await change(`/events/${event.id}`, { status: 'publish' })
  await change(`/venues/${event.venue.id}`, { city: 'Bergen' })
  await change(`/tags/${tag.id}`, { name: 'Renamed' })
  await done(app.events('DELETE', `/organizers/${event.organizer[0].id}`, { as }))
  await done(app.events('DELETE', `/venues/${event.venue.id}`, { as }))
  await done(app.events('DELETE', `/tags/${tag.id}`, { as }))
  await done(app.events('DELETE', `/events/${event.id}`, { as }))
  expect(await untold()).toEqual([])
})

test('writes of the sale and of check-in announce the events they change', async () => {
  const [event, other] = [await anEvent(), await anEvent()]
  const ticket = await aTicket(event)
  const shared = await aTicket(other, 5, 'capped')
  const { cart_hash } = await aCart(ticket)
  await aCart(ticket, 1, cart_hash)
  await aCart(shared, 3, cart_hash)
  await aCart(ticket, 0, cart_hash)
  await anOrder(ticket)
  const { orders } = await done(app.tickets('GET', '/orders', { as }))
  const { attendees } = await done(app.tickets('GET', `/attendees?post_id=${event.id}`, { as }))
  const inside = { check_in: true }
  await done(app.tickets('POST', `/attendees/${attendees[0].id}`, { as, body: inside }))
  await done(
    app.tickets('POST', `/orders/${orders[0].id}/refunds`, { as, body: { whole: true } }),
  ).catch(() => undefined)
  await done(app.tickets('POST', `/orders/${orders[0].id}/cancel`, { as, body: {} })).catch(
    () => undefined,
  )
  expect(await untold()).toEqual([])
})

test('changes of tickets announce the event they change', async () => {
  const event = await anEvent()
  const ticket = await aTicket(event)
  const { nonces } = await done(app.tickets('GET', `/tickets/${ticket.id}`, { as }))
  const change = (body: object) =>
    done(
      app.tickets('POST', `/tickets/${ticket.id}`, {
        as,
        body: { post_id: event.id, edit_ticket_nonce: nonces.edit, ...body },
      }),
    )
  await change({ name: 'Stall', min_per_order: 2 })
  await change({ ticket: { mode: 'own', capacity: 20 } })
  await change({ ticket: { mode: 'capped', capacity: 5, event_capacity: 50 } })
  await change({ start_date: '2027-01-01', start_time: '10:00:00' })
  const zone = { timezone: 'Europe/Oslo' }
  await done(app.events('POST', `/events/${event.id}`, { as, body: zone }))
  await done(
    app.tickets('DELETE', `/tickets/${ticket.id}`, {
      as,
      body: { post_id: event.id, remove_ticket_nonce: nonces.remove },
    }),
  )
  expect(await untold()).toEqual([])
})

test('a statement without named records announces all rows of its tables', async () => {
  await app.db.updateTable('events').set({ featured: false }).where('id', '=', -1).execute()
  await anEvent()
  expect(told.get('events')).toBe('all')
})

import { describe, expect, test } from 'vitest'
import { hashPassword } from '../../../src/access/users/password.ts'
import { attendees } from '../../support/attending.ts'
import { countStatements } from '../../support/count-statements.ts'
import { startApp } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp()
const desk = ticketDesk(app)

const publicKeys = [
  'attendees',
  'author',
  'available_from',
  'available_from_details',
  'available_until',
  'available_until_details',
  'capacity',
  'capacity_details',
  'cost',
  'cost_details',
  'date',
  'date_utc',
  'description',
  'global_id',
  'global_id_lineage',
  'iac',
  'id',
  'image',
  'is_available',
  'modified',
  'modified_utc',
  'on_sale',
  'post_id',
  'price_suffix',
  'provider',
  'rest_url',
  'sale_price_data',
  'status',
  'supports_attendee_information',
  'title',
  'type',
]

describe('one ticket', () => {
  test('shows the public 31 members, editors how to change it, and managers its attendees', async () => {
    const { json: ticket } = await desk.add(await desk.event())
    await attendees(app, 3, { ticketId: ticket.id, eventId: ticket.post_id })
    const keys = async (as: 'anonymous' | 'subscriber' | 'author' | 'editor' | 'administrator') =>
      Object.keys((await desk.read(ticket.id, as)).json).toSorted()
    for (const as of ['anonymous', 'subscriber', 'author'] as const) {
      expect(await keys(as)).toEqual(publicKeys)
    }
    const editor = ['available_from_end_time', 'available_from_start_time', 'capacity_type']
    const more = [
      ...editor,
      'max_per_order',
      'min_per_order',
      'nonces',
      'sale_ends',
      'sku',
      'totals',
    ]
    expect(await keys('editor')).toEqual([...publicKeys, ...more].toSorted())
    expect(await keys('administrator')).toEqual(
      [...publicKeys, ...more, 'checkin', 'fees'].toSorted(),
    )
    const seen = (await desk.read(ticket.id, 'anonymous')).json
    expect(seen.attendees).toEqual([])
    expect(seen.capacity_details).toEqual({ available: 7, available_percentage: 70 })
    const managed = (await desk.read(ticket.id)).json
    expect(managed.capacity_details).toEqual({
      available: 7,
      available_percentage: 70,
      max: 10,
      sold: 3,
      pending: 0,
      global_stock_mode: 'own',
    })
    expect(managed.checkin).toEqual({
      checked_in: 0,
      unchecked_in: 3,
      checked_in_percentage: 0,
      unchecked_in_percentage: 100,
    })
  })

  test('shows nonces that are valid for it', async () => {
    const { json: ticket } = await desk.add(await desk.event(), {}, { as: 'editor' })
    const { edit, remove } = (await desk.read(ticket.id, 'editor')).json.nonces
    const body = { post_id: ticket.post_id, edit_ticket_nonce: edit, name: 'Changed' }
    const changed = await app.tickets('PUT', `/tickets/${ticket.id}`, { as: 'editor', body })
    expect([changed.status, changed.json.title]).toEqual([202, 'Changed'])
    const removal = { post_id: ticket.post_id, remove_ticket_nonce: remove }
    const form = { post_id: String(removal.post_id), remove_ticket_nonce: remove }
    expect(
      (await app.tickets('DELETE', `/tickets/${ticket.id}`, { as: 'administrator', form })).status,
    ).toBe(403)
    const removed = await app.tickets('DELETE', `/tickets/${ticket.id}`, {
      as: 'editor',
      body: removal,
    })
    expect([removed.status, removed.json]).toEqual([202, true])
  })

  test.each([
    ['publish', ['anonymous', 'author', 'editor', 'administrator']],
    ['private', ['editor', 'administrator']],
    ['draft', ['editor', 'administrator']],
    ['pending', ['editor', 'administrator']],
    ['future', ['editor', 'administrator']],
  ] as const)('of a %s event is read by %o', async (status, readers) => {
    const eventId = await desk.event({ status })
    const { json: ticket } = await desk.add(eventId)
    for (const as of ['anonymous', 'author', 'editor', 'administrator'] as const) {
      const got = await desk.read(ticket.id, as)
      const allowed = (readers as readonly string[]).includes(as)
      expect([as, got.status]).toEqual([as, allowed ? 200 : 401])
      if (!allowed) {
        expect(got.json).toEqual({
          code: 'ticket-not-accessible',
          message: 'ticket-not-accessible',
          data: { status: 401, doc_url: expect.stringMatching(/#ticket-not-accessible$/) },
        })
      }
    }
  })

  test('with an unknown id is 404, of another record 401, with 0 is 400, with words no route', async () => {
    const eventId = await desk.event()
    const read = async (id: number | string) => {
      const { status, json } = await app.tickets('GET', `/tickets/${id}`)
      return [status, json.code]
    }
    expect(await read(9_000_000)).toEqual([404, 'ticket-not-found'])
    expect(await read(eventId)).toEqual([401, 'ticket-not-accessible'])
    expect(await read(0)).toEqual([400, 'rest_invalid_param'])
    expect(await read('abc')).toEqual([404, 'rest_no_route'])
  })

  test('that is unpublished is for those who may change it', async () => {
    const { json: ticket } = await desk.add(await desk.event())
    await app.db
      .updateTable('tickets')
      .set({ status: 'draft' })
      .where('id', '=', ticket.id)
      .execute()
    expect((await desk.read(ticket.id, 'author')).status).toBe(401)
    expect((await desk.read(ticket.id, 'editor')).status).toBe(200)
  })
})

describe('tickets of password-protected events', () => {
  test('are masked until the password is sent', async () => {
    const eventId = await desk.event()
    const { json: ticket } = await desk.add(eventId, { name: 'Secret', price: '30.50' })
    const password_hash = await hashPassword('open sesame')
    await app.db.updateTable('events').set({ password_hash }).where('id', '=', eventId).execute()
    const read = (password?: string) =>
      app.tickets(
        'GET',
        `/tickets/${ticket.id}`,
        password === undefined ? {} : { query: { password } },
      )
    const hidden = await read()
    expect(hidden.status).toBe(200)
    expect(Object.keys(hidden.json).toSorted()).toEqual(publicKeys)
    expect(hidden.json).toMatchObject({
      id: 0,
      post_id: 0,
      author: 0,
      title: 'No Access',
      description: 'No Access',
      image: null,
      is_available: null,
      capacity: 0,
      price_suffix: 'No Access',
      capacity_details: { available: 0 },
      cost_details: { values: [0], currency_symbol: 'No Access' },
      available_until_details: { year: 0 },
      attendees: [],
    })
    expect(hidden.text).not.toMatch(/Secret|30\.50/)
    expect((await read('wrong')).json.id).toBe(0)
    expect((await read('open sesame')).json).toMatchObject({ id: ticket.id, title: 'Secret' })
    expect((await desk.read(ticket.id, 'subscriber')).json.id).toBe(0)
    expect((await desk.read(ticket.id, 'editor')).json.title).toBe('Secret')
  })
})

test('a page of tickets takes as many statements as one ticket', async () => {
  const eventId = await desk.event()
  for (let n = 0; n < 6; n += 1) await desk.add(eventId)
  const statements = async (per_page: number) => {
    const query = { include_post: eventId, per_page }
    let shown = 0
    const count = await countStatements(app, async () => {
      const { json } = await app.tickets('GET', '/tickets', { as: 'administrator', query })
      shown = json.tickets.length
    })
    return [shown, count] as const
  }
  const [one, six] = [await statements(1), await statements(6)]
  expect([one[0], six[0]]).toEqual([1, 6])
  expect(six[1]).toBe(one[1])
})

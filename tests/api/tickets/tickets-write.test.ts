import { beforeEach, describe, expect, test } from 'vitest'
import { expectStockInOrder } from '../../inventory/fixtures.ts'
import { attendees } from '../../support/attending.ts'
import { startApp } from '../../support/start-app.ts'
import { ticketDesk } from '../../support/ticket-desk.ts'

const app = await startApp()
const desk = ticketDesk(app)
beforeEach(() => () => expectStockInOrder(app.db))

describe('adding a ticket', () => {
  test('answers 202 with the ticket and its nonces, without the members of reads', async () => {
    const eventId = await desk.event({ starts: '2027-01-01T18:00:00Z' })
    const { status, json } = await desk.add(eventId, {
      name: 'Early <b>bird</b>',
      description: 'One person & no <i>more</i>',
      price: '30.5',
      start_date: '2026-11-01',
      start_time: '08:00:00',
    })
    expect(status).toBe(202)
    expect(json).toMatchObject({
      post_id: eventId,
      type: 'default',
      provider: 'tc',
      title: 'Early &lt;b&gt;bird&lt;/b&gt;',
      description: 'One person & no more',
      status: 'publish',
      capacity: 10,
      available_from: '2026-11-01 08:00:00',
      available_from_details: { year: '2026', month: '11', day: '01', hour: '08' },
      available_until: '2027-01-01 18:00:00',
      capacity_details: { available: 10, available_percentage: 100, max: 10, sold: 0, pending: 0 },
      is_available: true,
      cost: '$30.50',
      cost_details: { currency_symbol: '$', values: ['30.50'], currency_decimal_numbers: 2 },
      sale_price_data: { enabled: '', sale_price: '', start_date: '', end_date: '' },
      on_sale: false,
      iac: 'none',
      attendees: [],
      checkin: { checked_in: 0, unchecked_in: 0, checked_in_percentage: 100 },
      nonces: { edit: expect.any(String), remove: expect.any(String) },
    })
    expect(json.global_id).toBe(`tickets.test?type=tc&id=${json.id}`)
    for (const name of ['capacity_type', 'sku', 'totals', 'fees', 'name', 'price']) {
      expect(json).not.toHaveProperty(name)
    }
    const single = await desk.read(json.id)
    expect(single.json).toMatchObject({
      capacity_type: 'own',
      sku: expect.stringMatching(new RegExp(`^${json.id}-\\d+-EARLY-B-BIRD-B$`)),
      available_from_start_time: '08:00:00',
      available_from_end_time: '18:00:00',
      totals: { stock: 10, sold: 0, pending: 0 },
      fees: { available_fees: [], automatic_fees: [], selected_fees: [] },
      max_per_order: 100,
    })
  })

  test('works by form as by JSON', async () => {
    const eventId = await desk.event()
    const form = {
      post_id: String(eventId),
      add_ticket_nonce: await desk.nonce('add_ticket', eventId, 'administrator'),
      provider: 'tc',
      name: 'Form',
      price: '25',
      'ticket[mode]': 'own',
      'ticket[capacity]': '50',
      'ticket[sale_price][checked]': '1',
      'ticket[sale_price][price]': '20',
      'ticket[sale_price][start_date]': '2026-11-20',
      'ticket[sale_price][end_date]': '2026-11-22',
    }
    const { status, json } = await app.tickets('POST', '/tickets/', { as: 'administrator', form })
    expect(status).toBe(202)
    expect(json).toMatchObject({
      capacity: 50,
      cost: '$25.00',
      cost_details: { values: ['25'] },
      on_sale: true,
      sale_price_data: {
        enabled: '1',
        sale_price: '20.00',
        start_date: '2026-11-20',
        end_date: '2026-11-22',
      },
    })
  })

  test('makes the event say that it has tickets, and at what price', async () => {
    const eventId = await desk.event()
    await desk.add(eventId, { price: '25' })
    const second = await desk.add(eventId, { price: '' })
    await desk.add(eventId, {}, { provider: 'rsvp' })
    const summary = () =>
      app.db
        .selectFrom('events')
        .select(['ticketed', 'ticket_prices_minor'])
        .where('id', '=', eventId)
        .executeTakeFirstOrThrow()
    expect(await summary()).toEqual({ ticketed: ['tc', 'rsvp'], ticket_prices_minor: [2500, 0] })
    await desk.remove(second.json)
    expect(await summary()).toEqual({ ticketed: ['tc', 'rsvp'], ticket_prices_minor: [2500] })
  })

  test.each([
    ['30', 202],
    ['000', 202],
    ['0.00', 202],
    [0, 202],
    ['', 202],
    ['  ', 202],
    ['-1', 400],
    ['1,50', 400],
    ['0,0', 400],
    ['abc', 400],
    ['1e3', 400],
    [-5, 400],
    [true, 400],
    [undefined, 400],
    ['99999999999999999999', 400],
  ])('with the price %o answers %i', async (price, expected) => {
    const { status, json } = await desk.add(await desk.event(), { price })
    expect(status).toBe(expected)
    if (status === 400) expect(json.code).toBe('tec-tickets-rest-invalid_price')
  })

  test.each([
    ['TEC\\Tickets\\Commerce\\Module', 'tc'],
    ['Tribe__Tickets__RSVP', 'rsvp'],
  ])('accepts %s as the provider, as the existing system called it', async (provider, shown) => {
    const { status, json } = await desk.add(await desk.event(), { provider })
    expect([status, json.provider]).toEqual([202, shown])
  })

  test.each(['tickets-commerce', 'woo', 'constructor', '', undefined, 7])(
    'refuses the unknown provider %o',
    async provider => {
      const { status, json } = await desk.add(await desk.event(), { provider })
      expect([status, json.code]).toEqual([400, 'bad_request'])
    },
  )

  test('without the nonce or the right is refused without details', async () => {
    const eventId = await desk.event({ author_id: (await app.person('author')).userId })
    const other = await desk.event()
    const nonceOf = (record: number, as: 'administrator' | 'editor' | 'author' | 'contributor') =>
      desk.nonce('add_ticket', record, as)
    const attempts = [
      { as: 'administrator', add_ticket_nonce: 'nonsense' },
      { as: 'administrator', add_ticket_nonce: undefined },
      { as: 'administrator', add_ticket_nonce: await nonceOf(other, 'administrator') },
      { as: 'administrator', add_ticket_nonce: await nonceOf(eventId, 'editor') },
      {
        as: 'administrator',
        add_ticket_nonce: await nonceOf(eventId, 'administrator'),
        post_id: 9_000_000,
      },
      {
        as: 'administrator',
        add_ticket_nonce: await nonceOf(eventId, 'administrator'),
        post_id: 'x',
      },
      { as: 'contributor', add_ticket_nonce: await nonceOf(eventId, 'contributor') },
      { as: 'author', add_ticket_nonce: await nonceOf(other, 'author'), post_id: other },
      { as: 'anonymous', add_ticket_nonce: await nonceOf(eventId, 'administrator') },
    ] as const
    for (const { as, ...fields } of attempts) {
      const body = { post_id: eventId, provider: 'tc', name: 'X', price: '1', ...fields }
      const { status, json } = await app.tickets('POST', '/tickets', { as, body })
      expect([as, status, json.code, json.message]).toEqual([
        as,
        403,
        'forbidden',
        expect.stringMatching(/^Invalid nonce: /),
      ])
    }
    expect((await desk.add(eventId, {}, { as: 'author' })).status).toBe(202)
    expect((await desk.add(other, {}, { as: 'editor' })).status).toBe(202)
  })

  test('with a nonce older than a day is refused', async () => {
    const eventId = await desk.event()
    const add_ticket_nonce = await desk.nonce('add_ticket', eventId, 'administrator')
    app.clock.advance(25 * 3600)
    const body = { post_id: eventId, provider: 'tc', price: '1', add_ticket_nonce }
    expect((await app.tickets('POST', '/tickets', { as: 'administrator', body })).status).toBe(403)
  })

  test('names every invalid member at once', async () => {
    const { status, json } = await desk.add(await desk.event(), {
      start_date: 'someday',
      end_time: '25:99',
      ticket: { mode: 'own', capacity: 'many', sale_price: { price: '5', start_date: 'never' } },
    })
    expect(status).toBe(400)
    expect(Object.keys(json.data.params).toSorted()).toEqual([
      'end_time',
      'start_date',
      'ticket[capacity]',
      'ticket[sale_price][start_date]',
    ])
  })

  test.each([
    [{ mode: 'own', capacity: 7 }, 7, 7, 'own'],
    [{ mode: 'own', capacity: '7' }, 7, 7, 'own'],
    [{ mode: 'own', capacity: '' }, 0, 0, 'own'],
    [{ mode: 'own', capacity: -1 }, '', -1, 'unlimited'],
    [{ mode: '' }, '', -1, 'unlimited'],
    [{ mode: 'unlimited' }, '', -1, 'unlimited'],
    [{ mode: 'global', event_capacity: 30 }, 30, 30, 'global'],
    [{ mode: 'global', capacity: 30 }, 30, 30, 'global'],
    [{ mode: 'capped', capacity: 10, event_capacity: 30 }, 10, 10, 'capped'],
    [{ mode: 'capped', capacity: 50, event_capacity: 30 }, 30, 30, 'capped'],
    [{ mode: 'own', stock: 4 }, 4, 4, 'own'],
  ])(
    'with the stock %o has the capacity that follows from it',
    async (ticket, capacity, available, type) => {
      const { json } = await desk.add(await desk.event(), { ticket })
      const single = (await desk.read(json.id)).json
      expect(single).toMatchObject({
        capacity,
        capacity_details: { available },
        is_available: available !== 0,
        capacity_type: type,
        totals: { stock: available },
      })
    },
  )

  test('of an RSVP is free, whatever price is sent', async () => {
    const { json } = await desk.add(await desk.event(), { price: '10' }, { provider: 'rsvp' })
    expect(json).toMatchObject({
      provider: 'rsvp',
      cost: '$0.00',
      on_sale: null,
      sale_price_data: [],
      rsvp: { rsvp_going: 0, rsvp_not_going: 0 },
    })
  })
})

describe('removing a ticket', () => {
  test('answers 202 and true, and keeps attendees and the stock of others', async () => {
    const eventId = await desk.event()
    const shared = { mode: 'global', event_capacity: 10 }
    const [one, two] = [
      (await desk.add(eventId, { ticket: shared })).json,
      (await desk.add(eventId, { ticket: shared })).json,
    ]
    await attendees(app, 3, { ticketId: one.id, eventId })
    const removed = await desk.remove(one)
    expect([removed.status, removed.json]).toEqual([202, true])
    expect((await desk.read(two.id)).json.capacity_details.available).toBe(7)
    const left = await app.db
      .selectFrom('attendees')
      .select(['ticket_name', 'stock'])
      .where('ticket_id', '=', one.id)
      .execute()
    expect(left).toHaveLength(3)
    const event = await app.events('GET', `/events/${one.post_id}`, { as: 'administrator' })
    expect(event.json.attendance).toMatchObject({ total_attendees: 3, not_checked_in: 3 })
    const again = await desk.remove(one)
    expect([again.status, again.json.code]).toEqual([404, 'ticket-not-found'])
  })

  test('requires its own nonce, its event and the right', async () => {
    const ticket = (await desk.add(await desk.event())).json
    const remove = (as: 'administrator' | 'author', fields: object) =>
      app.tickets('DELETE', `/tickets/${ticket.id}`, { as, body: fields })
    const edit = await desk.nonce('edit_ticket', ticket.id, 'administrator')
    expect((await remove('administrator', {})).json.data.params).toEqual([
      'post_id',
      'remove_ticket_nonce',
    ])
    const wrong = { post_id: ticket.post_id, remove_ticket_nonce: edit }
    expect((await remove('administrator', wrong)).status).toBe(403)
    expect((await desk.remove(ticket, 'author')).status).toBe(403)
    const elsewhere = await desk.event()
    expect((await desk.remove({ ...ticket, post_id: elsewhere })).status).toBe(400)
    const notOne = await desk.remove({ id: elsewhere, post_id: elsewhere })
    expect([notOne.status, notOne.json.code]).toEqual([401, 'ticket-not-accessible'])
    expect((await desk.remove(ticket)).status).toBe(202)
  })
})

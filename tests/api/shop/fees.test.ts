import { describe, expect, test } from 'vitest'
import { readAlone } from '../../../src/platform/db/together.ts'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { feesForTickets, feesOfTickets } from '../../../src/shop/fees/lookup.ts'
import { selectFees } from '../../../src/shop/fees/select-fees.ts'
import { ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'
import { type Request, typedClient } from '../../support/typed-client.ts'

const app = await startApp()
const as = 'administrator' as const

const create = (changes: object = {}) =>
  app.tickets('POST', '/fees', { as, body: { display_name: 'Booking', amount: 2, ...changes } })
const call = typedClient(app, as)
const fee = (changes: Partial<Request<'POST /fees'>['body']> = {}) =>
  call('POST /fees', { body: { display_name: 'Booking', amount: 2, ...changes } })

describe('POST /fees', () => {
  test('creates an active, flat fee on every ticket by default', async () => {
    const got = await create({ slug: 'booking' })
    expect([got.status, got.json]).toEqual([
      200,
      {
        id: expect.any(Number),
        modifier_type: 'fee',
        sub_type: 'flat',
        raw_amount: '2.000000',
        currency: 'USD',
        slug: 'booking',
        display_name: 'Booking',
        status: 'active',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        start_time: null,
        end_time: null,
        meta_value: 'all',
      },
    ])
  })

  test.each([
    ['amount', { amount: undefined }],
    ['amount', { amount: -1 }],
    ['amount', { sub_type: 'percent', amount: 101 }],
    ['raw_amount', { raw_amount: 'much' }],
    ['meta_value', { meta_value: 'venue' }],
    ['status', { status: 'gone' }],
    ['start_time', { start_time: 'soon' }],
    ['slug', { slug: 'not a slug' }],
  ])('refuses a wrong %s: %j', async (name, changes) => {
    const got = await create(changes)
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(got.json.data.params)).toEqual([name])
  })

  test('says which signs a slug has', async () => {
    const { status, json } = await create({ slug: 'Booking Fee' })
    expect(status).toBe(400)
    expect(json.data.params.slug).toContain('small letters and digits')
  })

  test('refuses a slug that is taken', async () => {
    await create({ slug: 'same' })
    const got = await create({ slug: 'same' })
    expect([got.status, got.json.code]).toEqual([409, 'tickets_fee_exists'])
  })
})

describe('GET /fees', () => {
  test('maps fees by id, apart into automatic and selectable, active ones unless told otherwise', async () => {
    const all = await fee()
    const per = await fee({ meta_value: 'per' })
    const draft = await fee({ status: 'draft' })
    const { json } = await app.tickets('GET', '/fees', { as })
    expect(json.all_fees[all.id]).toEqual(all)
    expect(json.automatic_fees[all.id]).toEqual(all)
    expect(json.selectable_fees[per.id]).toEqual(per)
    expect(json.automatic_fees[per.id]).toBeUndefined()
    expect(json.all_fees[draft.id]).toBeUndefined()
    const drafts = await app.tickets('GET', '/fees?status=draft,inactive', { as })
    expect(drafts.json).toEqual({
      all_fees: { [draft.id]: draft },
      automatic_fees: { [draft.id]: draft },
      selectable_fees: [],
    })
  })

  test.each(['/fees?status=gone', '/fees?status=active,gone', '/fees?status='])(
    'refuses %s with 400',
    async path => {
      const got = await app.tickets('GET', path, { as })
      expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    },
  )
})

describe('one fee', () => {
  test.each(['POST', 'PUT', 'PATCH'])(
    'by %s changes what is sent and nothing else',
    async method => {
      const before = await fee({ sub_type: 'percent', raw_amount: '3.5' })
      const body = { display_name: 'Renamed' }
      const got = await app.tickets(method, `/fees/${before.id}`, { as, body })
      expect(got.json).toEqual({ ...before, display_name: 'Renamed' })
      expect((await app.tickets('GET', `/fees/${before.id}`, { as })).json).toEqual(got.json)
    },
  )

  test('sent back as it was read changes nothing, and its dates need no seconds', async () => {
    const times = { start_time: '2026-10-25T01:30Z', end_time: '2031-06-02 24:00' }
    const before = await fee({ raw_amount: '2.55', ...times })
    expect(before.end_time).toBe('2031-06-03 00:00:00')
    const path = `/fees/${before.id}`
    await app.tickets('PUT', path, { as, body: before })
    expect((await app.tickets('GET', path, { as })).json).toEqual(before)
  })

  test('that is deleted also leaves its tickets', async () => {
    const { id } = await fee({ meta_value: 'per' })
    const ticket = await ticketOnSale(app)
    await transaction(app.db, tx => selectFees(tx, ticket.id, [id]))
    await app.tickets('DELETE', `/fees/${id}`, { as })
    const got = await app.tickets('GET', `/fees/${id}`, { as })
    expect([got.status, got.json.code]).toEqual([404, 'tickets_fee_not_found'])
    const left = await app.tickets('GET', `/tickets/${ticket.id}/fees`, { as })
    expect(left.json.selected_fees).toEqual([])
  })
})

describe('the fees of a ticket', () => {
  test('are replaced as a set, and removed by an empty list', async () => {
    const [one, two] = [await fee({ meta_value: 'per' }), await fee({ meta_value: 'per' })]
    const path = `/tickets/${(await ticketOnSale(app)).id}/fees`
    const choose = (selected_fees: unknown) =>
      app.tickets('POST', path, { as, body: { selected_fees } })
    expect((await choose([two.id, one.id, two.id])).json.selected_fees).toEqual([one.id, two.id])
    expect((await choose(`${two.id}`)).json.selected_fees).toEqual([two.id])
    const got = await app.tickets('GET', path, { as })
    expect(got.json.available_fees[one.id]).toEqual(one)
    expect(got.json.selected_fees).toEqual([two.id])
    expect((await choose([])).json.selected_fees).toEqual([])
  })

  test('are all refused when one is automatic or unknown', async () => {
    const [per, all] = [await fee({ meta_value: 'per' }), await fee()]
    const path = `/tickets/${(await ticketOnSale(app)).id}/fees`
    const body = { selected_fees: [per.id] }
    await app.tickets('PUT', path, { as, body })
    for (const bad of [all.id, 999_999, -1, 0]) {
      const got = await app.tickets('PUT', path, { as, body: { selected_fees: [bad] } })
      expect([got.status, got.json.code, got.json.message]).toEqual([
        400,
        'tickets_commerce_update_fees_for_ticket_error',
        `The following fees are not selectable: ${bad}`,
      ])
    }
    expect((await app.tickets('GET', path, { as })).json.selected_fees).toEqual([per.id])
  })

  test('can be read but not set for an unknown ticket', async () => {
    expect((await app.tickets('GET', '/tickets/999999/fees', { as })).json.selected_fees).toEqual(
      [],
    )
    const body = { selected_fees: [] }
    const got = await app.tickets('POST', '/tickets/999999/fees', { as, body })
    expect([got.status, got.json.code]).toEqual([
      400,
      'tickets_commerce_update_fees_for_ticket_error',
    ])
  })

  test('are refused with the place of the error in the list, even to strangers', async () => {
    const body = { selected_fees: [1, 2, 'three'] }
    const got = await app.tickets('POST', '/tickets/1/fees', { body })
    expect(got.json).toMatchObject({
      code: 'rest_invalid_param',
      data: { details: { selected_fees: { code: 'rest_invalid_type' } } },
    })
    expect(got.json.data.details.selected_fees.data.param).toBe('selected_fees[2]')
    const missing = await app.tickets('POST', '/tickets/1/fees', { body: {} })
    expect(missing.json.code).toBe('rest_missing_callback_param')
  })
})

test.each([
  ['GET', '/fees'],
  ['POST', '/fees'],
  ['GET', '/fees/1'],
  ['PATCH', '/fees/1'],
  ['DELETE', '/fees/1'],
  ['GET', '/tickets/1/fees'],
  ['POST', '/tickets/1/fees'],
])('%s %s is for administrators only', async (method, path) => {
  const sent = { body: { display_name: 'X', amount: 1, selected_fees: [] } }
  const body = method === 'GET' ? {} : sent
  expect((await app.tickets(method, path, body)).status).toBe(401)
  const editor = await app.tickets(method, path, { as: 'editor', ...body })
  expect([editor.status, editor.json.code]).toEqual([403, 'rest_forbidden'])
})

test('a ticket is charged the active selected and automatic fees, each once', async () => {
  await app.db.deleteFrom('fees').execute()
  const ticket = await ticketOnSale(app, { priceMinor: 1000 })
  const other = await ticketOnSale(app, { priceMinor: 1000 })
  const automatic = await fee()
  const chosen = await fee({ meta_value: 'per' })
  await fee({ meta_value: 'per' })
  const draft = await fee({ meta_value: 'per', status: 'draft' })
  await fee({ status: 'inactive' })
  await fee({ end_time: '2026-11-21T11:59:59Z' })
  await fee({ start_time: '2026-11-21T12:00:01Z' })
  const late = await fee({ start_time: '2026-11-21T12:00:00Z' })
  await transaction(app.db, tx => selectFees(tx, ticket.id, [chosen.id, draft.id, automatic.id]))
  const fees = await feesForTickets(app.db, [ticket.id, other.id], app.clock.now())
  const ids = (id: number) => fees.get(id)?.map(rule => rule.id)
  expect(ids(ticket.id)).toEqual([automatic.id, chosen.id, late.id])
  expect(ids(other.id)).toEqual([automatic.id, late.id])
  const shown = await readAlone(app.db, feesOfTickets(app.db, app.config, [ticket.id]))
  expect(shown.get(ticket.id)?.selected_fees).toEqual([chosen.id, draft.id])
})

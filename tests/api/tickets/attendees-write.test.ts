import { afterEach, describe, expect, test } from 'vitest'
import { anAttendee, demandTrueCounts } from '../../support/attending.ts'
import { buy, refund } from '../../support/buying.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db, tickets } = app
const as = 'administrator' as const

const create = (body: object, who: 'administrator' | 'editor' | 'anonymous' = as) =>
  tickets('POST', '/attendees', {
    as: who,
    body: { full_name: 'Ann Example', email: 'ann@example.org', ...body },
  })
const update = (id: number, body: object) => tickets('PATCH', `/attendees/${id}`, { as, body })
const row = (id: number) =>
  db.selectFrom('attendees').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ticketRow = (id: number) =>
  db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const log = async (id: number) =>
  (
    await db
      .selectFrom('check_ins')
      .select('kind')
      .where('attendee_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

const anyTimes = { modified: expect.any(String), modified_utc: expect.any(String) }

afterEach(() => demandTrueCounts(app))

describe('POST /attendees', () => {
  test('takes a name as one line of text, wherever a client puts it', async () => {
    const ticket = await ticketOnSale(app)
    const full_name = ' <b>Ann</b>\nheron@x.example\u0007 '
    const { json } = await create({ ticket_id: ticket.id, full_name })
    expect(json.title).toBe('&lt;b&gt;Ann&lt;/b&gt; heron@x.example')
    const changed = await update(json.id, { full_name: "O'Hara & Bo\n" })
    expect(changed.json.title).toBe("O'Hara & Bo")
  })

  test('takes every address that orders take, and no other', async () => {
    const ticket = await ticketOnSale(app)
    const { status, json } = await create({ ticket_id: ticket.id, email: 'zoë@exämple.org' })
    expect([status, json.email]).toEqual([201, 'zoë@exämple.org'])
    const passedOn = await update(json.id, { email: 'josé@example.org' })
    expect([passedOn.status, passedOn.json.email]).toEqual([201, 'josé@example.org'])
    for (const email of ['zoë', 'zoë@exämple', 'zoë@exämple.org,', '']) {
      expect([email, (await update(json.id, { email })).status]).toEqual([email, 400])
    }
    const cart = await tickets('POST', '/cart', {
      body: {
        provider: 'tc',
        tickets: [{ ticket_id: ticket.id, quantity: 1 }],
        purchaser_data: { name: 'Zoë', email: 'zoë@exämple.org' },
      },
    })
    expect(cart.status).toBe(200)
  })

  test('creates an attendee and takes a place', async () => {
    const ticket = await ticketOnSale(app, { capacity: 2, priceMinor: 2500 })
    const got = await create({ ticket_id: ticket.id })
    expect([got.status, got.json]).toMatchObject([
      201,
      {
        post_id: ticket.eventId,
        ticket_id: ticket.id,
        title: 'Ann Example',
        email: 'ann@example.org',
        provider: 'tc',
        order: '',
        optout: false,
        checked_in: false,
        checkin_details: false,
        payment: { price: '', currency: '$' },
        ticket: { raw_price: '25', formatted_price: '25.00' },
      },
    ])
    expect(await ticketRow(ticket.id)).toMatchObject({ attendees_count: 1 })
  })

  test('is 409 when no place is left, and then creates nobody', async () => {
    const ticket = await ticketOnSale(app, { capacity: 1 })
    const all = await Promise.all([1, 2, 3].map(() => create({ ticket_id: ticket.id })))
    expect(all.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409])
    expect(all.find(({ status }) => status === 409)?.json.code).toBe('attendee-creation-failed')
    expect(await ticketRow(ticket.id)).toMatchObject({ attendees_count: 1 })
  })

  test('for an invitation stores yes or no, and a no takes no place', async () => {
    const { id: ticket_id } = await ticketOnSale(app, { provider: 'rsvp', capacity: 1 })
    const no = await create({ ticket_id, attendee_status: 'no' })
    const yes = await create({ ticket_id, attendee_status: 'yes' })
    expect([no.json.rsvp_going, yes.json.rsvp_going]).toEqual([false, true])
    expect(no.json.payment).toBeUndefined()
    expect((await create({ ticket_id })).status).toBe(409)
    expect(await ticketRow(ticket_id)).toMatchObject({ going_count: 1, not_going_count: 1 })
  })

  test('may check in at once, but not with a status that does not admit', async () => {
    const { id: ticket_id } = await ticketOnSale(app)
    const inside = await create({ ticket_id, check_in: true })
    expect([inside.status, inside.json.checked_in]).toEqual([201, true])
    const pending = await create({ ticket_id, attendee_status: 'pending', check_in: true })
    expect([pending.status, pending.json.code]).toEqual([400, 'tec-et-attendee-invalid-check-in'])
    expect(await ticketRow(ticket_id)).toMatchObject({ attendees_count: 1, checked_in_count: 1 })
  })

  test.each([
    ['ticket_id', { ticket_id: 999_999_999 }],
    ['email', { email: 'nobody' }],
    ['check_in', { check_in: 'maybe' }],
  ])('refuses a wrong %s', async (name, changes) => {
    const { id: ticket_id } = await ticketOnSale(app)
    const got = await create({ ticket_id, ...changes }, 'anonymous')
    expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, [name]])
  })

  test('names what is missing, refuses an unknown status, and is not for editors', async () => {
    const { id: ticket_id } = await ticketOnSale(app)
    const missing = await tickets('POST', '/attendees', { as, body: {} })
    expect(missing.json).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['ticket_id', 'full_name', 'email'] },
    })
    const odd = await create({ ticket_id, attendee_status: 'refunded' })
    expect([odd.status, odd.json.code, odd.json.message]).toEqual([
      400,
      'invalid-attendee-status',
      'attendee_status of this ticket must be completed or pending.',
    ])
    expect((await create({ ticket_id }, 'editor')).status).toBe(403)
    expect((await create({ ticket_id }, 'anonymous')).status).toBe(401)
  })
})

describe('PATCH /attendees/<id>', () => {
  test('checks in once, and remembers a check-in that was undone', async () => {
    const { id, ticketId } = await anAttendee(app)
    const first = await update(id, { check_in: true })
    expect([first.status, first.json]).toMatchObject([
      201,
      {
        checked_in: true,
        checkin_details: {
          date: '2026-11-21 12:00:00',
          source: 'site',
          author: (await app.person(as)).userId,
        },
      },
    ])
    const second = await update(id, { check_in: true })
    expect([second.status, second.json.code]).toEqual([400, 'tec-et-attendee-already-checked-in'])
    for (const body of [{ check_in: false }, { check_in: '0' }]) {
      const out = await update(id, body)
      expect([out.status, out.json.checked_in, out.json.checkin_details]).toEqual([
        201,
        false,
        false,
      ])
    }
    expect((await update(id, { check_in: 1 })).status).toBe(201)
    expect(await log(id)).toEqual(['admitted', 'undone', 'admitted'])
    expect(await ticketRow(ticketId)).toMatchObject({ checked_in_count: 1 })
  })

  test('undoes a check-in also after the order was given back, and nothing else undoes it then', async () => {
    const ticket = await ticketOnSale(app)
    const { orderId, attendees } = await buy(app, ticket.id, { quantity: 2 })
    const id = attendees[0]?.id ?? 0
    await update(id, { check_in: true })
    await refund(app, orderId)
    const named = await update(id, { full_name: 'Ann Other' })
    expect([named.status, named.json.checked_in]).toEqual([201, true])
    const out = await update(id, { check_in: false })
    expect([out.status, out.json.checked_in, out.json.checkin_details]).toEqual([201, false, false])
    expect(await log(id)).toEqual(['admitted', 'undone'])
    expect((await update(id, { check_in: true })).json.code).toBe(
      'tec-et-attendee-invalid-check-in',
    )
  })

  test.each(['pending', 'refunded', 'no', 'anything'])(
    'refuses to check in with the status %s',
    async orderStatus => {
      const { id } = await anAttendee(app, { orderStatus })
      const got = await update(id, { check_in: true })
      expect([got.status, got.json.code]).toEqual([400, 'tec-et-attendee-invalid-check-in'])
    },
  )

  test('to another person’s address is a transfer and voids the old code; correcting the name is not', async () => {
    const { id } = await anAttendee(app)
    const before = await row(id)
    await update(id, { full_name: 'Anne Example', email: 'ANN@example.org' })
    const corrected = await row(id)
    expect(corrected).toMatchObject({
      holder_name: 'Anne Example',
      security_code: before.security_code,
      generation: 1,
    })
    const got = await update(id, { full_name: 'Cy', email: 'cy@example.org' })
    expect(got.json).toMatchObject({ title: 'Cy', email: 'cy@example.org' })
    const after = await row(id)
    expect(after.generation).toBe(2)
    expect(after.security_code).not.toBe(before.security_code)
    expect(after.search_text).toBe('cy\ncy@example.org')
  })

  test('sent back as it was read changes nothing, whether the attendee is inside or not', async () => {
    const { id } = await anAttendee(app)
    for (const checked_in of [false, true]) {
      const read = (await update(id, { check_in: checked_in })).json
      const back = await tickets('PUT', `/attendees/${id}`, { as, body: read })
      expect([back.status, back.json]).toEqual([201, { ...read, ...anyTimes }])
    }
    expect(await log(id)).toEqual(['admitted'])
    await update(id, { checked_in: false })
    expect(await log(id)).toEqual(['admitted', 'undone'])
  })

  test('leaves omitted members unchanged, also with an empty body', async () => {
    const { id } = await anAttendee(app, { optedOut: true })
    const { updated_at: _, ...before } = await row(id)
    const got = await update(id, {})
    const { updated_at: __, ...after } = await row(id)
    expect([got.status, after]).toEqual([201, before])
  })

  test('from yes to no gives the place back, and from no to yes takes one if there is one', async () => {
    const eventId = await eventOnSale(app)
    const { id: ticketId } = await ticketOnSale(app, { eventId, provider: 'rsvp', capacity: 1 })
    const one = await create({ ticket_id: ticketId })
    const declined = await update(one.json.id, { attendee_status: 'no' })
    expect([declined.status, declined.json.rsvp_going]).toEqual([201, false])
    expect(await ticketRow(ticketId)).toMatchObject({ going_count: 0, not_going_count: 1 })
    const other = await create({ ticket_id: ticketId })
    expect(other.status).toBe(201)
    const late = await update(one.json.id, { attendee_status: 'yes', full_name: 'Too late' })
    expect([late.status, late.json.code]).toEqual([409, 'attendee-creation-failed'])
    expect(await row(one.json.id)).toMatchObject({ order_status: 'no', holder_name: 'Ann Example' })
    expect(await ticketRow(ticketId)).toMatchObject({ going_count: 1, not_going_count: 1 })
  })

  test('to no undoes the check-in', async () => {
    const { id: ticketId } = await ticketOnSale(app, { provider: 'rsvp' })
    const { json } = await create({ ticket_id: ticketId, check_in: true })
    const got = await update(json.id, { attendee_status: 'no' })
    expect(got.json.checked_in).toBe(false)
    expect(await log(json.id)).toEqual(['admitted', 'undone'])
    expect(await ticketRow(ticketId)).toMatchObject({ checked_in_count: 0 })
  })

  test('cannot change the status of a bought ticket, which belongs to its order', async () => {
    const { id } = await anAttendee(app, { orderId: 900_001 })
    const got = await update(id, { attendee_status: 'pending' })
    expect([got.status, got.json.code, got.json.message]).toEqual([
      400,
      'invalid-attendee-status',
      'This place was bought and follows its order: its status cannot be changed.',
    ])
  })

  test('of an unknown attendee is 404, and only staff may', async () => {
    const { id } = await anAttendee(app)
    const got = await update(999_999_999, { check_in: true })
    expect([got.status, got.json.code]).toEqual([404, 'invalid-attendee-id'])
    for (const [who, status] of [
      ['anonymous', 401],
      ['subscriber', 403],
      ['editor', 403],
    ] as const) {
      const refused = await tickets('PUT', `/attendees/${id}`, {
        as: who,
        body: { check_in: true },
      })
      expect(refused.status).toBe(status)
    }
    expect((await tickets('DELETE', `/attendees/${id}`, { as })).status).toBe(404)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../support/any-character.ts'
import { systemRandom } from '../../../src/platform/random.ts'
import { signTicket } from '../../../src/ticketing/checkin/ticket-code.ts'
import { anAttendee, attendees } from '../../support/attending.ts'
import { aBuyer, refund } from '../../support/buying.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const { db, tickets } = app
const as = 'administrator' as const

async function aKey(event?: number) {
  const body = { name: 'North gate', ...(event === undefined ? {} : { event }) }
  const { json } = await tickets('POST', '/scanner-keys', { as, body })
  return json.api_key as string
}
const key = await aKey()
const bearer = { authorization: `Bearer ${key}` }

type Guest = { id: number; security_code: string }
const byGet = (guest: Guest, changes: Record<string, string | number> = {}) =>
  tickets('GET', '/qr', {
    query: { api_key: key, ticket_id: guest.id, security_code: guest.security_code, ...changes },
  })
const byPost = (ticket: string, changes: object = {}) =>
  tickets('POST', '/check-ins', { as: bearer, body: { ticket, ...changes } })

const row = (id: number) =>
  db.selectFrom('attendees').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const log = (id: number) =>
  db.selectFrom('check_ins').selectAll().where('attendee_id', '=', id).orderBy('id').execute()
async function signed({ id }: Guest, changes: object = {}) {
  const { event_id, ticket_id, generation } = await row(id)
  const claim = { eventId: event_id, ticketId: ticket_id, attendeeId: id, generation, ...changes }
  return signTicket({ db, random: systemRandom }, claim)
}

describe('GET /qr', () => {
  test('lets an attendee in once; a second scan is told when and by which device the first was', async () => {
    const guest = await anAttendee(app)
    const first = await byGet(guest)
    expect([first.status, first.json.msg, first.json.attendee.checked_in]).toEqual([
      201,
      'Checked In!',
      true,
    ])
    const second = await byGet(guest)
    expect([second.status, second.json]).toMatchObject([
      403,
      {
        msg: 'Already checked in!',
        error: 'attendee_already_checked_in',
        attendee: {
          id: guest.id,
          checkin_details: {
            date: '2026-11-21 12:00:00',
            source: 'app',
            author: 0,
            device: 'North gate',
          },
        },
      },
    ])
    expect((await log(guest.id)).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['admitted', null],
      ['refused', 'attendee_already_checked_in'],
    ])
  })

  test('shows id, ticket, name and status; members for staff are present but empty', async () => {
    const { json, text } = await byGet(await anAttendee(app, { optedOut: true }))
    expect(json.attendee).toMatchObject({
      title: 'Ann Example',
      email: '',
      order: '',
      provider: '',
      sku: '',
      qr_url: '',
      payment: { price: '' },
    })
    expect(text).not.toContain('@example.org')
  })

  test('names every missing parameter', async () => {
    const none = await tickets('GET', '/qr')
    expect([none.status, none.json]).toMatchObject([
      400,
      {
        code: 'rest_missing_callback_param',
        data: { params: ['api_key', 'ticket_id', 'security_code'] },
      },
    ])
    const two = await tickets('GET', '/qr?ticket_id=1', { as: bearer })
    expect(two.json.data.params).toEqual(['security_code'])
  })

  test('refuses a wrong scanner key without repeating it', async () => {
    const guest = await anAttendee(app)
    const got = await byGet(guest, { api_key: 'mqs_not-a-key' })
    expect([got.status, got.json]).toEqual([
      400,
      { msg: 'The API key is not valid.', error: 'api_key_not_valid' },
    ])
    expect(got.text).not.toContain('mqs_not-a-key')
  })

  test('accepts the scanner key as bearer token', async () => {
    const { id, security_code } = await anAttendee(app)
    const query = { ticket_id: id, security_code }
    expect((await tickets('GET', '/qr', { as: bearer, query })).status).toBe(201)
    const unknown = { authorization: 'Bearer mqs_unknown' }
    expect((await tickets('GET', '/qr', { as: unknown, query })).status).toBe(401)
  })

  test.each([
    ['the code of somebody else', { security_code: 'x'.repeat(24) }],
    ['an empty code', { security_code: '' }],
    ['an unknown attendee', { ticket_id: 999_999_999 }],
    ['an id that is none', { ticket_id: 'abc' }],
    ['an id beyond counting', { ticket_id: '9'.repeat(30) }],
  ])('refuses %s and reveals nothing about any attendee', async (_, changes) => {
    const got = await byGet(await anAttendee(app), changes)
    expect([got.status, got.json]).toEqual([
      403,
      { msg: 'The security code is not valid.', error: 'security_code_not_valid' },
    ])
  })

  test.each(['pending', 'created', 'refunded', 'reversed', 'no', 'something new'])(
    'refuses an attendee with the order status %s, even one who is checked in',
    async orderStatus => {
      const guest = await anAttendee(app, { orderStatus })
      await db
        .updateTable('attendees')
        .set({ checked_in_at: new Date(0) })
        .where('id', '=', guest.id)
        .execute()
      const got = await byGet(guest)
      expect([got.status, got.json.error]).toEqual([403, 'attendee_not_authorized'])
      expect(got.json.attendee.id).toBe(guest.id)
    },
  )

  test('refuses a refunded ticket by either of its codes', async () => {
    const guest = await aBuyer(app)
    const code = await signed(guest)
    await refund(app, guest.orderId)
    for (const got of [await byGet(guest), await byPost(code)]) {
      expect([got.status, got.json.error]).toEqual([403, 'attendee_not_authorized'])
    }
  })

  test('refuses both codes of a transferred ticket and accepts the new one', async () => {
    const guest = await anAttendee(app)
    const code = await signed(guest)
    await tickets('PATCH', `/attendees/${guest.id}`, { as, body: { email: 'cy@example.org' } })
    for (const got of [await byGet(guest), await byPost(code)]) {
      expect([got.status, got.json.error]).toEqual([403, 'security_code_not_valid'])
    }
    expect((await byGet(await row(guest.id))).status).toBe(201)
  })

  test('accepts a ticket of an event in the trash', async () => {
    const guest = await anAttendee(app)
    await db
      .updateTable('events')
      .set({ status: 'trash' })
      .where('id', '=', guest.eventId)
      .execute()
    expect((await byGet(guest)).status).toBe(201)
  })

  test('refuses tickets of another event with a key for one event', async () => {
    const [guest, other] = [await anAttendee(app), await anAttendee(app)]
    const own = await aKey(guest.eventId)
    const refused = await byGet(other, { api_key: own })
    expect([refused.status, refused.json.error]).toEqual([403, 'security_code_not_valid'])
    expect(refused.json.attendee).toBeUndefined()
    expect((await byGet(guest, { api_key: own })).status).toBe(201)
  })

  test('lets one of two simultaneous scans in and refuses the other', async () => {
    const guest = await anAttendee(app)
    const got = await Promise.all([1, 2, 3, 4].map(() => byGet(guest)))
    expect(got.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 403, 403, 403])
    expect((await log(guest.id)).filter(({ kind }) => kind === 'admitted')).toHaveLength(1)
  })

  test('lets nobody in by HEAD, and has no POST', async () => {
    const guest = await anAttendee(app)
    const query = { api_key: key, ticket_id: guest.id, security_code: guest.security_code }
    expect((await tickets('HEAD', '/qr', { query })).status).toBe(404)
    expect((await tickets('POST', '/qr', { query })).status).toBe(404)
    const overridden = { ...query, _method: 'HEAD' }
    expect((await tickets('POST', '/qr', { query: overridden })).status).toBe(404)
    const headers = { 'x-http-method-override': 'HEAD' }
    expect((await tickets('POST', '/qr', { query, headers })).status).toBe(404)
    expect((await row(guest.id)).checked_in_at).toBeNull()
  })

  test('refuses random codes between valid ones, and every verdict stays right', async () => {
    const guests = await attendees(app, 8)
    let next = 0
    const anything = fc.oneof(
      fc.string(),
      fc.string({ unit: anyCharacter }),
      fc.webUrl(),
      fc.base64String().map(text => `MQ1.${text}`),
      fc.constantFrom('MQ1.', 'x', '🎫', '%00', "' or 1=1 --"),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 5 }), async junk => {
        for (const text of junk) {
          const got = await byPost(text)
          expect(got.status).toBeGreaterThanOrEqual(400)
          expect(got.status).toBeLessThan(500)
          const plain = await byGet({ id: 1, security_code: text.slice(0, 200) })
          expect(plain.status === 403 || plain.status === 400).toBe(true)
        }
        const guest = guests[next % guests.length]!
        const expected = next < guests.length ? 201 : 403
        next += 1
        expect((await byGet(guest)).status).toBe(expected)
      }),
      { numRuns: 16 },
    )
  })
})

describe('GET /qr/<id>', () => {
  test('tells anybody whether an attendee is inside', async () => {
    const guest = await anAttendee(app)
    const before = await tickets('GET', `/qr/${guest.id}`)
    await byGet(guest)
    const after = await tickets('GET', `/qr/${guest.id}`)
    expect([before.json, after.json]).toEqual([
      { id: guest.id, checked_in: '' },
      { id: guest.id, checked_in: '1' },
    ])
  })

  test('is 400 for an unknown attendee and 403 for one whose ticket is void', async () => {
    expect((await tickets('GET', '/qr/999999999')).status).toBe(400)
    const guest = await aBuyer(app)
    await refund(app, guest.orderId)
    const got = await tickets('GET', `/qr/${guest.id}`)
    expect([got.status, got.json.code]).toEqual([403, 'ticket-not-accessible'])
    expect((await tickets('GET', `/qr/${guest.id}`, { as })).status).toBe(200)
  })
})

describe('check-in with CHECK_IN_ONLY_DURING_EVENT', async () => {
  const strict = await startApp({ CHECK_IN_ONLY_DURING_EVENT: 'on', CHECK_IN_BUFFER_MINUTES: '30' })
  const made = await strict.tickets('POST', '/scanner-keys', { as, body: { name: 'Gate' } })
  const eventId = await eventOnSale(strict)
  const { id: ticketId } = await ticketOnSale(strict, { eventId })

  test.each([
    ['2031-06-01T18:29:59Z', 403],
    ['2031-06-01T18:30:00Z', 201],
    ['2031-06-01T23:30:00Z', 201],
    ['2031-06-01T23:30:01Z', 403],
  ])('at %s is answered %s', async (moment, status) => {
    const guest = await anAttendee(strict, { eventId, ticketId })
    strict.clock.set(new Date(moment))
    const query = {
      api_key: made.json.api_key,
      ticket_id: guest.id,
      security_code: guest.security_code,
    }
    const got = await strict.tickets('GET', '/qr', { query })
    expect(got.status).toBe(status)
    if (status === 403) expect(got.json.error).toBe('event_not_happening_now')
  })
})

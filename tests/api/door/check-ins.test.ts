import { describe, expect, test } from 'vitest'
import { systemRandom } from '../../../src/platform/random.ts'
import { signTicket } from '../../../src/ticketing/checkin/ticket-code.ts'
import { anAttendee } from '../../support/attending.ts'
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
const address = ({ id, security_code }: Guest) =>
  `http://tickets.test/?event_qr_code=1&ticket_id=${id}&event_id=1&security_code=${security_code}&path=svc`

describe('POST /check-ins', () => {
  test.each([
    ['a signed code', (guest: Guest) => signed(guest)],
    ['the address in a QR picture', async (guest: Guest) => address(guest)],
  ])('lets an attendee in with %s', async (_, codeOf) => {
    const guest = await anAttendee(app)
    const code = await codeOf(guest)
    expect((await byPost(code)).status).toBe(201)
    const again = await byPost(code)
    expect([again.status, again.json.error]).toEqual([403, 'attendee_already_checked_in'])
  })

  test('refuses a signed code that was changed, or signed by another key', async () => {
    const guest = await anAttendee(app)
    const code = await signed(guest)
    const bytes = Buffer.from(code.slice(4), 'base64url')
    const changed = Array.from({ length: 25 }, (_, at) => {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      return `MQ1.${copy.toString('base64url')}`
    })
    for (const wrong of [...changed, code.slice(0, -1), `${code}A`, `MQ1.${'A'.repeat(119)}`]) {
      const got = await byPost(wrong)
      expect([got.status, got.json.error]).toEqual([403, 'security_code_not_valid'])
    }
    const elsewhere = await signed(guest, { eventId: 1 })
    expect((await byPost(elsewhere)).json.error).toBe('security_code_not_valid')
    expect((await byPost(code)).status).toBe(201)
  })

  test('answers a repeated request alike and counts one entry', async () => {
    const guest = await anAttendee(app)
    const scan = { at: '2026-11-21T11:59:00Z', nonce: `scan-${guest.id}` }
    const all = await Promise.all([1, 2, 3].map(() => byPost(address(guest), scan)))
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201])
    const other = await byPost(address(guest), { nonce: `other-${guest.id}` })
    expect([other.status, other.json.attendee.checkin_details.date]).toEqual([
      403,
      '2026-11-21 11:59:00',
    ])
    const otherAgain = await byPost(address(guest), { nonce: `other-${guest.id}` })
    expect(otherAgain.json).toEqual(other.json)
    expect(await log(guest.id)).toHaveLength(2)
  })

  test('refuses a nonce that was used for another attendee', async () => {
    const [one, two] = [await anAttendee(app), await anAttendee(app)]
    await byPost(address(one), { nonce: 'used' })
    const { status, json } = await byPost(address(two), { nonce: 'used' })
    expect([status, json.message]).toEqual([
      403,
      'This nonce was sent with another ticket before, so nobody was checked in: send a new one with each ticket.',
    ])
    expect((await row(two.id)).checked_in_at).toBeNull()
  })

  test('accepts the same nonce from two people for two tickets', async () => {
    const [one, two] = [await anAttendee(app), await anAttendee(app)]
    const people = [await app.makePerson('administrator'), await app.makePerson('administrator')]
    const scan = (guest: Guest, person: number) =>
      tickets('POST', '/check-ins', {
        as: people[person]!,
        body: { ticket: address(guest), nonce: 'same' },
      })
    const got = await Promise.all([scan(one, 0), scan(two, 1)])
    expect([...got, await scan(one, 0)].map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await scan(two, 0)).status).toBe(403)
  })

  test('answers a refusal with the members of every error', async () => {
    const { json } = await byPost('nonsense')
    expect(json).toEqual({
      code: 'security_code_not_valid',
      message: expect.stringContaining('the whole text of the QR picture'),
      data: { status: 403 },
      msg: json.message,
      error: 'security_code_not_valid',
    })
  })

  test('lets staff scan without a device', async () => {
    const guest = await anAttendee(app)
    const got = await tickets('POST', '/check-ins', { as, body: { ticket: address(guest) } })
    const { userId } = await app.person(as)
    expect([got.status, got.json.attendee.checkin_details.author]).toEqual([201, userId])
  })

  test('is for scanner keys and staff only', async () => {
    const body = { ticket: address(await anAttendee(app)) }
    for (const [who, status] of [
      ['anonymous', 401],
      ['subscriber', 403],
      ['editor', 403],
    ] as const) {
      expect((await tickets('POST', '/check-ins', { as: who, body })).status).toBe(status)
    }
  })

  test.each([
    ['at', { at: 'yesterday' }],
    ['at', { at: '2026-11-21T13:00:00Z' }],
    ['at', { at: '2016-12-31T23:59:60Z' }],
    ['nonce', { nonce: '' }],
    ['ticket', { ticket: 7 }],
  ])('refuses a wrong %s: %j', async (name, changes) => {
    const got = await byPost('x', changes)
    expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, [name]])
  })
})

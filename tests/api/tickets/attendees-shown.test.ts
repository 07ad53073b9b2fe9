import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../../src/access/users/password.ts'
import { anAttendee, attendees, demandTrueCounts } from '../../support/attending.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'
import { theCrowd } from './the-crowd.ts'

const app = await startApp()
const { db, tickets } = app
const as = 'administrator' as const

type Who = Parameters<typeof tickets>[2]
type Query = NonNullable<NonNullable<Who>['query']>
const list = (query: Query, who: NonNullable<Who>['as'] = as) =>
  tickets('GET', '/attendees', { as: who, query: { per_page: 100, ...query } })
const ids = async (query: Query, who: NonNullable<Who>['as'] = as) => {
  const { json } = await list(query, who)
  return json.attendees.map(({ id }: { id: number }) => id)
}

let crowd: Awaited<ReturnType<typeof theCrowd>>
beforeAll(async () => {
  await attendees(app, 3)
  crowd = await theCrowd(app)
})

afterAll(() => demandTrueCounts(app))

type Kind = 'open' | 'hidden' | 'pending' | 'yes' | 'no' | 'refunded'
const idsOf = (...kinds: Kind[]) => kinds.map(kind => crowd[kind])

describe('private attendees', () => {
  test.each<[string, Query, Query]>([
    ['addresses', { email: 'zoe@' }, { email: 'nobody@' }],
    ['prices', { price_min: 30 }, { price_min: 31 }],
    ['who is inside', { checkedin: true }, { checkedin: false }],
    ['orders', { order_id: 700_001 }, { order_id: 1 }],
  ])('are not in lists and totals for the public: %s', async (_, one, other) => {
    const post_id = crowd.eventId
    const [a, b] = [
      await list({ post_id, ...one }, 'anonymous'),
      await list({ post_id, ...other }, 'anonymous'),
    ]
    expect(a.json.attendees).toEqual(b.json.attendees)
    expect(a.json.total).toBe(b.json.total)
  })

  test.each<[string, Query]>([
    ['a search for an address', { search: 'example.org' }],
    ['a search for who opted out', { search: 'hidden' }],
    ['a name of who declined', { name: 'thanks' }],
    ['attendees that have ended', { status: 'trash' }],
    ['attendees not paid for', { order_status: 'pending' }],
    ['attendees with a private status', { order_status: 'private' }],
  ])('are not found by the public with %s', async (_, query) => {
    const got = await list({ post_id: crowd.eventId, ...query }, 'anonymous')
    if (query['status'] === 'trash') expect(got.json.total).toBe(2)
    else expect([got.status, got.json.total]).toEqual([200, 0])
  })

  test.each([
    ['a draft', { status: 'draft' }],
    ['a private event', { status: 'private' }],
    ['an event with a password', { passwordHash: 'x' }],
  ])('include those of %s', async (_, draft) => {
    const eventId = await eventOnSale(app, draft)
    const { id: ticketId } = await ticketOnSale(app, { eventId })
    const { id } = await anAttendee(app, { eventId, ticketId })
    const all = { post_id: eventId, post_status: 'publish,draft,private' }
    expect(await ids(all, 'anonymous')).toEqual([])
    expect(await ids(all, 'editor')).toEqual([])
    expect(await ids({ post_id: eventId })).toEqual([id])
    const got = await tickets('GET', `/attendees/${id}`)
    expect([got.status, got.json.code]).toEqual([401, 'attendee-not-accessible'])
  })
})

describe('GET /attendees/<id>', () => {
  test.each<Kind>(['hidden', 'pending', 'no', 'refunded'])('shows %s to staff only', async kind => {
    const path = `/attendees/${crowd[kind]}`
    for (const who of ['anonymous', 'subscriber', 'editor'] as const) {
      const got = await tickets('GET', path, { as: who })
      expect([got.status, got.json.code]).toEqual([401, 'attendee-not-accessible'])
    }
    expect((await tickets('GET', path, { as })).json.title).toBeTypeOf('string')
  })

  test('shows with the password of a protected event what would be public', async () => {
    const eventId = await eventOnSale(app, { passwordHash: await hashPassword('open sesame') })
    const { id: ticketId } = await ticketOnSale(app, { eventId })
    const { id } = await anAttendee(app, { eventId, ticketId })
    const hidden = await anAttendee(app, { eventId, ticketId, optedOut: true })
    const read = async (which: number, password: string) =>
      (await tickets('GET', `/attendees/${which}`, { query: { password } })).status
    expect(await read(id, 'open sesame')).toBe(200)
    expect(await read(id, 'close')).toBe(401)
    expect(await read(hidden.id, 'open sesame')).toBe(401)
  })

  test('of an unknown id is 404 for staff and like a hidden attendee for others', async () => {
    const own = await tickets('GET', '/attendees/999999999', { as })
    expect([own.status, own.json.code]).toEqual([404, 'attendee-not-found'])
    const other = await tickets('GET', '/attendees/999999999')
    expect([other.status, other.json.code]).toEqual([401, 'attendee-not-accessible'])
    expect((await tickets('GET', '/attendees/0')).status).toBe(400)
  })

  test('shows staff the amount paid, from the order', async () => {
    const { json } = await tickets('GET', `/attendees/${crowd.open}`, { as })
    expect(json).toMatchObject({
      title: 'Zoë Open',
      order: 700_001,
      is_purchaser: false,
      date: '2026-11-01 10:00:00',
      payment: { provider: 'tc', price: '30.50', currency: '$', date: '2026-11-01 10:00:00' },
      // The sale ends at the start of the event by default.
      ticket: {
        title: 'Seat',
        raw_price: '30.50',
        currency_config: { symbol: '&#x24;' },
        start_sale: '',
        end_sale: '2031-06-01',
      },
    })
    const invited = await tickets('GET', `/attendees/${crowd.yes}`, { as })
    expect([invited.json.rsvp_going, invited.json.payment]).toEqual([true, undefined])
  })

  test('keeps the name of a deleted ticket', async () => {
    const { id, ticketId } = await anAttendee(app, { ticketName: 'Balcony' })
    await db.deleteFrom('tickets').where('id', '=', ticketId).execute()
    const { json } = await tickets('GET', `/attendees/${id}`, { as })
    expect([json.ticket.title, json.provider]).toEqual(['Balcony', 'tc'])
    expect(await ids({ ticket_id: ticketId })).toEqual([id])
  })
})

describe('with a scanner key', () => {
  async function aScanner(event?: number) {
    const body = { name: 'Gate', ...(event === undefined ? {} : { event }) }
    const { json } = await tickets('POST', '/scanner-keys', { as, body })
    return { authorization: `Bearer ${json.api_key}` }
  }

  test('shows who may be let in and who is inside, and no private data', async () => {
    const scanner = await aScanner()
    const got = await list({ post_id: crowd.eventId }, scanner)
    expect(got.json.attendees.map(({ id }: { id: number }) => id)).toEqual(
      idsOf('open', 'hidden', 'yes'),
    )
    expect(got.text).not.toContain('@')
    expect(got.text).not.toContain('Hidden')
    const { json } = await tickets('GET', `/attendees/${crowd.hidden}`, { as: scanner })
    expect(json).toMatchObject({ title: '', email: '', order: '', checked_in: true })
    expect(await ids({ post_id: crowd.eventId, checkedin: true }, scanner)).toEqual(idsOf('hidden'))
  })

  test('cannot search for people', async () => {
    const scanner = await aScanner()
    const post_id = crowd.eventId
    const all = await ids({ post_id }, scanner)
    for (const query of [{ name: 'hidden' }, { search: 'hidden' }, { email: 'ann@' }]) {
      expect(await ids({ post_id, ...query }, scanner)).toEqual(all)
    }
    expect(await ids({ post_id, orderby: 'title' }, scanner)).toEqual(all)
  })

  test('for one event shows that event only', async () => {
    const other = await anAttendee(app)
    const scanner = await aScanner(crowd.eventId)
    expect(await ids({ post_id: other.eventId }, scanner)).toEqual([])
    expect(await ids({}, scanner)).toEqual(idsOf('open', 'hidden', 'yes'))
    const got = await tickets('GET', `/attendees/${other.id}`, { as: scanner })
    expect([got.status, got.json.code]).toEqual([401, 'attendee-not-accessible'])
  })
})

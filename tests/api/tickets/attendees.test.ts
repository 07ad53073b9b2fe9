import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../../src/access/users/password.ts'
import { anAttendee, attendees, demandTrueCounts } from '../../support/attending.ts'
import { buy, refund } from '../../support/buying.ts'
import { eventOnSale, ticketOnSale } from '../../support/on-sale.ts'
import { startApp } from '../../support/start-app.ts'

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

/** One event with an attendee of every kind; the names say which. */
async function theCrowd() {
  const eventId = await eventOnSale(app)
  const { id: ticketId } = await ticketOnSale(app, { eventId, priceMinor: 3050, name: 'Seat' })
  const { id: rsvpId } = await ticketOnSale(app, { eventId, provider: 'rsvp', name: 'Invitation' })
  const sold = { eventId, ticketId }
  const invited = { eventId, ticketId: rsvpId, ticketName: 'Invitation' }
  const open = await anAttendee(app, {
    ...sold,
    holderName: 'Zoë Open',
    holderEmail: 'zoe@example.org',
    paidMinor: 3050,
    orderId: 700_001,
  })
  const hidden = await anAttendee(app, {
    ...sold,
    holderName: 'Ann Hidden',
    holderEmail: 'ann@example.com',
    optedOut: true,
    paidMinor: 1000,
  })
  const pending = await anAttendee(app, {
    ...sold,
    holderName: 'Per Pending',
    orderStatus: 'pending',
  })
  const yes = await anAttendee(app, {
    ...invited,
    holderName: 'Yes Coming',
    orderStatus: 'yes',
    going: true,
  })
  const no = await anAttendee(app, {
    ...invited,
    holderName: 'No Thanks',
    orderStatus: 'no',
    going: false,
  })
  const bought = await buy(app, ticketId, { way: 'cardprocessor' })
  await refund(app, bought.orderId)
  const [refunded] = bought.attendees
  await tickets('PATCH', `/attendees/${hidden.id}`, { as, body: { check_in: true } })
  for (const [day, { id }] of [open, hidden, pending, yes, no].entries()) {
    await db
      .updateTable('attendees')
      .set({ created_at: new Date(`2026-11-0${day + 1}T10:00:00Z`) })
      .where('id', '=', id)
      .execute()
  }
  const byName = { open, hidden, pending, yes, no, refunded: refunded! }
  const named = Object.fromEntries(Object.entries(byName).map(([name, { id }]) => [name, id]))
  return { eventId, ticketId, rsvpId, ...(named as Record<keyof typeof byName, number>) }
}

let crowd: Awaited<ReturnType<typeof theCrowd>>
beforeAll(async () => {
  await attendees(app, 3)
  crowd = await theCrowd()
})

afterAll(() => demandTrueCounts(app))

type Kind = 'open' | 'hidden' | 'pending' | 'yes' | 'no' | 'refunded'
const idsOf = (...kinds: Kind[]) => kinds.map(kind => crowd[kind])
const valid: Kind[] = ['open', 'hidden', 'pending', 'yes', 'no']

describe('GET /attendees', () => {
  test('shows staff every valid attendee, by id', async () => {
    const got = await list({ post_id: crowd.eventId })
    expect(got.json.attendees.map(({ id }: { id: number }) => id)).toEqual(idsOf(...valid))
    expect(got.json).toMatchObject({ total: 5, total_pages: 1 })
    expect([got.headers['x-et-total'], got.headers['x-et-total-pages']]).toEqual(['5', '1'])
    expect(got.json.next_rest_url).toBeUndefined()
  })

  test.each(['anonymous', 'subscriber', 'editor'] as const)(
    'shows %s the public ones, without addresses and prices',
    async who => {
      const got = await list({ post_id: crowd.eventId }, who)
      expect(got.json.attendees.map(({ id }: { id: number }) => id)).toEqual(idsOf('open', 'yes'))
      expect(got.json.total).toBe(2)
      expect(got.text).not.toContain('@')
      expect(Object.keys(got.json.attendees[0])).toEqual([
        'id',
        'post_id',
        'ticket_id',
        'global_id',
        'global_id_lineage',
        'author',
        'status',
        'date',
        'date_utc',
        'modified',
        'modified_utc',
        'rest_url',
        'ticket',
        'optout',
        'title',
      ])
    },
  )

  test.each<[string, () => Query, Kind[]]>([
    ['provider', () => ({ provider: 'tc' }), ['open', 'hidden', 'pending']],
    ['provider, long', () => ({ provider: 'tickets-commerce' }), ['open', 'hidden', 'pending']],
    ['provider, both', () => ({ provider: 'rsvp,tc' }), valid],
    ['provider, unknown', () => ({ provider: 'woo' }), []],
    ['search in names', () => ({ search: 'zoe' }), ['open']],
    ['search in addresses', () => ({ search: 'ann@example.com' }), ['hidden']],
    ['search of all words', () => ({ search: 'open zoe' }), ['open']],
    ['search of a phrase', () => ({ search: '"open zoe"' }), []],
    ['search without a word', () => ({ search: 'e -open -hidden -pending' }), ['yes', 'no']],
    ['search of what is special', () => ({ search: '%' }), []],
    ['ticket_id', () => ({ ticket_id: crowd.rsvpId }), ['yes', 'no']],
    ['include_ticket', () => ({ include_ticket: `${crowd.rsvpId}` }), ['yes', 'no']],
    [
      'include_ticket wins',
      () => ({ include_ticket: [crowd.rsvpId], ticket_id: crowd.ticketId }),
      ['yes', 'no'],
    ],
    ['exclude_ticket', () => ({ exclude_ticket: crowd.rsvpId }), ['open', 'hidden', 'pending']],
    ['order_id', () => ({ order_id: 700_001 }), ['open']],
    ['after', () => ({ after: '2026-11-03' }), ['pending', 'yes', 'no']],
    ['before', () => ({ before: '2026-11-02' }), ['open', 'hidden']],
    ['before a moment', () => ({ before: '2026-11-02 09:59:59' }), ['open']],
    ['after a timestamp', () => ({ after: 1_793_700_000 }), ['pending', 'yes', 'no']],
    ['include', () => ({ include: [crowd.no, crowd.open, 999_999_999] }), ['open', 'no']],
    ['exclude', () => ({ exclude: `${crowd.no},${crowd.open}` }), ['hidden', 'pending', 'yes']],
    ['price_min', () => ({ price_min: 10 }), ['open', 'hidden']],
    ['price_max', () => ({ price_max: 10 }), ['hidden', 'pending', 'yes', 'no']],
    ['prices between', () => ({ price_min: 11, price_max: 31 }), ['open']],
    ['status', () => ({ status: 'trash' }), ['refunded']],
    ['any status', () => ({ status: 'any' }), [...valid, 'refunded']],
    ['order_status', () => ({ order_status: 'pending,no' }), ['pending', 'no']],
    ['order_status public', () => ({ order_status: 'public' }), ['open', 'hidden', 'yes']],
    ['order_status private', () => ({ order_status: 'private' }), ['pending', 'no']],
    ['order_status any', () => ({ order_status: 'any' }), valid],
    ['checkedin', () => ({ checkedin: true }), ['hidden']],
    ['not checkedin', () => ({ checkedin: 0 }), ['open', 'pending', 'yes', 'no']],
    [
      'rsvp_going_status keeps who was not invited',
      () => ({ rsvp_going_status: 'yes' }),
      ['open', 'hidden', 'pending', 'yes'],
    ],
    ['information', () => ({ attendee_information_available: true }), []],
    ['no information', () => ({ attendee_information_available: false }), valid],
    ['name', () => ({ name: 'ZOE o' }), ['open']],
    ['name is not an address', () => ({ name: 'example' }), []],
    ['email', () => ({ email: '@example.COM' }), ['hidden']],
    ['email is not a name', () => ({ email: 'hidden' }), []],
    ['post_status', () => ({ post_status: 'draft' }), []],
    ['everything at once', () => ({ provider: 'tc', search: 'a', checkedin: 1 }), ['hidden']],
  ])('filters by %s', async (_, query, kinds) => {
    const got = await list({ include_post: [crowd.eventId], ...query() })
    expect(got.status).toBe(200)
    expect(got.json.attendees.map(({ id }: { id: number }) => id)).toEqual(idsOf(...kinds))
    expect(got.json.total).toBe(kinds.length)
  })

  test.each<[Query, Kind[]]>([
    [{ orderby: 'id', order: 'DESC' }, ['no', 'yes', 'pending', 'hidden', 'open']],
    [{ orderby: 'title' }, ['hidden', 'no', 'pending', 'yes', 'open']],
    [{ orderby: 'title', order: 'DESC' }, ['open', 'yes', 'pending', 'no', 'hidden']],
    [{ orderby: 'date', order: 'ASC' }, valid],
    [{ orderby: 'slug', order: 'DESC' }, ['no', 'yes', 'pending', 'hidden', 'open']],
  ])('is sorted by %j', async (query, kinds) => {
    expect(await ids({ post_id: crowd.eventId, ...query })).toEqual(idsOf(...kinds))
  })

  test('is sorted as included', async () => {
    const include = idsOf('yes', 'open', 'no')
    expect(await ids({ include, orderby: 'include' })).toEqual(include)
    expect(await ids({ include, orderby: 'include', order: 'DESC' })).toEqual(include.toReversed())
  })

  test('has pages, offsets and links', async () => {
    const post_id = crowd.eventId
    const second = await list({ post_id, per_page: 2, page: 2 })
    expect([second.json.total, second.json.total_pages]).toEqual([5, 3])
    expect(second.json.attendees).toHaveLength(2)
    expect(second.json.rest_url).toBe(
      `http://tickets.test/svc/tickets/v1/attendees/?page=2&per_page=2&post_id=${post_id}`,
    )
    const beyond = await list({ post_id, per_page: 2, page: 4 })
    expect([beyond.status, beyond.json.code]).toEqual([400, 'invalid-page-number'])
    const skipped = await list({ post_id, offset: 3 })
    expect([skipped.json.total, skipped.json.attendees.length]).toEqual([5, 2])
    const over = await list({ post_id, offset: 5 })
    expect(over.json).toMatchObject({ total: 0, total_pages: 0, attendees: [] })
    const csv = await list({ include: [3, 2], junk: 1 })
    expect(csv.json.rest_url).toContain('?per_page=100&include=3%2C2')
  })

  test.each<[string, Query]>([
    ['page', { page: 0 }],
    ['per_page', { per_page: 0 }],
    ['per_page', { per_page: 101 }],
    ['offset', { offset: 'x' }],
    ['order', { order: 'asc' }],
    ['orderby', { orderby: 'email' }],
    ['search', { search: '' }],
    ['after', { after: 'whenever' }],
    ['before', { before: '31/12/2026' }],
    ['include', { include: '12,34,foo' }],
    ['exclude', { exclude: '' }],
    ['post_id', { post_id: 999_999_999 }],
    ['include_post', { include_post: '999999999' }],
    ['exclude_post', { exclude_post: 'text' }],
    ['ticket_id', { ticket_id: 999_999_999 }],
    ['include_ticket', { include_ticket: 999_999_999 }],
    ['exclude_ticket', { exclude_ticket: 999_999_999 }],
    ['price_min', { price_min: 'free' }],
    ['checkedin', { checkedin: 'perhaps' }],
  ])('refuses a wrong %s: %j', async (name, query) => {
    const got = await list(query, 'anonymous')
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(got.json.data.params)).toEqual([name])
  })
})

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

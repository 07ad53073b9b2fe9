import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attendees, demandTrueCounts } from '../../support/attending.ts'
import { startApp } from '../../support/start-app.ts'
import { theCrowd } from './the-crowd.ts'

const app = await startApp()
const { tickets } = app
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

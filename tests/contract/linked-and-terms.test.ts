// Database: in the short run a server alone, where there is one.
/**
 * Assertions of the existing system's test suite on venues, organizers, categories, tags, the API document
 * and errors, except where contract.md differs. Describe blocks have that suite's names. Promises of
 * tests/api are not repeated here.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { picture, startPictureServer } from '../support/picture-server.ts'
import { type TestRequest, startApp, testStart } from '../support/start-app.ts'

const app = await startApp({ EVENTS_PER_PAGE: '5' }, { mayReach: ip => ip === '127.0.0.1' })
const remote = await startPictureServer({ '/one.png': { content: await picture(20, 20) } })
type As = NonNullable<TestRequest['as']>
type Query = NonNullable<TestRequest['query']>
type Body = Record<string, unknown>

const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id)
let names = 0
const unique = (word: string) => `${word} ${(names += 1)}`
const event = async (body: Body = {}, start = '2027-01-01 10:00') => {
  const sent = { title: unique('Event'), start_date: start, end_date: start, ...body }
  return (await app.events('POST', '/events', { as: 'administrator', body: sent })).json
}

beforeEach(() => app.clock.set(testStart))

const linkedKinds = [
  ['Venue', 'venue', 'venues', (id: number) => ({ venue: id })],
  ['Organizer', 'organizer', 'organizers', (id: number) => ({ organizer: [id] })],
] as const

describe.each(linkedKinds)('%s', (_, kind, plural, link) => {
  const create = (body: Body = {}, as: As = 'administrator') =>
    app.events('POST', `/${plural}`, { as, body: { [kind]: unique(kind), ...body } })
  const made = async (body: Body = {}) => {
    const got = await create(body)
    expect([got.status, got.json.code]).toEqual([201, undefined])
    return got.json
  }
  const change = (id: number, body: Body, as: As = 'administrator') =>
    app.events('PUT', `/${plural}/${id}`, { as, body })
  const list = (query: Query = {}, as: As = 'anonymous') =>
    app.events('GET', `/${plural}`, { as, query })
  const idsOf = async (query: Query, as: As = 'anonymous') => {
    const got = await list({ per_page: 50, ...query }, as)
    expect(got.status).toBe(200)
    expect(got.json.total).toBe(got.json[plural].length)
    return ids(got.json[plural]).toSorted((a, b) => a - b)
  }
  const clear = async () => {
    await app.db.deleteFrom('events').execute()
    await app.db.deleteFrom(plural).execute()
  }

  describe('Archive', () => {
    test('has pages, sizes and neighbours like the list of events', async () => {
      await clear()
      for (let count = 0; count < 7; count += 1) await made()
      const first = await list()
      expect([first.json[plural].length, first.json.total, first.json.total_pages]).toEqual([
        5, 7, 2,
      ])
      expect([first.headers['x-tec-total'], first.headers['x-tec-totalpages']]).toEqual(['7', '2'])
      expect(first.json).not.toHaveProperty('previous_rest_url')
      expect(first.json.next_rest_url).toContain('page=2')
      const second = await list({ page: 2 })
      expect(second.json.previous_rest_url).not.toMatch(/[?&]page=/)
      expect(second.json).not.toHaveProperty('next_rest_url')
      const beyond = await list({ page: 3 })
      expect([beyond.status, beyond.json.code]).toEqual([404, `${kind}-archive-page-not-found`])
      for (const wrong of ['foo', '-1', '0', 'foo bar']) {
        expect((await list({ page: wrong })).status).toBe(400)
        expect((await list({ per_page: wrong })).status).toBe(400)
      }
    })

    test('shows drafts to editors, and other statuses to those who may see them', async () => {
      await clear()
      const [open, draft] = [await made(), await made({ status: 'draft' })]
      expect(await idsOf({})).toEqual([open.id])
      expect(await idsOf({}, 'editor')).toEqual([open.id, draft.id])
      expect(await idsOf({ status: 'publish, draft' }, 'editor')).toEqual([open.id, draft.id])
      expect((await list({ status: 'foo' }, 'editor')).status).toBe(400)
      expect((await list({ status: 'publish, draft' })).status).toBe(400)
      expect(await idsOf({ status: 'publish' })).toEqual([open.id])
    })
  })

  test('ByEmpty finds records with and without events, and drafts do not count', async () => {
    await clear()
    expect((await list({ has_events: true })).json).toMatchObject({
      [plural]: [],
      total: 0,
      total_pages: 0,
    })
    const [used, drafted, pending, unused] = [
      await made(),
      await made(),
      await made(),
      await made(),
    ]
    await event(link(used.id))
    await event({ ...link(drafted.id), status: 'draft' })
    await event({ ...link(pending.id), status: 'pending' })
    expect(await idsOf({ has_events: true })).toEqual([used.id])
    expect(await idsOf({ has_events: false })).toEqual(ids([drafted, pending, unused]))
    expect(await idsOf({ has_events: 'true' }, 'editor')).toEqual([used.id])
  })

  test('ByEvent finds the records of one event, a draft’s for editors only', async () => {
    await clear()
    const [open, draft, other] = [await made(), await made(), await made()]
    const ofOpen = await event(link(open.id))
    const ofDraft = await event(link(draft.id))
    await change(draft.id, { status: 'draft' })
    const plain = await event()
    expect(await idsOf({ event: ofOpen.id })).toEqual([open.id])
    expect(await idsOf({ event: plain.id })).toEqual([])
    expect(await idsOf({ event: ofDraft.id })).toEqual([])
    expect(await idsOf({ event: ofDraft.id }, 'editor')).toEqual([draft.id])
    for (const wrong of [999_999, other.id, 'foo']) {
      expect((await list({ event: wrong })).status).toBe(400)
    }
  })

  test('ByUpcoming finds records of future events, as far as the caller sees them', async () => {
    await clear()
    const none = await list({ only_with_upcoming: true })
    expect([none.status, none.json.total]).toEqual([200, 0])
    const [ahead, over, drafted, secret] = [await made(), await made(), await made(), await made()]
    await event(link(ahead.id))
    await event(link(over.id), '2026-01-01')
    await event({ ...link(drafted.id), status: 'draft' })
    await event({ ...link(secret.id), status: 'private' })
    expect(await idsOf({ only_with_upcoming: true })).toEqual([ahead.id])
    expect(await idsOf({ only_with_upcoming: true }, 'editor')).toEqual(
      ids([ahead, drafted, secret]),
    )
    expect(await idsOf({ only_with_upcoming: false })).toEqual(ids([ahead, over, drafted, secret]))
  })

  describe('Insertion', () => {
    test('takes author and dates of publication, as text or in seconds', async () => {
      const { userId } = await app.makePerson('author')
      const record = await made({ author: userId, date: '2026-01-02 03:04:05' })
      expect(record).toMatchObject({
        author: String(userId),
        date: '2026-01-02 03:04:05',
        date_utc: '2026-01-02 03:04:05',
      })
      const form = { [kind]: unique('In seconds'), date: '1767323045' }
      const seconds = await app.events('POST', `/${plural}`, { as: 'administrator', form })
      expect([seconds.status, seconds.json.date]).toEqual([201, '2026-01-02 03:04:05'])
      expect((await made({ status: 'draft' })).status).toBe('draft')
    })

    test('refuses invalid data with 400, even without signing in', async () => {
      for (const wrong of [
        { [kind]: '' },
        { author: 999_999 },
        { author: '' },
        { date: 'foo' },
        { date_utc: 'foo' },
        { status: 'foo' },
      ]) {
        for (const as of ['administrator', 'anonymous'] as const) {
          const got = await create(wrong, as)
          expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
        }
      }
      expect((await create({}, 'anonymous')).status).toBe(401)
    })

    test('takes an image by id or address', async () => {
      const byAddress = await made({ image: `${remote.url}/one.png` })
      expect(byAddress.image.width).toBe(20)
      expect((await made({ image: String(byAddress.image.id) })).image).toEqual(byAddress.image)
    })

    test('of the same data returns the existing record: in full, in part, in other letters', async () => {
      const sent = {
        [kind]: unique('Repeated'),
        description: 'Told',
        phone: '555-1111',
        website: 'https://same.example',
      }
      const first = await made(sent)
      const { description: _, ...undescribed } = sent
      for (const again of [
        sent,
        undescribed,
        { ...sent, [kind]: sent[kind]?.toUpperCase() },
        { [kind]: sent[kind], phone: '555-1111' },
      ]) {
        expect((await made(again)).id).toBe(first.id)
      }
    })
  })

  describe('Update', () => {
    test('changes what is sent, clears what is sent empty, and keeps the rest', async () => {
      const { id } = await made({ description: 'Told', phone: '1', website: 'https://a.example' })
      const changed = (await change(id, { [kind]: 'Called otherwise', phone: '2' })).json
      expect(changed).toMatchObject({
        [kind]: 'Called otherwise',
        phone: '2',
        website: 'https://a.example',
        description: '<p>Told</p>',
      })
      const cleared = (await change(id, { phone: '', website: '' })).json
      expect(cleared).not.toHaveProperty('phone')
      expect(cleared).not.toHaveProperty('website')
      for (const wrong of [
        { [kind]: '' },
        { date: 'foo' },
        { author: 999_999 },
        { status: 'foo' },
        { image: 'foo' },
      ]) {
        expect((await change(id, wrong)).status).toBe(400)
      }
      expect((await change(id, {}, 'anonymous')).status).toBe(401)
      const pictured = (await change(id, { image: `${remote.url}/one.png` })).json
      expect((await change(id, { image: String(pictured.image.id) })).json.image).toEqual(
        pictured.image,
      )
    })

    test('may give the name of another record', async () => {
      const [one, two] = [await made(), await made()]
      const renamed = (await change(two.id, { [kind]: one[kind] })).json
      expect([renamed.id, renamed[kind]]).toEqual([two.id, one[kind]])
    })
  })

  test('Single and SingleSlug return all members, and the right code for what cannot be read', async () => {
    const record = await made({ image: `${remote.url}/one.png`, phone: '1' })
    const { json } = await app.events('GET', `/${plural}/${record.id}`)
    const expected = `id author status date date_utc modified modified_utc url ${kind} slug image phone json_ld global_id global_id_lineage`
    expect(Object.keys(json)).toEqual(expect.arrayContaining(expected.split(' ')))
    expect((await app.events('GET', `/${plural}/by-slug/${record.slug}`)).json).toEqual(json)
    for (const path of ['foo', 'foo-bar']) {
      expect((await app.events('GET', `/${plural}/${path}`)).json.code).toBe('rest_no_route')
    }
    expect((await app.events('GET', `/${plural}/999999`)).json.code).toBe('rest_invalid_param')
    expect((await app.events('GET', `/${plural}/by-slug/nothing`)).json.code).toBe(
      'rest_invalid_param',
    )
    const draft = await made({ status: 'draft' })
    const refused = await app.events('GET', `/${plural}/${draft.id}`)
    expect([refused.status, refused.json.code]).toEqual([403, `${kind}-not-accessible`])
    expect((await app.events('GET', `/${plural}/${draft.id}`, { as: 'editor' })).status).toBe(200)
  })

  test('Deletion is refused for unknown records and anonymous callers, works once, and unlinks events', async () => {
    const record = await made()
    const used = await event(link(record.id))
    const trash = (id: number, as: As = 'administrator') =>
      app.events('DELETE', `/${plural}/${id}`, { as, query: { force: true } })
    for (const as of ['administrator', 'anonymous'] as const) {
      expect((await trash(999_999, as)).status).toBe(400)
    }
    expect((await trash(record.id, 'anonymous')).status).toBe(401)
    const gone = await trash(record.id)
    expect([gone.status, gone.json.id, gone.json.status]).toEqual([200, record.id, 'trash'])
    expect((await trash(record.id)).json.code).toBe(`${kind}-is-in-trash`)
    expect((await app.events('GET', `/events/${used.id}`)).json[kind]).toEqual([])
  })
})

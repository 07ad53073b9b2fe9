// Database: in the short run a server alone, where there is one.
import { beforeEach, describe, expect, test } from 'vitest'
import { adjustTermCounts, attachTerms } from '../../../src/catalogue/terms/attach-terms.ts'
import { embeddedTerms, resolveTerms } from '../../../src/catalogue/terms/lookup.ts'
import { transaction } from '../../../src/platform/db/transaction.ts'
import { plantEvent, type Planted } from '../../support/plant-event.ts'
import { callerAs } from '../../support/caller-as.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const root = 'http://tickets.test/svc/events/v1'

beforeEach(async () => {
  await app.db.deleteFrom('events').execute()
  await app.db.deleteFrom('terms').execute()
})

type Choice = { categories?: (string | number)[]; tags?: (string | number)[] }

/** An event with these terms, as saving one would leave it. */
async function plantWithTerms(chosen: Choice, planted: Planted = {}) {
  const eventId = await plantEvent(app, planted)
  const isCounted = (planted.status ?? 'publish') === 'publish' && !planted.hidden
  const caller = callerAs('editor')
  await transaction(app.db, tx =>
    attachTerms(tx, { eventId, chosen, caller, wasCounted: false, isCounted }),
  )
  return eventId
}

const taxonomies = [
  { singular: 'category', plural: 'categories' },
  { singular: 'tag', plural: 'tags' },
] as const

describe.each(taxonomies)('$plural', ({ singular, plural }) => {
  const make = async (body: Record<string, unknown>) => {
    const got = await app.events('POST', `/${plural}`, { as: 'editor', body })
    expect(got.status).toBe(201)
    return got.json
  }
  const list = (query: Record<string, string | number | boolean | (string | number)[]> = {}) =>
    app.events('GET', `/${plural}`, { query: { hide_empty: false, ...query } })
  const namesOf = (got: { json: Record<string, { name: string }[]> }) =>
    (got.json[plural] ?? []).map(({ name }) => name)

  describe('the list', () => {
    test('without terms has totals of zero and no neighbours', async () => {
      const got = await app.events('GET', `/${plural}`)
      expect(got.json).toEqual({
        rest_url: `${root}/${plural}/?page=1&per_page=4&hide_empty=1`,
        total: 0,
        total_pages: 0,
        [plural]: [],
      })
      expect([got.headers['x-tec-total'], got.headers['x-tec-totalpages']]).toEqual(['0', '0'])
    })

    test('hides unused terms by default', async () => {
      const used = await make({ name: 'Used' })
      await make({ name: 'Unused' })
      await plantWithTerms({ [plural]: [used.id] })
      expect(namesOf(await app.events('GET', `/${plural}`))).toEqual(['Used'])
      expect(namesOf(await list())).toEqual(['Unused', 'Used'])
    })

    test('has pages that are disjoint and complete, with every filter in their links; past the end it is empty', async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await make({ name: `${name} x` })
      const pages = [1, 2, 3].map(pageNumber =>
        list({ per_page: 2, page: pageNumber, search: 'x', order: 'desc' }),
      )
      const got = await Promise.all(pages)
      expect(got.flatMap(namesOf)).toEqual(['e x', 'd x', 'c x', 'b x', 'a x'])
      const [first, second, third] = got.map(({ json }) => json)
      const filters = 'per_page=2&search=x&order=desc&hide_empty=0'
      expect(first).not.toHaveProperty('previous_rest_url')
      expect(first.next_rest_url).toBe(`${root}/${plural}/?${filters}&page=2`)
      expect(second.previous_rest_url).toBe(`${root}/${plural}/?${filters}`)
      expect(third).not.toHaveProperty('next_rest_url')
      expect(third).toMatchObject({ total: 5, total_pages: 3 })
      const beyond = await list({ per_page: 2, page: 9 })
      expect(beyond.status).toBe(200)
      expect(beyond.json).toMatchObject({ [plural]: [], total: 5 })
      expect(beyond.json.previous_rest_url).toContain('page=8')
    })

    test('has at most 50 a page, whatever is asked for', async () => {
      const rows = Array.from({ length: 51 }, (_, n) => ({
        taxonomy: singular,
        name: `${n}`,
        slug: `${n}`,
      }))
      await app.db.insertInto('terms').values(rows).execute()
      const got = await list({ per_page: 100 })
      expect(namesOf(got)).toHaveLength(50)
      expect(got.json.total_pages).toBe(2)
    })

    test('finds a search text in name and slug', async () => {
      await make({ name: 'Jazz', slug: 'swing', description: 'hidden' })
      await make({ name: '100% Blues' })
      expect(namesOf(await list({ search: 'JAZ' }))).toEqual(['Jazz'])
      expect(namesOf(await list({ search: 'swin' }))).toEqual(['Jazz'])
      expect(namesOf(await list({ search: '%' }))).toEqual(['100% Blues'])
      expect(namesOf(await list({ search: 'hidden' }))).toEqual([])
      expect(namesOf(await list({ search: '_' }))).toEqual([])
    })

    test('includes and excludes by id or slug', async () => {
      const [a, b, c] = [
        await make({ name: 'A' }),
        await make({ name: 'B' }),
        await make({ name: 'C' }),
      ]
      expect(namesOf(await list({ include: `${c.id},${a.id}` }))).toEqual(['A', 'C'])
      expect(namesOf(await list({ include: [c.id, a.id], orderby: 'include' }))).toEqual(['C', 'A'])
      expect(namesOf(await list({ include: 'b' }))).toEqual(['B'])
      expect(namesOf(await list({ exclude: String(b.id) }))).toEqual(['A', 'C'])
      expect(namesOf(await list({ exclude: ['a', b.id, c.id] }))).toEqual([])
    })

    test('is ordered by name, id, slug, description and count', async () => {
      await make({ name: 'B', slug: 'y', description: 'n' })
      const a = await make({ name: 'a', slug: 'z', description: 'm' })
      await make({ name: 'C', slug: 'x', description: 'o' })
      await plantWithTerms({ [plural]: [a.id] })
      const ordered = async (orderby: string, order = 'asc') =>
        namesOf(await list({ orderby, order })).join('')
      expect(await ordered('name')).toBe('aBC')
      expect(await ordered('name', 'DESC')).toBe('CBa')
      expect(await ordered('id')).toBe('BaC')
      expect(await ordered('slug')).toBe('CBa')
      expect(await ordered('description')).toBe('aBC')
      expect(await ordered('count', 'desc')).toBe('aCB')
      expect(await ordered('nonsense')).toBe('aBC')
      expect(await ordered('id', 'nonsense')).toBe('CaB')
    })

    test('filters by slug', async () => {
      await make({ name: 'My Jazz' })
      expect(namesOf(await list({ slug: 'my-jazz' }))).toEqual(['My Jazz'])
      expect(namesOf(await list({ slug: 'My Jazz' }))).toEqual(['My Jazz'])
      expect(namesOf(await list({ slug: 'jazz' }))).toEqual([])
    })

    test('filters by event, which wins over post and must be visible to the caller', async () => {
      const [a, b] = [await make({ name: 'A' }), await make({ name: 'B' })]
      const first = await plantWithTerms({ [plural]: [a.id] })
      const second = await plantWithTerms({ [plural]: [b.id] })
      const draft = await plantWithTerms({ [plural]: [b.id] }, { status: 'draft' })
      const locked = await plantWithTerms({ [plural]: [b.id] }, { protected: true })
      expect(namesOf(await list({ event: first }))).toEqual(['A'])
      expect(namesOf(await list({ post: second }))).toEqual(['B'])
      expect(namesOf(await list({ post: second, event: first }))).toEqual(['A'])
      expect((await list({ event: draft })).status).toBe(400)
      expect((await list({ event: locked })).status).toBe(400)
      const query = { event: draft, hide_empty: false }
      expect(namesOf(await app.events('GET', `/${plural}`, { as: 'editor', query }))).toEqual(['B'])
    })

    test.each([
      { per_page: 0 },
      { per_page: -1 },
      { per_page: 'x' },
      { page: 0 },
      { order: '' },
      { orderby: '' },
      { slug: '' },
      { include: '999999' },
      { include: 'unknown' },
      { exclude: '999999' },
      { event: '' },
      { event: 'foo' },
      { event: 999999 },
      { post: 999999 },
      { hide_empty: 'perhaps' },
    ])('refuses %j with 400', async query => {
      const got = await list(query)
      expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, Object.keys(query)])
    })
  })
})

describe('event counts of terms', () => {
  const countOf = async (name: string) => {
    const row = await app.db
      .selectFrom('terms')
      .select('published_count')
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.published_count
  }
  const caller = callerAs('editor')

  test('follow an event’s status and its changes of terms', async () => {
    const eventId = await plantWithTerms({ categories: ['A', 'B'] }, { status: 'draft' })
    const counts = async () => [await countOf('A'), await countOf('B')]
    expect(await counts()).toEqual([0, 0])
    const step = (chosen: Choice, wasCounted: boolean, isCounted: boolean) =>
      transaction(app.db, tx => attachTerms(tx, { eventId, chosen, caller, wasCounted, isCounted }))
    const adjust = (wasCounted: boolean, isCounted: boolean) =>
      transaction(app.db, tx => adjustTermCounts(tx, eventId, { wasCounted, isCounted }))
    await adjust(false, true)
    expect(await counts()).toEqual([1, 1])
    await adjust(true, true)
    expect(await counts()).toEqual([1, 1])
    await step({ categories: ['B'] }, true, true)
    expect(await counts()).toEqual([0, 1])
    await step({ categories: ['A'] }, true, false)
    expect(await counts()).toEqual([0, 0])
    await step({ categories: ['A', 'B'] }, false, true)
    expect(await counts()).toEqual([1, 1])
    await step({ tags: ['t'] }, true, true)
    expect([...(await counts()), await countOf('t')]).toEqual([1, 1, 1])
    await step({ categories: [], tags: [] }, true, true)
    expect([...(await counts()), await countOf('t')]).toEqual([0, 0, 0])
  })

  test('add up for many simultaneous events', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        plantWithTerms({ categories: n % 2 ? ['A', 'B'] : ['B', 'A'] }),
      ),
    )
    expect([await countOf('A'), await countOf('B')]).toEqual([12, 12])
  })
})

describe('terms of events', () => {
  test('are embedded by name, without url and meta, and tags have the parent 0', async () => {
    const event = await plantWithTerms({ categories: ['Zoo & Co', 'alpha'], tags: ['t'] })
    const terms = (await embeddedTerms(app.db, [event], root)).get(event)
    expect(terms?.categories.map(({ name }) => name)).toEqual(['alpha', 'Zoo &amp; Co'])
    const [tag] = terms?.tags ?? []
    expect(tag).toEqual({
      name: 't',
      slug: 't',
      term_group: 0,
      term_taxonomy_id: tag?.id,
      taxonomy: 'post_tag',
      description: '',
      parent: 0,
      count: 1,
      filter: 'raw',
      id: tag?.id,
      urls: { self: `${root}/tags/${tag?.id}`, collection: `${root}/tags` },
    })
  })

  test('are given by id, slug or name; unknown ids are skipped, and unknown words become terms', async () => {
    await plantWithTerms({ categories: ['Rock & Roll', 'Jazz'] })
    const { ids } = await resolveTerms(app.db, 'category', ['jazz'])
    const event = await plantWithTerms({
      categories: [ids[0] ?? 0, 'rock-roll', 'ROCK & ROLL', '999999', 'New one', 'new one'],
    })
    const terms = (await embeddedTerms(app.db, [event], root)).get(event)
    expect(terms?.categories.map(({ slug }) => slug)).toEqual(['jazz', 'new-one', 'rock-roll'])
  })

  test('are created only by those who may create them', async () => {
    const eventId = await plantEvent(app)
    const attach = (role: 'author' | 'contributor', chosen: Choice) =>
      transaction(app.db, tx =>
        attachTerms(tx, {
          eventId,
          chosen,
          caller: callerAs(role),
          wasCounted: false,
          isCounted: true,
        }),
      )
    await expect(attach('contributor', { categories: ['New'] })).rejects.toThrow(/not allowed/)
    await expect(attach('author', { tags: ['New'] })).rejects.toThrow(/not allowed/)
    await attach('author', { categories: ['New'] })
    await attach('contributor', { categories: ['new'] })
  })

  test('are found by slug before an id of the same digits, and unknown ones are named', async () => {
    const made = await app.events('POST', '/tags', { as: 'editor', body: { name: 'First' } })
    const body = { name: 'Numbered', slug: String(made.json.id) }
    const numbered = await app.events('POST', '/tags', { as: 'editor', body })
    expect(await resolveTerms(app.db, 'tag', [made.json.id, 'First', 'nothing', 999999])).toEqual({
      ids: [numbered.json.id, made.json.id],
      unknown: ['nothing', 999999],
    })
  })
})

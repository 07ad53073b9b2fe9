// Database: in the short run a server alone, where there is one.
import { beforeEach, describe, expect, test } from 'vitest'
import { type As, kinds, recordsOf } from '../../support/linked-kinds.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp, testStart } from '../../support/start-app.ts'

const app = await startApp({ SITE_TIMEZONE: 'America/New_York' })
const root = 'http://tickets.test/svc/events/v1'

describe.each(kinds)('the list of $plural', ({ kind, plural, link }) => {
  const { make, list, ids, clear } = recordsOf(app, { kind, plural })
  beforeEach(clear)

  test('without records has totals of zero and no neighbours', async () => {
    const got = await list()
    expect(got.status).toBe(200)
    expect(got.json).toEqual({
      [plural]: [],
      rest_url: `${root}/${plural}/?page=1&per_page=4&status=publish`,
      total: 0,
      total_pages: 0,
    })
    expect([got.headers['x-tec-total'], got.headers['x-tec-totalpages']]).toEqual(['0', '0'])
  })

  test('has the newest first, in pages that are disjoint and complete', async () => {
    const made = []
    for (let index = 0; index < 9; index += 1) {
      app.clock.advance(1)
      made.push((await make()).id)
    }
    const seen: number[] = []
    for (const page of [1, 2, 3]) {
      const got = await list({ per_page: 4, page })
      expect(got.json).toMatchObject({ total: 9, total_pages: 3 })
      expect(got.headers['x-tec-total']).toBe('9')
      expect(got.headers['x-tec-totalpages']).toBe('3')
      seen.push(...ids(got))
    }
    expect(seen).toEqual(made.toReversed())
    const past = await list({ per_page: 4, page: 4 })
    expect([past.status, past.json.code]).toEqual([404, `${kind}-archive-page-not-found`])
  })

  test('links to its neighbours with every filter', async () => {
    for (let index = 0; index < 6; index += 1) await make({ [kind]: `Hall & Co ${index}` })
    const query = { search: 'hall & co', per_page: 2, has_events: 'false', page: 2 }
    const { json } = await list(query)
    const base = `${root}/${plural}/?`
    const filters = 'per_page=2&search=hall+%26+co&has_events=0'
    expect(json.rest_url).toBe(`${base}page=2&${filters}&status=publish`)
    expect(json.next_rest_url).toBe(`${base}${filters}&status=publish&page=3`)
    expect(json.previous_rest_url).toBe(`${base}${filters}&status=publish`)
    const next = await app.call(
      'GET',
      new URL(json.next_rest_url).pathname + new URL(json.next_rest_url).search,
    )
    expect(next.json.rest_url).toBe(`${base}page=3&${filters}&status=publish`)
    expect(next.json).not.toHaveProperty('next_rest_url')
  })

  test('has at most 50 a page, whatever is asked for', async () => {
    const rows = Array.from({ length: 51 }, (_, index) => ({
      name: `${index}`,
      slug: `${index}`,
      status: 'publish',
      published_at: testStart,
    }))
    await app.db.insertInto(plural).values(rows).execute()
    const got = await list({ per_page: 100 })
    expect(ids(got)).toHaveLength(50)
    expect(got.json.total_pages).toBe(2)
    expect(got.json.rest_url).toContain('per_page=50')
  })

  test.each([
    { page: 'foo' },
    { page: -1 },
    { page: 0 },
    { per_page: 'foo' },
    { per_page: 0 },
    { per_page: '' },
    { search: '' },
    { event: 'foo' },
    { event: 999999 },
    { event: '' },
    { status: '' },
  ])('refuses %j with 400', async query => {
    const got = await list(query, 'administrator')
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(got.json.data.params)).toEqual(Object.keys(query))
  })

  test('shows published records to all, and others to those who may see them', async () => {
    await make({ status: 'publish' }, 'editor')
    await make({ status: 'draft' }, 'editor')
    await make({ status: 'private' }, 'editor')
    await make({ status: 'draft' }, 'contributor')
    const trashed = await make({}, 'editor')
    await app.events('DELETE', `/${plural}/${trashed.id}`, { as: 'editor' })
    const counts = await Promise.all(
      (['anonymous', 'subscriber', 'contributor', 'author', 'editor'] as const).map(
        async as => (await list({ per_page: 50 }, as)).json.total,
      ),
    )
    expect(counts).toEqual([1, 1, 2, 1, 4])
  })

  test('by status is for staff; others may ask for publish only', async () => {
    await make({ status: 'publish' })
    await make({ status: 'draft' })
    const asked = async (status: string | string[], as: As) => {
      const got = await list({ status }, as)
      return got.status === 200 ? got.json.total : got.status
    }
    expect(await asked('publish', 'anonymous')).toBe(1)
    expect(await asked('publish, draft', 'anonymous')).toBe(400)
    expect(await asked('draft', 'subscriber')).toBe(400)
    expect(await asked('publish, draft', 'editor')).toBe(2)
    expect(await asked(['publish', 'draft'], 'editor')).toBe(2)
    expect(await asked('draft', 'author')).toBe(0)
    for (const bad of ['foo', 'any', 'foo, publish']) {
      expect(await asked(bad, 'administrator')).toBe(400)
    }
  })

  test('finds the search words all in one field, with a right total', async () => {
    const one = await make({ [kind]: 'Café Rouge', phone: '555-1111' })
    const two = await make({ [kind]: 'Blue Room', description: '<p>A <b>red</b> café</p>' })
    const found = async (search: string) => {
      const got = await list({ search })
      expect(got.json.total).toBe(ids(got).length)
      return ids(got).toSorted((a, b) => a - b)
    }
    expect(await found('cafe')).toEqual([one.id, two.id])
    expect(await found('ROUGE café')).toEqual([one.id])
    expect(await found('rouge 1111')).toEqual([])
    expect(await found('1111')).toEqual([one.id])
    expect(await found('red cafe')).toEqual([two.id])
    expect(await found('%')).toEqual([])
    expect(await found('nothing like it')).toEqual([])
  })

  test('follows changes in its search results', async () => {
    const made = await make({ phone: '555111' })
    await app.events('PATCH', `/${plural}/${made.id}`, {
      as: 'editor',
      body: { phone: '555222' },
    })
    expect((await list({ search: '555111' })).json.total).toBe(0)
    expect((await list({ search: '555222' })).json.total).toBe(1)
  })

  test('by event has the records of one event, which the caller must be able to see', async () => {
    const [used, unused] = [await make(), await make()]
    const draft = await make({ status: 'draft' })
    const event = await plantEvent(app, link(used.id))
    const other = await plantEvent(app, link(draft.id))
    const hiddenEvent = await plantEvent(app, { ...link(unused.id), status: 'draft' })
    const locked = await plantEvent(app, { ...link(unused.id), protected: true })
    expect(ids(await list({ event }))).toEqual([used.id])
    expect(ids(await list({ event: other }))).toEqual([])
    expect(ids(await list({ event: other }, 'editor'))).toEqual([draft.id])
    for (const id of [hiddenEvent, locked]) {
      expect((await list({ event: id })).status).toBe(400)
      expect(ids(await list({ event: id }, 'editor'))).toEqual([unused.id])
    }
  })

  test('by has_events separates records with and without events that the caller can see', async () => {
    const made = []
    for (let index = 0; index < 6; index += 1) made.push((await make()).id)
    const [published, drafted, hidden, locked, secret, unused] = made as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    await plantEvent(app, { ...link(published), starts: '2020-01-01T00:00:00Z' })
    await plantEvent(app, { ...link(drafted), status: 'draft' })
    await plantEvent(app, { ...link(hidden), hidden: true })
    await plantEvent(app, { ...link(locked), protected: true })
    await plantEvent(app, { ...link(secret), status: 'private' })
    const asked = async (has_events: string, as: As) =>
      ids(await list({ has_events, per_page: 50 }, as)).toSorted((a, b) => a - b)
    expect(await asked('true', 'anonymous')).toEqual([published])
    expect(await asked('', 'anonymous')).toEqual([drafted, hidden, locked, secret, unused])
    expect(await asked('1', 'editor')).toEqual([published, hidden, locked, secret])
    expect(await asked('no', 'editor')).toEqual([drafted, unused])
  })

  test('by only_with_upcoming is complete, however many there are', async () => {
    const expected = []
    for (let index = 0; index < 12; index += 1) {
      const { id } = await make()
      await plantEvent(app, link(id))
      expected.push(id)
    }
    const past = (await make()).id
    await plantEvent(app, { ...link(past), starts: '2026-11-21T11:59:00Z' })
    const drafted = (await make()).id
    await plantEvent(app, { ...link(drafted), status: 'draft' })
    const asked = async (value: string, as: As = 'anonymous') =>
      (await list({ only_with_upcoming: value, per_page: 5 }, as)).json.total
    expect(await asked('true')).toBe(12)
    expect(await asked('false')).toBe(14)
    expect(await asked('true', 'editor')).toBe(13)
    expect(await asked('true', 'author')).toBe(12)
  })

  test('with several filters has the records that match all', async () => {
    const used = await make({ phone: '1' })
    const event = await plantEvent(app, link(used.id))
    expect(ids(await list({ event, search: used[kind], has_events: 'true' }))).toEqual([used.id])
    expect(ids(await list({ event, search: 'else' }))).toEqual([])
    expect(ids(await list({ event, has_events: 'false' }))).toEqual([])
  })
})

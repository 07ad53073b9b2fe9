// Database: in the short run a server alone, where there is one.
import { beforeEach, describe, expect, test } from 'vitest'
import { attachTerms } from '../../../src/catalogue/terms/attach-terms.ts'
import { embeddedTerms, withDescendants } from '../../../src/catalogue/terms/lookup.ts'
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
  {
    singular: 'category',
    plural: 'categories',
    taxonomy: 'tribe_events_cat',
    page: 'events/category',
  },
  { singular: 'tag', plural: 'tags', taxonomy: 'post_tag', page: 'events/tag' },
] as const

describe.each(taxonomies)('$plural', ({ singular, plural, taxonomy, page }) => {
  const make = async (body: Record<string, unknown>) => {
    const got = await app.events('POST', `/${plural}`, { as: 'editor', body })
    expect(got.status).toBe(201)
    return got.json
  }
  const ownParent = singular === 'category' ? { parent: 0 } : {}

  test('creating returns the term with its addresses and a Location', async () => {
    const got = await app.events('POST', `/${plural}`, {
      as: 'editor',
      body: { name: 'Food & Drink', description: 'Eat' },
    })
    expect(got.status).toBe(201)
    const { id } = got.json
    expect(got.json).toEqual({
      id,
      count: 0,
      description: 'Eat',
      url: `http://tickets.test/${page}/food-drink/`,
      name: 'Food &amp; Drink',
      slug: 'food-drink',
      taxonomy,
      ...ownParent,
      meta: [],
      urls: { self: `${root}/${plural}/${id}`, collection: `${root}/${plural}` },
    })
    expect(got.headers['location']).toBe(`${root}/${plural}/${id}`)
    const { _links: _, ...read } = (await app.events('GET', `/${plural}/${id}`)).json
    expect(read).toEqual(got.json)
  })

  test('a name is shown as text everywhere, and markup in a description cannot run', async () => {
    const body = {
      name: '&lt;img src=x onerror=alert(1)&gt;',
      description: '<script>alert(1)</script>ok',
    }
    const made = await make({ ...body, slug: 'odd' })
    expect(made).toMatchObject({ name: '&lt;img src=x onerror=alert(1)&gt;', description: 'ok' })
    const shown = await app.call('GET', `/${page}/odd/`)
    expect(shown.status).toBe(200)
    expect(shown.text).not.toMatch(/<img|<script/)
  })

  test('categories are written by authors and tags by editors', async () => {
    const { id } = await make({ name: 'Known' })
    const roles = ['anonymous', 'subscriber', 'contributor', 'author', 'editor'] as const
    const statuses = async (method: string, path: string, body: object) => {
      const got = []
      for (const as of roles) got.push((await app.events(method, path, { as, body })).status)
      return got
    }
    const author = singular === 'category' ? 200 : 403
    expect(await statuses('PATCH', `/${plural}/${id}`, { description: 'x' })).toEqual([
      401,
      403,
      403,
      author,
      200,
    ])
    expect((await statuses('POST', `/${plural}`, { name: 'Fresh' })).slice(0, 3)).toEqual([
      401, 403, 403,
    ])
    expect(await statuses('POST', `/${plural}`, {})).toEqual([400, 400, 400, 400, 400])
    const deleted = await statuses('DELETE', `/${plural}/${id}`, {})
    expect(deleted).toEqual([401, 403, 403, author, singular === 'category' ? 400 : 200])
  })

  test.each([
    { name: '' },
    { name: '   ' },
    { name: '&#32;' },
    { name: 'x'.repeat(201) },
    { name: 12 },
    { name: 'A', description: '' },
    { name: 'A', slug: '' },
  ])('creating with %j is 400', async body => {
    const got = await app.events('POST', `/${plural}`, { as: 'editor', body })
    expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
  })

  test('creating the same name again is term_exists, naming the term; another name with its slug is numbered', async () => {
    const first = await make({ name: 'Jazz' })
    const again = await app.events('POST', `/${plural}`, { as: 'editor', body: { name: 'JAZZ' } })
    expect([again.status, again.json.code, again.json.data.term_id]).toEqual([
      400,
      'term_exists',
      first.id,
    ])
    expect((await make({ name: 'Jazz!' })).slug).toBe('jazz-2')
    expect((await make({ name: '!!!' })).slug).toBe(singular)
    expect((await make({ name: 'Other', slug: 'Jazz' })).slug).toBe('jazz-3')
  })

  test('simultaneous creation of one name makes one term', async () => {
    const got = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.events('POST', `/${plural}`, { as: 'editor', body: { name: 'Once' } }),
      ),
    )
    expect(got.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(got.filter(({ json }) => json.code === 'term_exists')).toHaveLength(4)
  })

  test.each(['POST', 'PUT', 'PATCH'])(
    '%s changes what was sent and keeps the rest',
    async method => {
      const made = await make({ name: 'Jazz', description: 'Old' })
      const got = await app.events(method, `/${plural}/${made.id}`, {
        as: 'editor',
        body: { name: 'Blues' },
      })
      expect(got.status).toBe(200)
      expect(got.json).toEqual({ ...made, name: 'Blues' })
      const slug = await app.events(method, `/${plural}/${made.id}`, {
        as: 'editor',
        form: { slug: 'My Blues' },
      })
      expect(slug.json).toMatchObject({ slug: 'my-blues', name: 'Blues' })
    },
  )

  test('a slug of another term is 400 duplicate_term_slug, and its own slug is accepted', async () => {
    const made = await make({ name: 'One' })
    await make({ name: 'Two' })
    const change = async (slug: string) =>
      (await app.events('PATCH', `/${plural}/${made.id}`, { as: 'editor', body: { slug } })).json
    expect((await change('two')).code).toBe('duplicate_term_slug')
    expect((await change('one')).slug).toBe('one')
  })

  test('deleting is final, returns the deleted term, and removes it from its events', async () => {
    const made = await make({ name: 'Gone' })
    const event = await plantWithTerms({ [plural]: [made.id] })
    const got = await app.events('DELETE', `/${plural}/${made.id}`, { as: 'editor' })
    expect(got.status).toBe(200)
    expect(got.json).toEqual({ ...made, count: 1 })
    const again = await app.events('DELETE', `/${plural}/${made.id}`, { as: 'editor' })
    expect([again.status, again.json.code]).toEqual([400, 'rest_invalid_param'])
    expect((await embeddedTerms(app.db, [event], root)).get(event)).toEqual({
      categories: [],
      tags: [],
    })
  })

  test('an unknown id, or one of the other taxonomy, is 400 for every method and everybody', async () => {
    const other = singular === 'category' ? 'tags' : 'categories'
    const foreign = await app.events('POST', `/${other}`, { as: 'editor', body: { name: 'X' } })
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const id of [0, 999999, foreign.json.id]) {
        const got = await app.events(method, `/${plural}/${id}`, { as: 'anonymous', body: {} })
        expect([method, got.status, got.json.code]).toEqual([method, 400, 'rest_invalid_param'])
      }
    }
    expect((await app.events('GET', `/${plural}/foo`)).status).toBe(404)
  })
})

describe('the tree of categories', () => {
  const make = async (name: string, parent?: number) => {
    const got = await app.events('POST', '/categories', { as: 'author', body: { name, parent } })
    expect(got.status).toBe(201)
    return got.json
  }
  const move = (id: number, parent: number) =>
    app.events('PATCH', `/categories/${id}`, { as: 'author', body: { parent } })

  test('names a category’s parent and the parent’s address', async () => {
    const music = await make('Music')
    const jazz = await make('Jazz', music.id)
    expect(jazz.parent).toBe(music.id)
    expect(jazz.urls.up).toBe(`${root}/categories/${music.id}`)
    const { json } = await app.events('GET', '/categories', {
      query: { parent: music.id, hide_empty: false },
    })
    expect(json.categories.map((term: { id: number }) => term.id)).toEqual([jazz.id])
  })

  test('allows the same name under another parent, with a slug of its own', async () => {
    const tech = await make('Tech')
    await make('Music')
    expect((await make('Music', tech.id)).slug).toBe('music-tech')
  })

  test.each(['', 'foo', 999999, 0, -1])('refuses the parent %j with 400', async parent => {
    const body = { name: 'X', parent }
    const got = await app.events('POST', '/categories', { as: 'editor', body })
    expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, ['parent']])
    const listed = await app.events('GET', '/categories', { query: { parent } })
    expect(listed.status).toBe(400)
  })

  test('refuses loops', async () => {
    const a = await make('A')
    const b = await make('B', a.id)
    const c = await make('C', b.id)
    for (const parent of [a.id, b.id, c.id]) {
      const got = await move(a.id, parent)
      expect([got.status, Object.keys(got.json.data.params)]).toEqual([400, ['parent']])
    }
    expect((await move(c.id, a.id)).json.parent).toBe(a.id)
    expect((await move(c.id, 0)).json.parent).toBe(0)
  })

  test('refuses one of two simultaneous moves that would close a loop', async () => {
    const [a, b] = [await make('A'), await make('B')]
    const statuses = (await Promise.all([move(a.id, b.id), move(b.id, a.id)])).map(
      got => got.status,
    )
    expect(new Set(statuses)).toEqual(new Set([200, 400]))
  })

  test('moves the children of a deleted category up, even where names are equal', async () => {
    const music = await make('Music')
    const jazz = await make('Jazz', music.id)
    const bop = await make('Bop', jazz.id)
    const other = await make('Bop', music.id)
    await app.events('DELETE', `/categories/${jazz.id}`, { as: 'author' })
    const read = async (id: number) => (await app.events('GET', `/categories/${id}`)).json.parent
    expect([await read(bop.id), await read(other.id)]).toEqual([music.id, music.id])
    await app.events('DELETE', `/categories/${music.id}`, { as: 'author' })
    expect(await read(bop.id)).toBe(0)
  })

  test('keeps an empty parent of a used category in the list', async () => {
    const music = await make('Music')
    const jazz = await make('Jazz', music.id)
    await make('Empty')
    await plantWithTerms({ categories: [jazz.id] })
    const { json } = await app.events('GET', '/categories')
    expect(json.categories.map((term: { name: string }) => term.name)).toEqual(['Jazz', 'Music'])
  })

  test('finds everything below a category', async () => {
    const a = await make('A')
    const b = await make('B', a.id)
    const c = await make('C', b.id)
    const d = await make('D')
    expect(new Set(await withDescendants(app.db, [a.id]))).toEqual(new Set([a.id, b.id, c.id]))
    expect(await withDescendants(app.db, [d.id])).toEqual([d.id])
    expect(await withDescendants(app.db, [])).toEqual([])
  })
})

// Database: in the short run a server alone, where there is one.
import { beforeAll, describe, expect, test } from 'vitest'
import { picture } from '../support/picture-server.ts'
import { startApp } from '../support/start-app.ts'

/** Every text of a secret record contains this word; no response to a caller without the right may. */
const word = 'xyzzy'
const dates = { start_date: '2027-01-01 19:00', end_date: '2027-01-01 21:00' }
const app = await startApp()

async function save(path: string, body: object, method = 'POST') {
  const got = await app.events(method, path, { as: 'administrator', body })
  expect([got.status, got.json.code]).toEqual([method === 'POST' ? 201 : 200, undefined])
  return got.json
}

async function uploaded() {
  const headers = { 'content-type': 'image/png' }
  const body = await picture(20, 20)
  return (await app.events('POST', '/images', { as: 'administrator', body, headers })).json
}

/** Callers without any right, and callers with rights over their own records only. */
const strangers = ['anonymous', 'contributor'] as const
const wide = 'per_page=50&start_date=2000-01-01&end_date=2100-01-01'
const get = (path: string, as: (typeof strangers)[number]) => app.events('GET', path, { as })

const states = {
  'a draft': { status: 'draft' },
  'a pending event': { status: 'pending' },
  'a private event': { status: 'private' },
  'a scheduled event': { status: 'future', date: '2027-01-01 10:00' },
  'a trashed event': { status: 'trash' },
  'a protected event': { event_password: 'sesame' },
}

describe.each(Object.entries(states))('%s', (name, state) => {
  let event: any
  let image: any
  const secret = (what: string) => `${word} ${what}`
  beforeAll(async () => {
    image = await uploaded()
    const title = name === 'a protected event' ? 'Known title' : secret('title')
    event = await save('/events', {
      ...dates,
      ...state,
      title,
      slug: `slug-${name.replaceAll(' ', '-')}`,
      description: secret('description'),
      excerpt: secret('excerpt'),
      website: `https://${word}.example`,
      cost: `${word} 77`,
      image: String(image.id),
      venue: { venue: `Hall of ${name}` },
      organizer: [{ organizer: `People of ${name}` }],
      categories: [`Category of ${name}`],
      tags: [`Tag of ${name}`],
    })
  })

  test('tells strangers nothing, in whatever way it is asked for', async () => {
    const { id, slug, venue, organizer, categories, tags } = event
    const linked = { venue: venue.id, organizer: organizer[0].id }
    const reads = [`/events/${id}`, `/events/by-slug/${slug}`]
    const named = [
      `/events?${wide}&include=${id}`,
      `/events?include=${id}&_fields=events,total`,
      `/events?include=${id}&context=edit&password=wrong`,
    ]
    const found = [
      `/events?${wide}&search=-other&include=${id}`,
      `/events?${wide}&search=${word}`,
      `/events?${wide}&venue=${linked.venue}`,
      `/events?${wide}&organizer=${linked.organizer}`,
      `/events?${wide}&categories=${categories[0].id}`,
      `/events?${wide}&tags=${tags[0].id}`,
      `/events?${wide}&post_parent=${id}`,
      `/venues?event=${id}`,
      `/organizers?event=${id}`,
      `/categories?event=${id}&hide_empty=0`,
      `/tags?post=${id}&hide_empty=0`,
    ]
    const ways = ['', '_fields=description,json_ld,excerpt', '_envelope=1', 'context=edit']
    const told: string[] = []
    for (const as of strangers) {
      for (const path of reads.flatMap(read => ways.map(way => `${read}?${way}`))) {
        const { text, status } = await get(path, as)
        const isShut = status === 403 || text.includes('"status":403')
        if (!isShut || text.includes(word) || text.includes(image.url)) told.push(`${as} ${path}`)
      }
      for (const path of [...named, ...found]) {
        const { text, json } = await get(path, as)
        const answered = text.replaceAll(`search=${word}`, '')
        const secrets = [word, image.url, `Hall of ${name}`, `People of ${name}`, ` of ${name}"`]
        if (secrets.some(said => answered.includes(said))) told.push(`${as} ${path}`)
        const isListed = name === 'a protected event' && named.includes(path)
        if (json.total > 0 && !isListed) told.push(`${as} ${path}: a total`)
      }
    }
    expect(told).toEqual([])
  })

  test('does not show through its venue, organizer and terms', async () => {
    const told: string[] = []
    const ids = {
      venues: event.venue.id,
      organizers: event.organizer[0].id,
      categories: event.categories[0].id,
      tags: event.tags[0].id,
    }
    for (const as of strangers) {
      for (const kind of ['venues', 'organizers'] as const) {
        for (const filter of ['has_events=1', 'only_with_upcoming=1']) {
          const { json } = await get(`/${kind}?per_page=50&${filter}`, as)
          if (json[kind].some(({ id }: { id: number }) => id === ids[kind])) {
            told.push(`${as} ${kind} ${filter}`)
          }
        }
        const { json } = await get(`/${kind}?per_page=50&has_events=0`, as)
        if (!json[kind].some(({ id }: { id: number }) => id === ids[kind]))
          told.push(`${as} ${kind}`)
      }
      for (const kind of ['categories', 'tags'] as const) {
        const { json } = await get(`/${kind}/${ids[kind]}`, as)
        if (json.count !== 0) told.push(`${as} ${kind}: ${json.count}`)
        const listed = await get(`/${kind}?per_page=50`, as)
        if (listed.text.includes(` of ${name}`)) told.push(`${as} ${kind} in use`)
      }
    }
    expect(told).toEqual([])
  })

  test('has a page that reveals nothing', async () => {
    for (const path of [`/event/${event.slug}/`, `/?p=${event.id}`, `/event/${event.id}/`]) {
      const { text } = await app.call('GET', path)
      expect(text).not.toContain(word)
      expect(text).not.toContain(image.url)
      expect(text).not.toContain('Hall of')
    }
  })
})

describe('pages of a list with hidden events among the visible ones', () => {
  test('are counted, linked and cut as if the hidden events did not exist', async () => {
    const category = await save('/categories', { name: 'Mixed' })
    const make = (body: object) =>
      save('/events', { ...dates, title: 'Mixed', categories: [category.id], ...body })
    const open: number[] = []
    for (const state of Object.values(states)) {
      await make(state)
      open.push((await make({})).id)
    }
    await make({ hide_from_listings: true })
    const query = { categories: category.id, per_page: 2 }
    for (const as of strangers) {
      const seen: number[] = []
      let got = await app.events('GET', '/events', { as, query })
      for (;;) {
        expect([got.json.total, got.json.total_pages]).toEqual([6, 3])
        expect(got.headers).toMatchObject({ 'x-tec-total': '6', 'x-tec-totalpages': '3' })
        seen.push(...got.json.events.map(({ id }: { id: number }) => id))
        const { next_rest_url: next } = got.json
        if (next === undefined) break
        got = await app.call('GET', next.replace('http://tickets.test', ''), { as })
      }
      expect(seen).toEqual(open)
      const { json } = await app.events('GET', `/categories/${category.id}`, { as })
      expect(json.count).toBe(6)
    }
  })
})

describe.each(['venue', 'organizer'] as const)('an unpublished %s', kind => {
  const plural = `${kind}s` as const
  const linkedIn = (json: any) => [json[kind]].flat()

  test.each(['draft', 'pending', 'private', 'future'])(
    'that is %s is in no event for strangers',
    async status => {
      const own = `${word}${status}`
      const date = status === 'future' ? { date: '2028-01-01' } : {}
      const image = await uploaded()
      const record = await save(`/${plural}`, {
        [kind]: `${own} ${kind}`,
        description: own,
        phone: `${own} 1`,
        image: String(image.id),
        status,
        // The event's author would be shown together with the event.
        author: (await app.person('editor')).userId,
        ...date,
      })
      const event = await save('/events', { ...dates, title: 'Open', [kind]: record.id })
      expect(linkedIn(event)).toMatchObject([{ id: record.id }])
      for (const as of strangers) {
        for (const path of [
          `/events/${event.id}`,
          `/events/by-slug/${event.slug}`,
          `/events?include=${event.id}`,
          `/events/${event.id}?_envelope=1`,
          `/${plural}?event=${event.id}`,
          `/${plural}?per_page=50&search=${own}&_fields=${plural}`,
          `/${plural}/${record.id}`,
          `/${plural}/by-slug/${record.slug}`,
          `/events?${kind}=${record.id}`,
        ]) {
          const got = await get(path, as)
          const told = got.text.replaceAll(`search=${own}`, '').includes(own)
          expect([path, as, told, got.text.includes(image.url)]).toEqual([path, as, false, false])
        }
        expect(linkedIn((await get(`/events/${event.id}`, as)).json)).toEqual([])
        expect((await get(`/events?${kind}=${record.id}`, as)).json.code).toBe('rest_invalid_param')
      }
      const page = await app.call('GET', `/event/${event.slug}/`)
      expect(page.text).not.toContain(own)
      const read = await app.events('GET', `/events/${event.id}`, { as: 'editor' })
      expect(linkedIn(read.json)).toMatchObject([{ id: record.id }])
      await save(`/${plural}/${record.id}`, { status: 'publish', date: '2026-01-01' }, 'PATCH')
      expect(linkedIn((await get(`/events/${event.id}`, 'anonymous')).json)).toMatchObject([
        { id: record.id },
      ])
    },
  )

  test('that was drafted with an event is published with it', async () => {
    const body = { ...dates, title: 'By a contributor', [kind]: { [kind]: `Drafted ${kind}` } }
    const drafted = (await app.events('POST', '/events', { as: 'contributor', body })).json
    const { id } = linkedIn(drafted)[0]
    expect((await get(`/${plural}/${id}`, 'anonymous')).status).toBe(403)
    await save(`/events/${drafted.id}`, { status: 'publish' }, 'PATCH')
    expect((await get(`/${plural}/${id}`, 'anonymous')).json.status).toBe('publish')
    expect(linkedIn((await get(`/events/${drafted.id}`, 'anonymous')).json)).toMatchObject([{ id }])
  })

  test('stays unpublished when it is another author’s, or was unpublished on purpose', async () => {
    const own = await save(`/${plural}`, { [kind]: `Kept ${kind}` })
    const open = await save('/events', { ...dates, title: 'Open', [kind]: own.id })
    await save(`/${plural}/${own.id}`, { status: 'draft' }, 'PATCH')
    await save(`/events/${open.id}`, { title: 'Still open' }, 'PATCH')
    const author = (await app.person('author')).userId
    const others = { ...dates, title: 'Theirs', [kind]: own.id, status: 'draft', author }
    const { id } = await save('/events', others)
    await save(`/events/${id}`, { status: 'publish' }, 'PATCH')
    expect((await get(`/${plural}/${own.id}`, 'anonymous')).status).toBe(403)
  })
})

test('an unreadable parent is no filter for its children', async () => {
  const parent = await save('/events', { ...dates, title: 'Parent', status: 'draft' })
  const got = await get(`/events?post_parent=${parent.id}`, 'anonymous')
  expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
  const seen = await app.events('GET', `/events?post_parent=${parent.id}`, { as: 'editor' })
  expect(seen.status).toBe(200)
})

// The addresses of records that got another one.
import { describe, expect, test } from 'vitest'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const as = 'administrator' as const
const times = { start_date: '2027-03-05 19:00', end_date: '2027-03-05 22:00' }

/** How each kind of record is made and renamed, and where its page is. */
const kinds = {
  event: { routes: '/events', page: '/event', draft: { title: 'Thing', ...times } },
  venue: { routes: '/venues', page: '/venue', draft: { venue: 'Thing' } },
  organizer: { routes: '/organizers', page: '/organizer', draft: { organizer: 'Thing' } },
  category: { routes: '/categories', page: '/events/category', draft: { name: 'Thing' } },
  tag: { routes: '/tags', page: '/events/tag', draft: { name: 'Thing' } },
} as const
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]

async function make(kind: Kind, slug: string, more: object = {}): Promise<number> {
  const { routes, draft } = kinds[kind]
  const body = { ...draft, slug, ...('name' in draft ? { name: slug } : {}), ...more }
  const { status, json } = await app.events('POST', routes, { as, body })
  expect([status, json.code, json.slug]).toEqual([201, undefined, slug])
  return json.id
}
async function change(kind: Kind, id: number, body: object) {
  const { status, json } = await app.events('POST', `${kinds[kind].routes}/${id}`, { as, body })
  expect([status, json.code]).toEqual([200, undefined])
}
const get = async (path: string) => {
  const { status, headers } = await app.call('GET', path)
  return [status, headers['location']?.toString().replace('http://tickets.test', '')]
}

describe.each(names)('the old address of a renamed %s', kind => {
  const { page } = kinds[kind]

  test('leads to the present one, in one step, however often it was renamed', async () => {
    const id = await make(kind, `${kind}-one`)
    await change(kind, id, { slug: `${kind}-two` })
    await change(kind, id, { slug: `${kind}-three` })
    for (const old of ['one', 'two']) {
      expect(await get(`${page}/${kind}-${old}/`)).toEqual([301, `${page}/${kind}-three/`])
      expect(await get(`${page}/${kind}-${old}/?lang=de`)).toEqual([
        301,
        `${page}/${kind}-three/?lang=de`,
      ])
      for (const form of ['ics', 'rss', 'atom']) {
        expect(await get(`${page}/${kind}-${old}.${form}?a=1`)).toEqual([
          301,
          `${page}/${kind}-three.${form}?a=1`,
        ])
      }
    }
    expect(await get(`${page}/${kind}-three/`)).toEqual([200, undefined])
    await change(kind, id, { slug: `${kind}-one` })
    expect(await get(`${page}/${kind}-one/`)).toEqual([200, undefined])
    expect(await get(`${page}/${kind}-three/`)).toEqual([301, `${page}/${kind}-one/`])
  })

  test('belongs to a new record with that name', async () => {
    const id = await make(kind, `${kind}-name`)
    await change(kind, id, { slug: `${kind}-other` })
    const next = await make(
      kind,
      `${kind}-name`,
      'name' in kinds[kind].draft ? { name: 'Next' } : {},
    )
    expect(next).not.toBe(id)
    expect(await get(`${page}/${kind}-name/`)).toEqual([200, undefined])
    await change(kind, next, { slug: `${kind}-later` })
    expect(await get(`${page}/${kind}-name/`)).toEqual([301, `${page}/${kind}-later/`])
  })

  test('leads on again when the record that took its name is deleted', async () => {
    const id = await make(kind, `${kind}-taken`)
    await change(kind, id, { slug: `${kind}-first` })
    const other = 'name' in kinds[kind].draft ? { name: 'Other' } : {}
    const next = await make(kind, `${kind}-taken`, other)
    await app.events('DELETE', `${kinds[kind].routes}/${next}`, { as })
    expect(await get(`${page}/${kind}-taken/`)).toEqual([301, `${page}/${kind}-first/`])
    expect(await get(`${page}/${kind}-taken.ics`)).toEqual([301, `${page}/${kind}-first.ics`])
  })

  test('is kept for the last fifty names', async () => {
    const id = await make(kind, `${kind}-n0`)
    for (let n = 1; n <= 52; n += 1) await change(kind, id, { slug: `${kind}-n${n}` })
    expect(await get(`${page}/${kind}-n1/`)).toEqual([404, undefined])
    expect(await get(`${page}/${kind}-n2/`)).toEqual([301, `${page}/${kind}-n52/`])
    const rows = await app.db
      .selectFrom('old_addresses')
      .select('path')
      .where('kind', '=', kind)
      .where('record_id', '=', id)
      .execute()
    expect(rows).toHaveLength(50)
  })

  test('is 404 after the record was deleted', async () => {
    const id = await make(kind, `${kind}-gone`)
    await change(kind, id, { slug: `${kind}-went` })
    await app.events('DELETE', `${kinds[kind].routes}/${id}`, { as })
    for (const old of ['gone', 'went']) {
      expect(await get(`${page}/${kind}-${old}/`)).toEqual([404, undefined])
      expect(await get(`${page}/${kind}-${old}.ics`)).toEqual([404, undefined])
    }
  })
})

describe('an old address betrays', () => {
  test.each([
    ['a draft', { status: 'draft' }],
    ['a private event', { status: 'private' }],
    ['an event hidden from listings', { hide_from_listings: true }],
  ])('nothing of %s', async (what, body) => {
    const slug = what.replaceAll(' ', '-')
    const id = await make('event', `${slug}-old`)
    await change('event', id, { slug: `${slug}-new`, ...body })
    expect(await get(`/event/${slug}-old/`)).toEqual([404, undefined])
    expect(await get(`/event/${slug}-old.ics`)).toEqual([404, undefined])
  })

  test('of a protected event no more than lists tell', async () => {
    const id = await make('event', 'members-old')
    await change('event', id, {
      slug: 'members-new',
      event_password: 'sesame',
      description: 'Two sets',
    })
    expect(await get('/event/members-old/')).toEqual([301, '/event/members-new/'])
    expect((await app.call('GET', '/event/members-new/')).text).not.toContain('Two sets')
  })

  test('no name under which nothing was published', async () => {
    const id = await make('event', 'working-title', { status: 'draft' })
    await change('event', id, { slug: 'real-title', status: 'publish' })
    expect(await get('/event/working-title/')).toEqual([404, undefined])
  })
})

test('an event that comes back from the trash under another name is found by its former one', async () => {
  const id = await make('event', 'spring')
  await app.events('DELETE', `/events/${id}`, { as })
  await make('event', 'spring')
  await change('event', id, { status: 'publish', slug: 'spring-again' })
  expect(await get('/event/spring/')).toEqual([200, undefined])
  expect(await get('/event/spring__trashed/')).toEqual([404, undefined])
})

test('a dated address of the existing system leads to a renamed category in one step', async () => {
  const id = await make('category', 'shows')
  await change('category', id, { slug: 'stage' })
  expect(await get('/events/category/shows/2026-12/')).toEqual([
    301,
    '/events/category/stage/?date=2026-12-01',
  ])
  expect(await get('/events/category/music/shows/list/page/2/')).toEqual([
    301,
    '/events/category/stage/?page=2',
  ])
})

test('the routes of the interface answer an old slug as an unknown one', async () => {
  const id = await make('event', 'by-slug-old')
  await change('event', id, { slug: 'by-slug-new' })
  const { status, json } = await app.events('GET', '/events/by-slug/by-slug-old')
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
})

test('the password of a protected event that was renamed opens it from its old address', async () => {
  const password = { event_password: 'velvet' }
  const id = await make('event', 'secret-night', password)
  await change('event', id, { slug: 'secret-evening' })
  const send = (path: string) =>
    app.call('POST', path, {
      form: { password: 'velvet' },
      headers: { origin: 'http://tickets.test' },
    })
  const old = await send('/event/secret-night/')
  const there = String(old.headers['location']).replace('http://tickets.test', '')
  expect([old.status, there]).toEqual([308, '/event/secret-evening/'])
  const opened = await send(there)
  expect([opened.status, opened.headers['set-cookie'] !== undefined]).toEqual([303, true])
  expect((await send('/event/never-was/')).status).toBe(404)
})

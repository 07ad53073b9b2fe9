// Database: in the short run a server alone, where there is one.
import { beforeEach, describe, expect, test } from 'vitest'
import { type As, kinds, recordsOf } from '../../support/linked-kinds.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ SITE_TIMEZONE: 'America/New_York' })

describe.each(kinds)('records of $plural', ({ kind, plural }) => {
  const { make, read, uniqueName, clear } = recordsOf(app, { kind, plural })
  beforeEach(clear)

  describe('creating', () => {
    test('is for contributors and above; bad input is refused before rights are checked', async () => {
      const body = { [kind]: uniqueName() }
      const statuses = async (sent: object) =>
        Promise.all(
          (['anonymous', 'subscriber', 'contributor', 'author'] as const).map(
            async as => (await app.events('POST', `/${plural}`, { as, body: sent })).status,
          ),
        )
      expect(await statuses(body)).toEqual([401, 403, 201, 201])
      expect(await statuses({})).toEqual([400, 400, 400, 400])
      expect(await statuses({ [kind]: '' })).toEqual([400, 400, 400, 400])
    })

    test('returns the record without json_ld and without empty members', async () => {
      const { userId } = await app.person('administrator')
      const made = await make({ [kind]: 'Hall & "Garden"', description: 'One\n\nTwo' })
      expect(made).toMatchObject({
        author: String(userId),
        status: 'publish',
        date: '2026-11-21 07:00:00',
        date_utc: '2026-11-21 12:00:00',
        modified: '2026-11-21 07:00:00',
        modified_utc: '2026-11-21 12:00:00',
        [kind]: 'Hall &#038; &#8220;Garden&#8221;',
        description: '<p>One</p>\n<p>Two</p>',
        slug: 'hall-garden',
        url: `http://tickets.test/${kind}/hall-garden/`,
        global_id: `tickets.test?id=${made.id}`,
        global_id_lineage: [`tickets.test?id=${made.id}`],
      })
      for (const absent of ['json_ld', 'phone', 'website', 'image', 'excerpt', 'email', 'city']) {
        expect(made).not.toHaveProperty(absent)
      }
    })

    test.each([
      { author: 99999 },
      { author: '' },
      { date: 'foo' },
      { date_utc: 'foo' },
      { status: 'foo' },
      { status: 'any' },
      { website: 'foo' },
      { website: 'javascript:alert(1)' },
      { phone: 5551 },
      { description: 12 },
      { image: 'foo bar' },
      { image: '999999' },
      { image: 12 },
      { slug: '' },
      { [kind]: 'x'.repeat(501) },
    ])('%j is 400, naming the parameter', async wrong => {
      const body = { [kind]: uniqueName(), ...wrong }
      const got = await app.events('POST', `/${plural}`, { as: 'administrator', body })
      expect([got.status, got.json.code]).toEqual([400, 'rest_invalid_param'])
      expect(Object.keys(got.json.data.params)).toEqual(Object.keys(wrong))
    })

    test('refuses a name that is only blanks', async () => {
      const got = await app.events('POST', `/${plural}`, { as: 'editor', body: { [kind]: '  ' } })
      expect([got.status, got.json.code]).toEqual([400, `could-not-create-${kind}`])
    })

    test('gives the record the status of the role', async () => {
      const statusOf = async (as: As, status?: string) =>
        (await make(status === undefined ? {} : { status }, as)).status
      expect(await statusOf('contributor')).toBe('draft')
      expect(await statusOf('contributor', 'publish')).toBe('pending')
      expect(await statusOf('contributor', 'future')).toBe('pending')
      expect(await statusOf('contributor', 'private')).toBe('pending')
      const own = await make({}, 'contributor')
      const wanted = { as: 'contributor' as const, body: { status: 'private' } }
      const changed = await app.events('PATCH', `/${plural}/${own.id}`, wanted)
      expect([changed.status, changed.json.status]).toEqual([200, 'pending'])
      expect(await statusOf('author')).toBe('publish')
      expect(await statusOf('author', 'draft')).toBe('draft')
    })

    test('reads date in the zone of the site and date_utc in UTC; a later date schedules', async () => {
      const local = await make({ date: '2026-11-01 10:00:00' })
      expect(local).toMatchObject({ date: '2026-11-01 10:00:00', date_utc: '2026-11-01 15:00:00' })
      const utc = await make({ date_utc: '2026-11-01 15:00:00' })
      expect(utc).toMatchObject({ date: '2026-11-01 10:00:00', date_utc: '2026-11-01 15:00:00' })
      const stamp = await app.events('POST', `/${plural}`, {
        as: 'administrator',
        form: { [kind]: uniqueName(), date: String(Date.parse('2026-11-01T15:00:00Z') / 1000) },
      })
      expect(stamp.json.date).toBe('2026-11-01 10:00:00')
      expect((await make({ date: '2030-01-01' })).status).toBe('future')
    })

    test('makes a draft without a moment of publication', async () => {
      const draft = await make({ status: 'draft' })
      expect(draft).toMatchObject({
        date: '2026-11-21 07:00:00',
        date_utc: '0000-00-00 00:00:00',
        slug: expect.any(String),
        url: `http://tickets.test/${kind}/${draft.id}/`,
      })
    })

    test('accepts another author only from those who may edit others’ records', async () => {
      const { userId } = await app.person('administrator')
      const own = await app.person('author')
      const body = (author: number) => ({ [kind]: uniqueName(), author })
      const by = async (as: As, author: number) =>
        (await app.events('POST', `/${plural}`, { as, body: body(author) })).status
      expect(await by('author', userId)).toBe(403)
      expect(await by('author', own.userId)).toBe(201)
      expect(await by('editor', userId)).toBe(201)
    })

    test('gives every record a different slug', async () => {
      const slugs = []
      for (const phone of ['1', '2', '3']) {
        slugs.push((await make({ [kind]: 'Same name', phone })).slug)
      }
      expect(slugs).toEqual(['same-name', 'same-name-2', 'same-name-3'])
      expect((await make({ slug: 'Same Name' })).slug).toBe('same-name-4')
      expect((await make({ [kind]: '東京' })).slug).toBe('東京')
    })

    test('gives simultaneous records different slugs', async () => {
      const got = await Promise.all(
        Array.from({ length: 8 }, (_, index) => make({ [kind]: 'At once', phone: `${index}` })),
      )
      expect(new Set(got.map(({ slug }) => slug)).size).toBe(8)
    })

    test('accepts the longest name in any script', async () => {
      const name = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x20000 + index))
      const made = await make({ [kind]: name.join('') })
      expect(made[kind]).toBe(name.join(''))
      expect((await make({ [kind]: name.join('') })).id).toBe(made.id)
    })

    test('removes markup that could run', async () => {
      const made = await make({
        description: '<script>alert(1)</script><b onclick="x()">ok</b>',
        phone: '<img src=x onerror=alert(1)>5551',
      })
      expect(made.description).toBe('<p><b>ok</b></p>')
      expect(made.phone).toBe('5551')
    })
  })

  describe('creating a duplicate', () => {
    test('returns the first record unchanged, with 201', async () => {
      const first = await make({ [kind]: 'The Place', phone: '1', description: 'x' })
      app.clock.advance(60)
      for (const body of [
        { [kind]: 'The Place', phone: '1', description: 'x' },
        { [kind]: 'THE PLACE' },
        { [kind]: 'the place', phone: '1' },
        { [kind]: 'The Place', description: 'x', status: 'publish' },
      ]) {
        expect(await make(body)).toEqual(first)
      }
    })

    test('makes a new record when any sent member differs', async () => {
      const first = await make({ [kind]: 'The Place', phone: '1' })
      for (const body of [
        { phone: '2' },
        { phone: '' },
        { description: 'y' },
        { status: 'draft' },
        { slug: 'mine' },
      ]) {
        const other = await make({ [kind]: 'The Place', ...body })
        expect([body, other.id === first.id]).toEqual([body, false])
      }
    })

    test('makes a new record when the first is in the trash or not visible to the caller', async () => {
      const trashed = await make({ [kind]: 'Gone' })
      await app.events('DELETE', `/${plural}/${trashed.id}`, { as: 'administrator' })
      expect((await make({ [kind]: 'Gone' })).id).not.toBe(trashed.id)
      const secret = await make({ [kind]: 'Secret', status: 'private' })
      expect((await make({ [kind]: 'Secret' }, 'contributor')).id).not.toBe(secret.id)
    })

    test('at the same time makes one record', async () => {
      const got = await Promise.all(Array.from({ length: 6 }, () => make({ [kind]: 'Once' })))
      expect(new Set(got.map(({ id }) => id)).size).toBe(1)
    })
  })

  describe('reading', () => {
    test('by id and by slug returns the same record, with json_ld', async () => {
      const made = await make({ description: '<p>Nice</p>', website: 'https://x.test/' })
      const byId = await read(made.id)
      const bySlug = await app.events('GET', `/${plural}/by-slug/${made.slug}`)
      expect(byId.status).toBe(200)
      expect(bySlug.json).toEqual(byId.json)
      expect(byId.json.json_ld).toMatchObject({
        '@context': 'http://schema.org',
        '@type': kind === 'venue' ? 'Place' : 'Person',
        description: 'Nice',
        sameAs: 'https://x.test/',
      })
      const { json_ld: _, ...others } = byId.json
      expect(others).toEqual(made)
    })

    test('an unknown id or slug is 400 for every method and everybody', async () => {
      const event = await plantEvent(app)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        for (const as of ['anonymous', 'administrator'] as const) {
          for (const path of ['0', '999999', String(event), 'by-slug/nothing-here']) {
            const got = await app.events(method, `/${plural}/${path}`, { as, body: {} })
            expect([method, path, got.status, got.json.code]).toEqual([
              method,
              path,
              400,
              'rest_invalid_param',
            ])
          }
        }
      }
    })

    test('a path that is no id is no route', async () => {
      for (const path of ['foo', 'foo-bar', '-1', 'by-slug/']) {
        expect((await app.events('GET', `/${plural}/${path}`)).status).toBe(404)
      }
    })

    test('an unpublished record is 403 for others, anonymous callers included', async () => {
      const draft = await make({ status: 'draft' }, 'author')
      const secret = await make({ status: 'private' }, 'administrator')
      const seen = async (id: number, as: As) => (await read(id, as)).status
      const roles = ['anonymous', 'subscriber', 'contributor', 'author', 'editor'] as const
      expect(await Promise.all(roles.map(as => seen(draft.id, as)))).toEqual([
        403, 403, 403, 200, 200,
      ])
      expect(await Promise.all(roles.map(as => seen(secret.id, as)))).toEqual([
        403, 403, 403, 403, 200,
      ])
      const bySlug = await app.events('GET', `/${plural}/by-slug/${draft.slug}`)
      expect([bySlug.status, bySlug.json.code]).toEqual([403, `${kind}-not-accessible`])
      expect((await read(draft.id, 'editor')).json).not.toHaveProperty('json_ld')
    })
  })
})

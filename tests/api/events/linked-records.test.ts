// Database: in the short run a server alone, where there is one.
import { beforeEach, describe, expect, test } from 'vitest'
import { type As, kinds, recordsOf } from '../../support/linked-kinds.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ SITE_TIMEZONE: 'America/New_York' })

describe.each(kinds)('records of $plural', ({ kind, plural, link }) => {
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

  describe('changing', () => {
    test.each(['POST', 'PUT', 'PATCH'])(
      'by %s changes what was sent and keeps the rest',
      async method => {
        const made = await make({ phone: '1', website: 'https://x.test', description: 'Old' })
        app.clock.advance(3600)
        const got = await app.events(method, `/${plural}/${made.id}`, {
          as: 'editor',
          body: { phone: '2', website: null },
        })
        expect(got.status).toBe(200)
        expect(got.json).toEqual({
          ...made,
          phone: '2',
          modified: '2026-11-21 08:00:00',
          modified_utc: '2026-11-21 13:00:00',
        })
      },
    )

    test('with the record as it was read changes nothing, whole or in parts', async () => {
      const times = { date: '2026-11-01T06:30:00Z' } // 01:30 for the second time in New York.
      const texts = { description: 'One\n\nTwo "quoted"', state: 'CA', stateprovince: '' }
      const made = await make({ [kind]: `Tom's "Hall" -- x`, ...texts, ...times })
      const before = (await read(made.id)).json
      const path = `/${plural}/${made.id}`
      const same = { ...before, modified: expect.any(String), modified_utc: expect.any(String) }
      for (const body of [
        before,
        ...Object.entries(before).map(one => Object.fromEntries([one])),
      ]) {
        const got = await app.events('PUT', path, { as: 'administrator', body })
        expect([body, got.status]).toEqual([body, 200])
        expect((await read(made.id)).json).toEqual(same)
      }
    })

    test('to an empty text clears the member, which is then absent', async () => {
      const made = await make({ phone: '1', website: 'https://x.test', description: 'Old' })
      const got = await app.events('PATCH', `/${plural}/${made.id}`, {
        as: 'editor',
        body: { phone: '', website: '', description: '' },
      })
      for (const gone of ['phone', 'website', 'description']) {
        expect(got.json).not.toHaveProperty(gone)
      }
    })

    test('a name to that of another record is allowed and keeps the slug', async () => {
      const one = await make({ [kind]: 'One' })
      await make({ [kind]: 'Two' })
      const got = await app.events('PATCH', `/${plural}/${one.id}`, {
        as: 'editor',
        body: { [kind]: 'Two' },
      })
      expect(got.json).toMatchObject({ id: one.id, [kind]: 'Two', slug: 'one' })
    })

    test('by slug takes the record from the path, and a slug in the body renames it', async () => {
      const made = await make({ [kind]: 'Old name' })
      const other = await make({ [kind]: 'Other' })
      const got = await app.events('PUT', `/${plural}/by-slug/old-name`, {
        as: 'editor',
        body: { id: other.id, slug: 'New Slug', phone: '7' },
      })
      expect(got.json).toMatchObject({ id: made.id, slug: 'new-slug', phone: '7' })
      expect((await app.events('GET', `/${plural}/by-slug/old-name`)).status).toBe(400)
      const taken = await app.events('PUT', `/${plural}/by-slug/new-slug`, {
        as: 'editor',
        body: { slug: 'other' },
      })
      expect(taken.json.slug).toBe('other-2')
    })

    test('checks the rights on the record, by id and by slug alike', async () => {
      const admins = await make({}, 'administrator')
      const authors = await make({}, 'author')
      const drafts = await make({}, 'contributor')
      const may = async (as: As, { id, slug }: { id: number; slug: string }) => {
        const paths = [`/${plural}/${id}`, `/${plural}/by-slug/${slug}`]
        const got = await Promise.all(
          paths.map(path => app.events('PATCH', path, { as, body: { phone: '1' } })),
        )
        expect(got[0]?.status).toBe(got[1]?.status)
        return got[0]?.status
      }
      expect(await may('anonymous', admins)).toBe(401)
      expect(await may('subscriber', admins)).toBe(403)
      expect(await may('contributor', admins)).toBe(403)
      expect(await may('contributor', drafts)).toBe(200)
      expect(await may('author', admins)).toBe(403)
      expect(await may('author', authors)).toBe(200)
      expect(await may('editor', admins)).toBe(200)
      await app.events('PATCH', `/${plural}/${drafts.id}`, {
        as: 'editor',
        body: { status: 'publish' },
      })
      expect(await may('contributor', drafts)).toBe(403)
    })

    test('other members keeps the status; publishing a draft dates it now', async () => {
      const draft = await make({ status: 'draft' })
      const kept = await app.events('PATCH', `/${plural}/${draft.id}`, {
        as: 'editor',
        body: { phone: '1' },
      })
      expect(kept.json.status).toBe('draft')
      app.clock.advance(60)
      const published = await app.events('PATCH', `/${plural}/${draft.id}`, {
        as: 'editor',
        body: { status: 'publish' },
      })
      expect(published.json).toMatchObject({ status: 'publish', date_utc: '2026-11-21 12:01:00' })
    })

    test('works alike by JSON, form, multipart and query string', async () => {
      const made = await make()
      const path = `/${plural}/${made.id}`
      const multipart =
        '--edge\r\ncontent-disposition: form-data; name="phone"\r\n\r\n4\r\n--edge--\r\n'
      const got = [
        await app.events('POST', path, { as: 'editor', body: { phone: '1' } }),
        await app.events('POST', path, { as: 'editor', form: { phone: '2' } }),
        await app.events('POST', path, { as: 'editor', query: { phone: '3' } }),
        await app.events('POST', path, {
          as: 'editor',
          body: multipart,
          headers: { 'content-type': 'multipart/form-data; boundary=edge' },
        }),
      ]
      expect(got.map(({ json }) => json.phone)).toEqual(['1', '2', '3', '4'])
    })
  })

  describe('moving to the trash', () => {
    test('works once and is then 410; editors can still read the record', async () => {
      const made = await make({ [kind]: 'To go' })
      const first = await app.events('DELETE', `/${plural}/${made.id}`, {
        as: 'administrator',
        query: { force: true },
      })
      expect(first.status).toBe(200)
      expect(first.json).toMatchObject({ id: made.id, status: 'trash', slug: 'to-go__trashed' })
      const second = await app.events('DELETE', `/${plural}/${made.id}`, { as: 'administrator' })
      expect([second.status, second.json.code]).toEqual([410, `${kind}-is-in-trash`])
      expect((await read(made.id)).status).toBe(403)
      expect((await read(made.id, 'administrator')).json.status).toBe('trash')
      const oldSlug = await app.events('DELETE', `/${plural}/by-slug/to-go`, {
        as: 'administrator',
      })
      expect(oldSlug.status).toBe(400)
    })

    test('frees the slug and removes the record from its events; an update restores it', async () => {
      const made = await make({ [kind]: 'Back' })
      const event = await plantEvent(app, link(made.id))
      await app.events('DELETE', `/${plural}/by-slug/back`, { as: 'administrator' })
      const linked = await app.db
        .selectFrom('events')
        .leftJoin('event_organizers', 'event_organizers.event_id', 'events.id')
        .select(['venue_id', 'organizer_id'])
        .where('events.id', '=', event)
        .execute()
      expect(linked).toEqual([{ venue_id: null, organizer_id: null }])
      expect((await make({ [kind]: 'Back' })).slug).toBe('back')
      const restored = await app.events('POST', `/${plural}/${made.id}`, { as: 'editor', body: {} })
      expect(restored.json).toMatchObject({ status: 'publish', slug: 'back-2' })
    })

    test('is for those who may delete the record', async () => {
      const admins = await make({}, 'administrator')
      const drafts = await make({}, 'contributor')
      const trash = async (as: As, id: number) =>
        (await app.events('DELETE', `/${plural}/${id}`, { as, body: { force: true } })).status
      expect(await trash('anonymous', admins.id)).toBe(401)
      expect(await trash('contributor', admins.id)).toBe(403)
      expect(await trash('author', admins.id)).toBe(403)
      expect(await trash('contributor', drafts.id)).toBe(200)
      expect(await trash('editor', admins.id)).toBe(200)
    })

    test('can be undone by a contributor for an own record, which becomes a draft', async () => {
      const own = await make({}, 'contributor')
      await app.events('DELETE', `/${plural}/${own.id}`, { as: 'contributor' })
      const got = await app.events('POST', `/${plural}/${own.id}`, { as: 'contributor', body: {} })
      expect(got.json.status).toBe('draft')
    })
  })
})

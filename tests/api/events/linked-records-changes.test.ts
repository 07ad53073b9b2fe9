// Database: in the short run a server alone, where there is one.
import { beforeEach, describe, expect, test } from 'vitest'
import { type As, kinds, recordsOf } from '../../support/linked-kinds.ts'
import { plantEvent } from '../../support/plant-event.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp({ SITE_TIMEZONE: 'America/New_York' })

describe.each(kinds)('records of $plural', ({ kind, plural, link }) => {
  const { make, read, clear } = recordsOf(app, { kind, plural })
  beforeEach(clear)

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

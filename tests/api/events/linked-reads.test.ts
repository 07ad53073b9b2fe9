// Database: in the short run a server alone, where there is one.
import { describe, expect, test } from 'vitest'
import { organizerJobs } from '../../../src/catalogue/organizers/jobs.ts'
import { venueJobs } from '../../../src/catalogue/venues/jobs.ts'
import { startJobRunner } from '../../../src/platform/jobs/runner.ts'
import { countStatements } from '../../support/count-statements.ts'
import { kinds, recordsOf } from '../../support/linked-kinds.ts'
import { picture } from '../../support/picture-server.ts'
import { startApp, testStart } from '../../support/start-app.ts'

const app = await startApp()

async function uploaded(): Promise<string> {
  const body = await picture(20, 20)
  const headers = { 'content-type': 'image/png' }
  return String((await app.events('POST', '/images', { as: 'editor', body, headers })).json.id)
}

describe.each(kinds)('$plural', ({ kind, plural }) => {
  const records = recordsOf(app, { kind, plural })

  test('take as many statements for a page of fifty as for a page of one', async () => {
    const [older, newest] = [await uploaded(), await uploaded()]
    const rows = Array.from({ length: 50 }, (_, at) => ({
      status: 'publish',
      name: `Planted ${at} ${kind}`,
      slug: `planted-${at}`,
      search_text: `planted ${at} ${kind}`,
      image_id: at % 10 === 0 ? Number(older) : null,
      published_local: '2026-01-01 12:00:00',
      published_at: new Date('2026-01-01T12:00:00Z'),
    }))
    // Both tables have these columns.
    await app.db
      .insertInto(plural as 'venues')
      .values(rows)
      .execute()
    // The newest record has an image, so that a page with one record also reads images.
    await records.make({ image: newest })
    const statements = (per_page: number) =>
      countStatements(app, async () => {
        const { json } = await records.list({ per_page, search: kind }, 'editor')
        expect(json[plural]).toHaveLength(per_page)
      })
    expect(await statements(50)).toBe(await statements(1))
  })

  test('dated ahead are hidden until their date and are then published', async () => {
    app.clock.set(testStart)
    const made = await records.make({ date_utc: '2026-11-21 13:00:00' })
    expect(made.status).toBe('future')
    expect((await records.read(made.id)).status).toBe(403)
    const jobs = kind === 'venue' ? venueJobs(app.deps) : organizerJobs(app.deps)
    const { db, clock, log } = app.deps
    const runner = startJobRunner({ db, clock, log, ...jobs, pollMs: 0 })
    app.clock.advance(3500)
    await runner.runDue()
    expect((await records.read(made.id)).status).toBe(403)
    app.clock.advance(200)
    await runner.runDue()
    await runner.stop()
    expect((await records.read(made.id)).json.status).toBe('publish')
  })

  test('are moved to the trash by status only with the right to delete', async () => {
    const own = await records.make({}, 'contributor')
    const sent = { as: 'contributor', body: { status: 'trash' } } as const
    const trashed = await app.events('PATCH', `/${plural}/${own.id}`, sent)
    expect(trashed.json).toMatchObject({ status: 'trash', slug: `${own.slug}__trashed` })
  })

  test('answer HEAD and OPTIONS on every address', async () => {
    const { id } = await records.make()
    expect((await app.events('HEAD', `/${plural}`)).status).toBe(200)
    expect((await app.events('HEAD', `/${plural}/${id}`)).status).toBe(200)
    expect((await app.events('OPTIONS', `/${plural}`)).json.methods).toEqual(['GET', 'POST'])
  })
})

test('a page of fifty terms takes as many statements as a page of one', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    taxonomy: 'category' as const,
    name: `Term ${index}`,
    slug: `term-${index}`,
    published_count: 1,
  }))
  await app.db.insertInto('terms').values(rows).execute()
  const statements = (per_page: number) =>
    countStatements(app, async () => {
      const { json } = await app.events('GET', '/categories', { query: { per_page } })
      expect(json.categories).toHaveLength(per_page)
    })
  expect(await statements(50)).toBe(await statements(1))
})

describe('counts of terms', () => {
  const countOf = async (id: number) => (await app.events('GET', `/categories/${id}`)).json.count
  const save = async (method: string, path: string, body: object = {}) => {
    const got = await app.events(method, path, { as: 'administrator', body })
    expect(got.status).toBeLessThan(300)
    return got.json
  }

  test('include only events that everybody may see', async () => {
    const { id } = await save('POST', '/categories', { name: 'Counted' })
    const event = await save('POST', '/events', {
      title: 'Counted',
      start_date: '2027-01-01 19:00:00',
      end_date: '2027-01-01 21:00:00',
      categories: [id],
      status: 'draft',
    })
    const after = async (body: object) => {
      await save('PATCH', `/events/${event.id}`, body)
      return countOf(id)
    }
    expect(await countOf(id)).toBe(0)
    expect(await after({ status: 'publish' })).toBe(1)
    expect(await after({ hide_from_listings: true })).toBe(0)
    expect(await after({ hide_from_listings: false })).toBe(1)
    expect(await after({ event_password: 'secret' })).toBe(0)
    expect(await after({ event_password: '' })).toBe(1)
    expect(await after({ categories: [] })).toBe(0)
    expect(await after({ categories: [id], status: 'private' })).toBe(0)
    expect(await after({ status: 'publish' })).toBe(1)
    await save('DELETE', `/events/${event.id}`)
    expect(await countOf(id)).toBe(0)
    expect(await after({})).toBe(1)
  })
})

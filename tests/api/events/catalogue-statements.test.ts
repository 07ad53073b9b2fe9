// Database: in the short run a server alone, where there is one.
import { expect, test } from 'vitest'
import { statementsOf } from '../../support/count-statements.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const events: any[] = []
for (let n = 0; n < 51; n += 1) {
  const got = await app.events('POST', '/events', {
    as: 'administrator',
    body: {
      title: `Concert ${n}`,
      start_date: '2027-01-01 19:00',
      end_date: '2027-01-01 21:00',
      venue: { venue: `Concert hall ${n}`, geo_lat: 10, geo_lng: 10 },
      organizer: [{ organizer: `Concert makers ${n}` }, { organizer: `Concert friends ${n}` }],
      categories: ['Concert music', `Concert category ${n}`],
      tags: [`Concert tag ${n}`],
      featured: true,
    },
  })
  if (got.status !== 201) throw new Error(got.text)
  events.push(got.json)
}
const [event] = events

type As = 'anonymous' | 'contributor' | 'administrator'

/** The statements of a request whose response is not cached: a caller with a cookie might be somebody. */
async function statements(path: string, as: As) {
  let json: any
  const once = async () => {
    const got = await app.events('GET', path, { as, headers: { cookie: 'seen=1' } })
    expect([path, got.status]).toEqual([path, 200])
    json = got.json
  }
  // Periodic statements of the process, such as the check for due events, do not count.
  await once()
  return { count: (await statementsOf(app, once)).length, json }
}

const lists = [
  ['events', ''],
  ['events', '&search=concert'],
  ['events', '&categories=concert-music'],
  ['events', '&geoloc_lat=10&geoloc_lng=10'],
  ['events', '&featured=1&ends_after=2026-01-01'],
  ['events', `&include=${events.map(({ id }) => id).join()}`],
  ['venues', ''],
  ['venues', '&search=concert&has_events=1'],
  ['organizers', ''],
  ['organizers', '&search=concert&only_with_upcoming=1'],
  ['categories', ''],
  ['categories', '&search=concert'],
  ['tags', ''],
  ['tags', '&search=concert'],
] as const

test.each(lists)(
  'a page of %s%s takes the same few statements with 1 row as with 50',
  async (what, query) => {
    for (const as of ['anonymous', 'contributor', 'administrator'] as const) {
      const one = await statements(`/${what}?per_page=1${query}`, as)
      const fifty = await statements(`/${what}?per_page=50${query}`, as)
      expect([one.json[what].length, fifty.json[what].length]).toEqual([1, 50])
      expect([as, fifty.count]).toEqual([as, one.count])
      expect(fifty.count).toBeGreaterThanOrEqual(2)
      expect(fifty.count).toBeLessThanOrEqual(10)
    }
  },
)

test.each([
  ['events', () => event],
  ['venues', () => event.venue],
  ['organizers', () => event.organizer[0]],
  ['categories', () => event.categories[0]],
  ['tags', () => event.tags[0]],
] as const)(
  'reading one record of %s takes few statements, by id or by slug',
  async (what, record) => {
    const { id, slug } = record()
    const paths = [`/${what}/${id}`]
    if (!['categories', 'tags'].includes(what)) paths.push(`/${what}/by-slug/${slug}`)
    for (const as of ['anonymous', 'contributor', 'administrator'] as const) {
      for (const path of paths) {
        const { count } = await statements(path, as)
        expect(count).toBeGreaterThanOrEqual(1)
        expect([path, as, count <= 6, count]).toEqual([path, as, true, count])
      }
    }
  },
)

test('an event takes as many statements with many organizers and terms as with few', async () => {
  const organizer = events.map(one => one.organizer[0].id)
  const categories = events.map(one => one.categories[0].id)
  const few = await statements(`/events/${event.id}`, 'anonymous')
  const changes = { as: 'administrator', body: { organizer, categories } } as const
  expect((await app.events('PATCH', `/events/${event.id}`, changes)).status).toBe(200)
  const many = await statements(`/events/${event.id}`, 'anonymous')
  expect(many.json.organizer.length).toBeGreaterThan(50)
  expect(many.count).toBe(few.count)
})

import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../support/database.ts'
import { moveSample } from './moved.ts'

// What must be in the product after the sample was moved, record by record.
const database = await openTestDatabase()
afterAll(database.close)
await moveSample(database)

const rows = async (query: string) => (await database.pool.query(query)).rows

test('events keep ids, times, places, people and terms', async () => {
  const query = `select id, status, title, slug, author_id, timezone, all_day, start_local::text, end_local::text,
      to_char(starts_at at time zone 'UTC', 'HH24:MI') as starts, to_char(ends_at at time zone 'UTC', 'HH24:MI') as ends,
      venue_id, featured, happening, happening_reason,
      array(select organizer_id::int from event_organizers where event_id = e.id order by ordinal) as organizers,
      array(select term_id::int from event_terms where event_id = e.id order by term_id) as terms
    from events e order by id`
  const usual = {
    author_id: 3,
    timezone: 'Europe/London',
    all_day: false,
    featured: false,
    happening: 'scheduled',
    happening_reason: '',
    organizers: [],
    terms: [],
  }
  expect(await rows(query)).toEqual([
    {
      ...usual,
      id: 377,
      status: 'publish',
      title: 'Gŵyl yr Afon',
      slug: 'gwyl-yr-afon',
      all_day: true,
      start_local: '2027-06-12 00:00:00',
      end_local: '2027-06-13 23:59:59',
      starts: '23:00',
      ends: '22:59',
      venue_id: 311,
      terms: [11, 14, 15, 16],
    },
    {
      ...usual,
      id: 391,
      status: 'publish',
      title: 'Pedwarawd y Bont',
      slug: 'pedwarawd-y-bont',
      start_local: '2027-03-05 20:00:00',
      end_local: '2027-03-05 22:00:00',
      starts: '20:00',
      ends: '22:00',
      venue_id: 311,
      happening: 'cancelled',
      happening_reason: 'Mae’r sielydd & y fan yn sâl',
      terms: [12],
    },
    {
      ...usual,
      id: 402,
      status: 'publish',
      title: 'Telyn & Llais: Tair Cân',
      slug: 'telyn-llais-tair-can',
      start_local: '2027-04-17 19:45:00',
      end_local: '2027-04-17 22:15:00',
      starts: '18:45',
      ends: '21:15',
      venue_id: 310,
      featured: true,
      organizers: [320, 323],
      terms: [12, 16],
    },
    {
      ...usual,
      id: 415,
      status: 'publish',
      title: 'Cyswllt o Bell',
      slug: 'cyswllt-o-bell',
      author_id: 7,
      timezone: 'UTC-3.5',
      start_local: '2027-02-05 18:30:00',
      end_local: '2027-02-05 20:00:00',
      starts: '22:00',
      ends: '23:30',
      venue_id: 310,
      terms: [14],
    },
    {
      ...usual,
      id: 433,
      status: 'draft',
      title: 'Heb ei gyhoeddi',
      slug: '',
      author_id: 7,
      start_local: '2027-09-24 19:30:00',
      end_local: '2027-09-24 21:30:00',
      starts: '18:30',
      ends: '20:30',
      venue_id: 310,
    },
    {
      ...usual,
      id: 440,
      status: 'trash',
      title: 'Ymarfer agored',
      slug: 'ymarfer-agored__trashed',
      start_local: '2027-05-22 14:00:00',
      end_local: '2027-05-22 17:00:00',
      starts: '13:00',
      ends: '16:00',
      venue_id: null,
    },
  ])
})

test('texts keep their paragraphs, backslashes and signs', async () => {
  const texts = await rows(
    'select id, website, excerpt, description, description_html from events where id in (402, 415, 377) order by id',
  )
  expect(texts[0].description).toContain('Llinell un\nllinell dau')
  expect(texts[0].description).not.toMatch(/wp:|script|tribe/)
  expect(texts[1]).toMatchObject({
    website: 'https://tocynnau.example/telyn',
    excerpt: 'Tair <em>cân</em> i’r delyn',
  })
  expect(texts[1].description).toContain('🎶')
  expect(texts[2].description).toContain(String.raw`C:\ffeiliau\sain`)
  expect(texts[2].description).toContain(String.raw`\\gweinydd\rhan`)
  expect(texts[2].description_html.match(/<p>/g)).toHaveLength(3)
})

test('calendars know the events by the names that they had', async () => {
  const uids = await rows(
    'select event_id as id, uid from calendar_uids where event_id in (377, 391, 402, 415) order by 1',
  )
  expect(uids.map(({ uid }) => uid)).toEqual([
    '377-1812758400-1812931199@old.example.org',
    '391-1804276800-1804284000@old.example.org',
    '402-1807991100-1808000100@old.example.org',
    '415-1801852200-1801857600@old.example.org',
  ])
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listEvents } from '../../../src/catalogue/events/store.lists.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()

/** More than are tested one by one, one an hour. A word for every other one, for the first, the last and the middle. */
const count = 3000
await sql`
  insert into events (author_id, status, title, slug, timezone, start_local, end_local, starts_at, ends_at,
    published_local, published_at, search_text)
  select (select id from users order by id limit 1), 'publish', title, 'many-' || n, 'UTC', at, at + interval '30 minutes',
    at at time zone 'UTC', at at time zone 'UTC' + interval '30 minutes',
    timestamp '2020-01-01', timestamptz '2020-01-01Z', title
  from generate_series(1, ${count}::int) as n,
    lateral (select date_trunc('hour', now() at time zone 'UTC') + interval '2 days' + n * interval '1 hour' as at) d,
    lateral (select 'number ' || n || case when n % 2 = 0 then ' even' else '' end
      || case when n <= 40 then ' early' else '' end || case when n > ${count} - 40 then ' late' else '' end
      || case when n = 1500 then ' lone' else '' end
      || case when n <= 1005 then ' pages' else '' end as title) t
`.execute(app.db)
await sql`analyze events`.execute(app.db)

const numbers = Array.from({ length: count }, (_, index) => index + 1)
const words: Record<string, (n: number) => boolean> = {
  number: () => true,
  even: n => n % 2 === 0,
  early: n => n <= 40,
  late: n => n > count - 40,
  lone: n => n === 1500,
  'even late': n => n % 2 === 0 && n > count - 40,
  'even -early': n => n % 2 === 0 && n > 40,
  absent: () => false,
}

test.each(Object.keys(words))(
  'pages of the list for %j have the matches by start and the exact total',
  async search => {
    const matches = numbers.filter(n => words[search]?.(n))
    const pages = [1, 2, Math.max(1, Math.ceil(matches.length / 10))]
    for (const page of pages) {
      const { status, json } = await app.events('GET', '/events', {
        query: { search, page, per_page: 10, end_date: '2100-01-01' },
      })
      const wanted = matches.slice((page - 1) * 10, page * 10)
      if (wanted.length === 0 && page > 1) expect(status).toBe(404)
      else {
        expect(json.events.map(({ slug }: { slug: string }) => slug)).toEqual(
          wanted.map(n => `many-${n}`),
        )
        expect(json.total).toBe(matches.length)
      }
    }
  },
)

test('a page of common words says that there are more than it counted', async () => {
  const common = await app.call('GET', '/events/?search=number')
  expect(common.text).toContain('More than 1,000 events')
  const second = await app.call('GET', '/events/?search=number&page=2')
  expect(second.text).toMatch(/Page 2 of more than \d+/)
  const lone = await app.call('GET', '/events/?search=lone')
  expect(lone.text).toContain('1 event')
  expect(lone.text).not.toContain('More than')
})

test('what was not counted may still fit on the last page that was', async () => {
  const first = await app.call('GET', '/events/?search=pages')
  expect(first.text).toContain('More than 1,000 events')
  expect(first.text).toContain('Page 1 of more than 41')
  const last = await app.call('GET', '/events/?search=pages&page=42')
  expect(last.text).toContain('Page 42 of 42')
})

test('a search finds events with a status that lists leave out unless they are asked for it', async () => {
  await sql`update events set status = 'trash' where slug in ('many-7', 'many-1500')`.execute(
    app.db,
  )
  const list = (query: object) =>
    app.events('GET', '/events', {
      as: 'administrator',
      query: { search: 'number', per_page: 10, end_date: '2100-01-01', ...query },
    })
  const slugs = ({ json }: Awaited<ReturnType<typeof list>>) =>
    json.events.map(({ slug }: { slug: string }) => slug)
  const thrown = await list({ status: 'trash' })
  expect([thrown.json.total, slugs(thrown)]).toEqual([2, ['many-7', 'many-1500']])
  const both = await list({ status: ['publish', 'trash'] })
  expect([both.json.total, slugs(both)[6]]).toEqual([count, 'many-7'])
  expect((await list({})).json.total).toBe(count - 2)
  await sql`update events set status = 'publish' where status = 'trash'`.execute(app.db)
})

test('where a window has more events than may be read, common words are answered and others refused', async () => {
  const dates = { starts_after: new Date(0), starts_before: new Date('2100-01-01Z') }
  const seen = { sight: { userId: null, privates: false, others: false }, seesHidden: false }
  const list = (search: string, throughMost: number, countMost?: number) =>
    listEvents(app.db, {
      filter: { dates, search },
      seen,
      page: { limit: 10, offset: 0 },
      throughMost,
      ...(countMost !== undefined && { countMost }),
    })
  expect(await list('even', count - 1, 1000)).toMatchObject({ total: 1000, isMore: true })
  expect(await list('late', count - 1, 1000)).toBeUndefined()
  // An exact total would have to read them all.
  expect(await list('even', count - 1)).toBeUndefined()
  expect(await list('late', count, 1000)).toMatchObject({ total: 40, isMore: false })
})

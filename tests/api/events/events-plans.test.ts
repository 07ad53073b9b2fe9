import { expect, test } from 'vitest'
import { sentBy, type Statement } from '../../support/count-statements.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const made = await app.events('POST', '/events', {
  as: 'administrator',
  body: {
    title: 'Ostrich',
    start_date: '2027-01-01',
    end_date: '2027-01-01',
    categories: 'birds',
    tags: 'tall',
    venue: { venue: 'Zoo', geo_lat: 1, geo_lng: 1 },
    organizer: [{ organizer: 'Keeper' }],
  },
})
const { id, venue, organizer } = made.json

/** The statements over events that a request causes. */
async function statementsOf(query: Record<string, string | number | boolean>) {
  const sent = await sentBy(app, async () => {
    expect((await app.events('GET', '/events', { query })).status).toBe(200)
  })
  return sent.filter(({ text }) => /from "?events"?\b/.test(text))
}

/** The plan the database chooses when reading a whole table is the last resort. */
async function planOf({ text, values }: Statement): Promise<string> {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query(`explain ${text}`, values)
    return rows.map(row => String(row['QUERY PLAN'])).join('\n')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test.each([
  {},
  { search: 'ostrich' },
  { categories: 'birds' },
  { tags: 'tall' },
  { venue: venue.id },
  { organizer: organizer[0].id },
  { featured: true },
  { ticketed: true },
  { post_parent: id },
  { include: String(id) },
  { geoloc_lat: 1, geoloc_lng: 1 },
  { ends_after: '2026-12-01' },
  { ends_after: '2026-12-01', starts_before: '2027-02-01' },
  // Without the start of a date range, whose few events would be tested one by one.
  { search: 'ostrich', ends_after: '2026-12-01' },
  { categories: 'birds', ends_after: '2026-12-01' },
  { organizer: organizer[0].id, ends_after: '2026-12-01' },
  // Words too short for the index of three letters.
  { search: '鸵', ends_after: '2026-12-01' },
  { search: '鸵鸟 "々"', ends_after: '2026-12-01' },
])('the list for %j has an index', async query => {
  const statements = await statementsOf(query)
  expect(statements.length).toBeGreaterThanOrEqual(1)
  for (const statement of statements) {
    expect(await planOf(statement)).not.toMatch(/Seq Scan on (events|venues|event_)/)
  }
})

test('a search finds one and two letters of Chinese, Japanese and Korean anywhere in a text', async () => {
  const body = { start_date: '2027-01-02', end_date: '2027-01-02' }
  const titles = ['東京ジャズの夜', 'Jazz 々서울', '夜']
  for (const title of titles) {
    const sent = await app.events('POST', '/events', {
      as: 'administrator',
      body: { ...body, title },
    })
    expect(sent.status).toBe(201)
  }
  const found = async (search: string) => {
    // Without the start of a date range these words are looked up in their index.
    const query = { search, ends_after: '2026-12-01' }
    const { json } = await app.events('GET', '/events', { query })
    return json.events.map(({ title }: { title: string }) => title)
  }
  for (const words of ['東', '京ジ', 'ャズ', 'の夜', '東京 の夜']) {
    expect([words, await found(words)]).toEqual([words, ['東京ジャズの夜']])
  }
  expect(await found('夜')).toEqual(['東京ジャズの夜', '夜'])
  for (const words of ['々', '서울', '울', 'jazz 々']) {
    expect([words, await found(words)]).toEqual([words, ['Jazz 々서울']])
  }
  expect(await found('京東')).toEqual([])
})

// How much of a large calendar the database reads for what has not ended: little, however long ago some of it began.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentBy } from '../../support/count-statements.ts'
import { startApp } from '../../support/start-app.ts'

const app = await startApp()
const count = 20_000

/** One event each two hours over five years, four of them past; every 300th lasts half a year, and a few last for ever. */
await sql`
  insert into events (status, title, slug, timezone, start_local, end_local, starts_at, ends_at, published_at, search_text)
  select 'publish', 'Event ' || n, 'many-' || n, 'UTC', at, at + lasts, at at time zone 'UTC',
    (at + lasts) at time zone 'UTC', timestamptz '2020-01-01Z', 'event ' || n
  from generate_series(1, ${count}::int) as n,
    lateral (select timestamp '2022-11-21' + n * interval '130 minutes' as at,
      case when n % 300 = 0 then interval '200 days' when n % 5000 = 1 then interval '90 years'
        else interval '2 hours' end as lasts) d
`.execute(app.db)
await sql`analyze events`.execute(app.db)

type Plan = { [name: string]: unknown; Plans?: Plan[] }

/** The most rows that one step of a plan reads, those it drops included. */
function mostRead({ Plans = [], ...step }: Plan): number {
  const [rows, dropped, loops] = ['Actual Rows', 'Rows Removed by Filter', 'Actual Loops'].map(
    name => Number(step[name] ?? 0),
  )
  const own = ((rows ?? 0) + (dropped ?? 0)) * (loops ?? 1)
  return Math.max(own, ...Plans.map(mostRead))
}

async function readFor(path: string): Promise<number> {
  const sent = await sentBy(app, async () => {
    expect((await app.call('GET', path)).status).toBe(200)
  })
  // Totals of lists without a bound are counted, from an index alone.
  const pages = sent.filter(
    ({ text }) => /from "?events"?\b/.test(text) && !/select 1 from/.test(text),
  )
  expect(pages.length).toBeGreaterThan(0)
  const plans = pages.map(async ({ text, values }) => {
    const { rows } = await app.database.pool.query(`explain (analyze, format json) ${text}`, values)
    return mostRead(rows[0]['QUERY PLAN'][0].Plan)
  })
  return Math.max(...(await Promise.all(plans)))
}

test.each([
  '/',
  '/events/',
  '/events/?page=4',
  '/events/?when=today',
  '/events/?date=2026-12-24',
  '/events/2026-12-24/',
  '/events/2024-05-05/',
  '/events/month/2026-12/',
])('%s reads a small part of all events', async path => {
  expect(await readFor(path)).toBeLessThan(count / 10)
})

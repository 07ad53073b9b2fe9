import { afterAll, expect, test } from 'vitest'
import { importJobs } from '../../src/importing/runs/jobs.ts'
import { openTestDatabase } from '../support/database.ts'
import { moveChanged, moveSample } from './moved.ts'

// Where the parts of a site go that are no records of their own, and how long its report is kept.
const database = await openTestDatabase()
const other = await openTestDatabase()
afterAll(() => Promise.all([database.close(), other.close()]))
const { db, pool } = database

const rows = async (query: string) => (await pool.query(query)).rows

const anchor = "(7375,506,'_tec_tc_order_total_value'"
const meta = (id: number, post: number, key: string, value: string) =>
  `(${id},${post},'${key}','${value}'),\n`

test('an online event has its link, and one that is no address is a loss; the site has its name and its language', async () => {
  const link = 'https://meet.example.org/j/88'
  const added = [
    meta(7601, 402, '_tribe_events_is_virtual', 'yes'),
    meta(7602, 402, '_tribe_events_virtual_url', link),
    meta(7603, 377, '_tribe_events_is_virtual', 'yes'),
    meta(7604, 377, '_tribe_events_virtual_url', 'ask at the desk'),
    meta(7605, 391, '_tribe_events_virtual_url', link),
  ].join('')
  const report = await moveChanged(database, [
    [anchor, added + anchor],
    [`'blogname',`, `'WPLANG','de_DE','yes'),\n(9901,'blogname',`],
  ])
  expect(
    await rows('select id::int, online_url from events where id in (377, 391, 402) order by id'),
  ).toEqual([
    { id: 377, online_url: null },
    { id: 391, online_url: null },
    { id: 402, online_url: link },
  ])
  expect(report.losses.filter(({ reason }) => /online/.test(reason))).toMatchObject([
    { kind: 'event', oldId: 377 },
  ])
  expect(await rows('select name, value from site_settings order by name')).toMatchObject([
    { name: 'language', value: 'de' },
    { name: 'name' },
  ])
})

test('a language that is not spoken here, and settings that were made here, stay as they are', async () => {
  await other.pool.query(
    "insert into site_settings (name, value, updated_at) values ('name', 'Our name', now())",
  )
  await moveChanged(other, [[`'blogname',`, `'WPLANG','cy','yes'),\n(9901,'blogname',`]])
  const saved = await other.pool.query('select name, value from site_settings')
  expect(saved.rows).toEqual([{ name: 'name', value: 'Our name' }])
})

test('ninety days after a run its lost records are deleted, and how many there were is kept', async () => {
  await moveSample(database)
  const [first, second] = await rows('select id, losses from import_runs order by id')
  await pool.query(
    "update import_runs set ended_at = clock_timestamp() - interval '91 days' where id = $1",
    [first.id],
  )
  await pool.query(
    "update import_runs set ended_at = clock_timestamp() - interval '89 days' where id = $1",
    [second.id],
  )
  expect(first.losses).toBeGreaterThan(0)
  for (const { run } of Object.values(importJobs(db).handlers)) await run({})
  const left = await rows(
    'select run_id as id, count(*)::int as losses from import_losses group by 1',
  )
  expect(left).toEqual([second])
  expect(await rows('select id, losses from import_runs order by id')).toEqual([first, second])
})

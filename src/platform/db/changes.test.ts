import { expect, test } from 'vitest'
import { collect, type Collected, createChanges, writtenTables } from './changes.ts'

test.each([
  ['select * from events for update', []],
  ['select * from events order by id for no key update skip locked', []],
  ['insert into events (id) values ($1) on conflict (id) do update set id = 1', ['events']],
  ['update "events" set title = $1', ['events']],
  ['update only venues set title = $1', ['venues']],
  ['delete from\n  terms where id = 1', ['terms']],
  ['truncate table images', ['images']],
  [
    'with gone as (delete from event_terms returning *) insert into terms select 1 from gone',
    ['event_terms', 'terms'],
  ],
  ['WITH a AS (UPDATE Pools SET held = 1) SELECT 1', ['pools']],
])('the statement %s writes the tables %j', (statement, tables) => {
  expect(writtenTables(statement)).toEqual(tables)
})

test('all listeners hear of a write by this process, and listeners to own writes hear of no other', () => {
  const changes = createChanges()
  const all: string[] = []
  const own: string[] = []
  changes.listen(rows => all.push(...rows.keys()))
  changes.listenToOwn(rows => own.push(...rows.keys()))
  changes.happened(new Map([['events', 'all']]))
  changes.heard(new Map([['venues', 'all']]))
  changes.happened(new Map())
  expect([all, own]).toEqual([['events', 'venues'], ['events']])
})

test('the rows written by several statements add up, and a statement that names no rows means all', () => {
  const rows: Collected = new Map()
  collect(rows, ['pools', 'holds'], [1])
  collect(rows, ['pools'], [2])
  collect(rows, ['holds'], undefined)
  collect(rows, ['holds'], [3])
  collect(rows, ['venues'], [])
  expect(rows).toEqual(
    new Map<string, unknown>([
      ['pools', new Set([1, 2])],
      ['holds', 'all'],
      ['venues', new Set()],
    ]),
  )
})

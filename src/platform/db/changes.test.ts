import { expect, test } from 'vitest'
import { createChanges, writtenTables } from './changes.ts'

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
])('%s writes %j', (statement, tables) => {
  expect(writtenTables(statement)).toEqual(tables)
})

test('only the watched tables count', () => {
  const changes = createChanges()
  const catalogue = changes.watch(['events', 'venues'])
  changes.happened(['pools', 'orders'])
  expect(catalogue.version).toBe(0)
  changes.happened(['events'])
  changes.happened(['venues'])
  expect(catalogue.version).toBe(2)
})

import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { limitsInLoop, lockingStatements, locksByJoin } from './locking-statements.ts'

const root = path.resolve(import.meta.dirname, '../..')
const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map(file => path.join('src', file))
const found = sources.flatMap(file => lockingStatements(root, file))

test('no statement locks rows that it finds by a join (docs/decisions/0014-locking-reads.md)', () => {
  expect(found.length).toBeGreaterThan(40)
  expect(found.filter(({ text }) => locksByJoin(text)).map(({ name }) => name)).toEqual([])
})

test.each([
  'select id from pools where event_id in (select event_id from tickets) for no key update',
  'select id from pools where exists (select from holds) for update',
  'select id from pools where event_id = any (select event_id from tickets) for share',
  'select p.id from pools p join tickets t using (event_id) for no key update of p',
  'select p.id from pools p, tickets t where t.pool_id = p.id for update',
  'select id from pools where event_id in (${events}) for key share',
])('a planted statement that breaks the rule is caught: %s', statement => {
  expect(locksByJoin(`sql\`${statement}\``)).toBe(true)
})

test('a planted statement put together from parts is caught as well', () => {
  const built =
    "tx.selectFrom('keys').innerJoin('users', 'users.id', 'keys.user_id').forShare('users')"
  expect(locksByJoin(built)).toBe(true)
  expect(locksByJoin("tx.selectFrom('users').select('id').forShare()")).toBe(false)
})

test.each([
  'select id from pools where event_id = any(array(select event_id from tickets)) for update',
  'select a.id from (select * from attendees where id = 1 for update) a join events e on true',
  'select id from pools where event_id in (select event_id from tickets)',
])('a statement that keeps the rule passes: %s', statement => {
  expect(locksByJoin(`sql\`${statement}\``)).toBe(false)
})

test('no statement limits the rows it locks in a place that a plan may run more than once', () => {
  expect(found.filter(({ text }) => limitsInLoop(text)).map(({ name }) => name)).toEqual([])
})

test.each([
  ['update jobs set a = 1 from (select id from jobs limit 3 for update skip locked) as due', true],
  ['update jobs set a = 1 where id in (select id from jobs limit 3 for update)', true],
  ['with due as (select id from jobs limit 3 for update) delete from jobs using due', true],
  ['with due as materialized (select id from jobs limit 3 for update) delete from jobs', false],
  ['delete from jobs where id = (select id from jobs limit 1 for update skip locked)', false],
  ['select id from jobs order by id limit 3 for update skip locked', false],
])('the limit in a locking statement is judged right: %s: %s', (statement, seen) => {
  expect(limitsInLoop(`sql\`${statement}\``)).toBe(seen)
})

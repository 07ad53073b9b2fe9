import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lockingStatements, locksByJoin } from './locking-statements.ts'

const root = path.resolve(import.meta.dirname, '../..')
const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map(file => path.join('src', file))

test('no statement finds the rows it locks by a join (docs/decisions/0014-locking-reads.md)', () => {
  const found = sources.flatMap(file => lockingStatements(root, file))
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
])('a planted statement is caught: %s', statement => {
  expect(locksByJoin(`sql\`${statement}\``)).toBe(true)
})

test('so is one that is built of parts', () => {
  const built =
    "tx.selectFrom('keys').innerJoin('users', 'users.id', 'keys.user_id').forShare('users')"
  expect(locksByJoin(built)).toBe(true)
  expect(locksByJoin("tx.selectFrom('users').select('id').forShare()")).toBe(false)
})

test.each([
  'select id from pools where event_id = any(array(select event_id from tickets)) for update',
  'select a.id from (select * from attendees where id = 1 for update) a join events e on true',
  'select id from pools where event_id in (select event_id from tickets)',
])('a lawful statement passes: %s', statement => {
  expect(locksByJoin(`sql\`${statement}\``)).toBe(false)
})

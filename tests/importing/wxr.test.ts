import { afterAll, expect, test } from 'vitest'
import { reportAudit } from '../../src/cli/audit.ts'
import { readWxr } from '../../src/importing/sources/wxr.ts'
import { openTestDatabase } from '../support/database.ts'
import { fixture, move, moveSample } from './moved.ts'

// The export of all content gives what the dump gives, but for what it does not have.
const [fromExport, fromDump] = await Promise.all([openTestDatabase(), openTestDatabase()])
afterAll(() => Promise.all([fromExport.close(), fromDump.close()]))
await moveSample(fromDump)
const report = await move(fromExport, await readWxr([fixture('sample.wxr.xml.gz')]))

const both = async (query: string) => {
  const [one, other] = await Promise.all([fromExport.pool.query(query), fromDump.pool.query(query)])
  return [one.rows, other.rows]
}

test.each([
  ['events', 'select to_jsonb(e) as row from events e order by id'],
  ['venues', `select to_jsonb(v) as row from venues v order by id`],
  ['organizers', 'select to_jsonb(o) as row from organizers o order by id'],
  ['terms', 'select to_jsonb(t) as row from terms t order by id'],
  ['organizers of events', 'select * from event_organizers order by 1, 2'],
  ['terms of events', 'select * from event_terms order by 1, 2'],
  ['ticket types', 'select to_jsonb(t) as row from tickets t order by id'],
  [
    'orders',
    `select to_jsonb(o) - '{coupon_id,coupon_use}'::text[] as row from orders o order by id`,
  ],
  ['lines of orders', 'select to_jsonb(l) as row from order_lines l order by order_id, ordinal'],
  [
    'history of orders',
    `select to_jsonb(m) - 'id' as row from order_moves m order by order_id, at, to_status`,
  ],
  ['attendees', `select to_jsonb(a) - 'security_code' as row from attendees a order by id`],
  ['printed codes', 'select * from brought_codes order by 1'],
  ['names in calendars', 'select * from calendar_uids order by 1'],
  ['former addresses', `select path, kind, record_id from old_addresses order by 1`],
])('%s are those of the dump', async (_, query) => {
  const [fromExports, fromDumps] = await both(query)
  expect(fromExports).toEqual(fromDumps)
  expect(fromDumps).not.toEqual([])
})

test('accounts that wrote something come without a role, which the report says', async () => {
  const { rows } = await fromExport.pool.query('select id, login, role from users order by id')
  expect(rows).toEqual([
    { id: 3, login: 'felin', role: 'subscriber' },
    { id: 7, login: 'sion', role: 'subscriber' },
  ])
  expect(report.losses.filter(({ kind }) => kind === 'user')).toHaveLength(2)
})

test('the report says what an export lacks, and the fees and coupons of orders stay in their lines', async () => {
  expect(report.notes.join(' ')).toMatch(/no settings.*no fees and coupons.*passwords of programs/)
  const { rows } = await fromExport.pool.query(
    `select (select count(*) from fees)::int as fees, (select count(*) from coupons)::int as coupons,
      (select count(*) from order_lines where fee_id is not null or coupon_id is not null)::int as lines`,
  )
  expect(rows).toEqual([{ fees: 0, coupons: 0, lines: 3 }])
})

test('stock, attendance and orders are in order', () => reportAudit(fromExport.db))

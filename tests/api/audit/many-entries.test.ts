// Database: in the short run a server alone, where there is one.
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AuditFilter, listEntries } from '../../../src/access/audit/lookup.ts'
import { startApp } from '../../support/start-app.ts'

const long = process.env['LONG'] !== undefined
const count = long ? 1_000_000 : 20_000
const mostMs = 100

const app = await startApp()

// A second for each entry, 40 records of each kind for a thousand entries, an entry of a job in a hundred. A fifth is
// of devices, which change attendees only.
await sql`
  insert into audit_entries (at, actor_kind, actor_id, actor_name, request_id, operation, action, record, record_id, before, after)
  select timestamptz '2026-01-01' + n * interval '1 second',
    case when n % 100 = 0 then 'job' when n % 3 = 2 and n % 5 < 3 then 'scanner' else 'user' end,
    case when n % 100 = 0 then null else n % 20 end, 'password:1',
    'request-' || n, (array['updateEvent', 'updateTicket', 'updateAttendee'])[1 + n % 3], 'changed',
    (array['event', 'ticket', 'attendee'])[1 + n % 3], n / 25, '{"title": "before"}', '{"title": "after"}'
  from generate_series(1, ${count}::int) as n
`.execute(app.db)
await sql`analyze audit_entries`.execute(app.db)

const middle = new Date(Date.UTC(2026, 0, 1) + (count / 2) * 1000)
const pages: [string, AuditFilter, number?][] = [
  ['the newest', {}],
  ['those far behind', {}, Math.floor(count / 10)],
  ['those of a kind of record', { record: 'event' }],
  ['those of one record', { record: 'event', record_id: 12 }],
  ['those of a record that has none', { record: 'venue', record_id: 12 }],
  ['those of one account', { actor: 'user', actor_id: 3 }],
  ['those of jobs about tickets', { actor: 'job', record: 'ticket' }],
  [
    'those of devices about tickets, of which there are none',
    { actor: 'scanner', record: 'ticket' },
  ],
  ['those of one operation', { operation: 'updateTicket' }],
  ['those of an operation that nobody asked for', { operation: 'deleteVenue' }],
  ['those of one request', { request_id: 'request-77' }],
  ['those of an hour long ago', { since: middle, until: new Date(middle.getTime() + 3_600_000) }],
  ['those before all', { until: new Date(0) }],
  [
    'those of a job in an hour',
    { actor: 'job', since: middle, until: new Date(middle.getTime() + 3_600_000) },
  ],
]

test.each(pages)(
  `of ${count} entries %s are a page within ${mostMs} ms`,
  async (_, filter, before) => {
    const times: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const begun = performance.now()
      const rows = await listEntries(app.db, filter, { before, limit: 50 })
      times.push(performance.now() - begun)
      expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => b - a))
    }
    expect(Math.min(...times)).toBeLessThan(mostMs)
  },
)

import type { Static } from 'typebox'
import { type Caller, can, reachOf } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { formatDecimal } from '../../core/money.ts'
import { toLocal } from '../../core/time.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { readTail } from '../../shop/books/read-tail.ts'
import { percentText } from '../../shop/taxes/rules.ts'
import type { Deps } from '../deps.ts'
import { readReport, type ReportRequest } from './read-report.ts'
import { bucketsMost, countBuckets, daysLater, type Period, type ReportName } from './rules.ts'
import * as shapes from './schema.ts'
import { listEntries } from './lookup.ts'
import { rowView } from './view.ts'

/** What was sold, paid, given back and let in, by day or week; and the entries behind each figure. */
export function reportRoutes(api: Api, deps: Deps) {
  reportRoute(api, deps)
  entriesRoute(api, deps)
}

function reportRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/reports/:report',
    operation: 'getReport',
    ours: true,
    summary: 'Read a report by day or week, each figure with the address of its rows',
    access: { needs: 'reports.read' },
    params: shapes.ReportParams,
    query: shapes.ReportQuery,
    returns: shapes.ReportView,
    errors: ['rest-event-not-found'],
    handle: async ({ params: { report }, query, caller, db }) => {
      const zone = await zoneOf(deps, db, { event: query.event, report, caller })
      const period = periodOf(query, { zone, now: deps.clock.now() })
      const { event, group = 'code' } = query
      const request: ReportRequest = { report, event, group, period, zone, caller }
      const { asOf, rows, totals } = await readReport({ ...deps, db }, request)
      const showing = { request, root: `${deps.publicRoot}/svc/admin/v1` }
      return {
        report,
        event: query.event ?? null,
        zone,
        ...period,
        as_of: asOf.toISOString(),
        rows: rows.map(row => ({ from: '', to: '', ...rowView(row, showing) })),
        totals: totals.map(row => rowView(row, showing)),
      }
    },
  })
}

type Wish = { event: number | undefined; report: ReportName; caller: Caller }

/** The zone of the event, which does not exist for callers who do not see the report there; without one the site's. */
async function zoneOf({ config }: Deps, db: Db, { event: id, report, caller }: Wish) {
  if (id === undefined) return config.timezone
  const right = report === 'checkins' ? 'reports.read' : 'money.read'
  const event = can(caller, right, id) ? await findEvent(db, id) : undefined
  return (event ?? fail('rest-event-not-found')).timezone
}

type Query = Static<typeof shapes.ReportQuery>

function periodOf(query: Query, { zone, now }: { zone: string; now: Date }): Period {
  const to = query.to ?? toLocal(now, zone).slice(0, 10)
  const from = query.from ?? daysLater(to, -29)
  const period = { from, to, by: query.by ?? 'day' }
  if (from > to) failParams({ to: { message: 'must not be before `from`.' } })
  if (countBuckets(period) > bucketsMost) {
    failParams({
      from: {
        message: `must be at most ${bucketsMost} days or weeks before \`to\`; ask \`by=week\`, or for a part.`,
      },
    })
  }
  return period
}

function entriesRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/books/entries',
    operation: 'listBookEntries',
    ours: true,
    list: true,
    summary: 'List entries of the books: the rows behind the figures of reports',
    access: { needs: 'money.read' },
    query: shapes.EntriesQuery,
    returns: shapes.EntryList,
    check: async ({ query }) => momentProblems(query),
    handle: async ({ query, caller, db }) => {
      const { kind, limit = 100, after = '', from, until, ...named } = query
      const { coupon_tag: couponTag, ...filter } = named
      const tail = await readTail({ ...deps, db })
      const listed = await listEntries(db, {
        tail,
        filter: {
          ...filter,
          couponTag,
          within: reachOf(caller, 'money.read'),
          from: momentOf(from),
          until: momentOf(until),
          kinds: kind?.split(','),
        },
        after,
        limit,
      })
      const rows = listed.slice(0, limit)
      return {
        as_of: tail.asOf.toISOString(),
        rows: rows.map(({ minor, currency, ...row }) => ({
          at: row.at.toISOString(),
          event: row.event_id,
          order: row.order_id,
          kind: row.kind,
          method: row.method,
          channel: row.channel,
          ticket: row.ticket_id,
          name: row.name ?? '',
          amount: formatDecimal({ minor, currency }),
          net: row.net === null ? null : formatDecimal({ minor: row.net, currency }),
          tax: row.tax === null ? null : formatDecimal({ minor: row.tax, currency }),
          tax_rate: row.tax_bp === null ? null : percentText(row.tax_bp),
          tax_code: row.tax_code,
          currency,
        })),
        next: listed.length > limit ? (rows.at(-1)?.place ?? null) : null,
      }
    },
  })
}

const momentOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** JSON Schema accepts a leap second as a date-time; `Date` does not. */
function momentProblems(query: Static<typeof shapes.EntriesQuery>): Problems {
  const names = (['from', 'until'] as const).filter(name =>
    Number.isNaN(momentOf(query[name])?.getTime() ?? 0),
  )
  return Object.fromEntries(names.map(name => [name, { message: 'must be a moment that exists.' }]))
}

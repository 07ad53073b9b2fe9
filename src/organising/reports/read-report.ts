import type { Caller } from '../../core/caller.ts'
import { reachOf } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import { readTail } from '../../shop/books/read-tail.ts'
import type { Deps } from '../deps.ts'
import {
  type Bucket,
  bucketsOf,
  type CouponGroup,
  kindsOf,
  type Period,
  type ReportName,
  reports,
} from './rules.ts'
import { type Count, countAdmitted, countSold, type Sum, sumByBucket } from './lookup.ts'

export type ReportRequest = {
  readonly report: ReportName
  readonly group: CouponGroup
  readonly event: number | undefined
  readonly period: Period
  readonly zone: string
  readonly caller: Caller
}

/** A cell: minor units, or a number of something; and what its rows are found by. */
export type Figure = { readonly minor: number } | { readonly count: number }

/** `bucket`: undefined for the whole period. `currency`: null where nothing is money. */
export type ReportRow = {
  readonly bucket: Bucket | undefined
  readonly key: string
  readonly name: string
  readonly currency: string | null
  readonly simulated: boolean
  readonly cells: Readonly<Record<string, Figure>>
}

export type Report = { asOf: Date; rows: ReportRow[]; totals: ReportRow[] }

/** A report of a period, in the days or weeks of a zone (contract.md 41.1). */
export async function readReport(
  { db, clock }: Pick<Deps, 'clock'> & { db: Db },
  request: ReportRequest,
): Promise<Report> {
  const { report, event, caller } = request
  const buckets = bucketsOf(request.period, request.zone)
  if (report === 'checkins') {
    const within = reachOf(caller, 'reports.read')
    const counts = await countAdmitted(db, { buckets, within, event })
    return {
      asOf: clock.now(),
      ...tableOf(
        counts.map(count => counted(count, 'admitted')),
        buckets,
      ),
    }
  }
  const within = reachOf(caller, 'money.read')
  const tail = await readTail({ db, clock })
  const last = buckets.at(-1)?.ends
  const until = tail.isLong && (!last || tail.asOf < last) ? tail.asOf : last
  const from = report === 'open' ? undefined : buckets[0]?.starts
  const sums = await sumByBucket(db, {
    report,
    group: request.group,
    tail,
    buckets,
    filter: {
      within,
      event,
      from,
      until,
      ...(report === 'tax' && { kinds: kindsOf['charged'] }),
      ...(report === 'prices' && { kinds: ['sale', 'return'] }),
    },
  })
  const { asOf } = tail
  if (report === 'open') return { asOf, ...statementOf(sums, buckets) }
  const parts = sums.map(sum => partOf(sum, reports[report].cells))
  const places =
    report === 'tickets' ? await countSold(db, { buckets, within, event }) : ([] as Count[])
  return { asOf, ...tableOf([...parts, ...places.map(count => counted(count, 'places'))], buckets) }
}

/** `at`: its bucket; null for the whole period. */
type Part = Omit<ReportRow, 'bucket' | 'cells'> & { at: number | null; cells: Map<string, Figure> }

const counted = ({ bucket: at, key, name, count }: Count, cell: string): Part => ({
  at,
  key,
  name,
  currency: null,
  simulated: false,
  cells: new Map([[cell, { count }]]),
})

function partOf(entries: Sum, names: readonly string[]): Part {
  const { bucket: at, kind, minor, net, tax, orders, ...sum } = entries
  const cells = new Map<string, Figure>()
  if (names.includes('tax')) {
    const figures = [
      ['gross', minor],
      ['net', net],
      ['tax', tax],
    ] as const
    for (const [cell, own] of figures) cells.set(cell, { minor: own })
    return { ...sum, at, cells }
  }
  for (const cell of names) {
    if (kindsOf[cell]?.includes(kind)) cells.set(cell, { minor })
  }
  const isCounted = names.includes('orders') && (kind === 'sale' || !names.includes('sales'))
  if (isCounted) cells.set('orders', { count: orders })
  return { ...sum, at, cells }
}

/**
 * Parts with one bucket, key and currency are one row; the same without buckets are the totals, from the parts of the whole period
 * where there are any.
 */
function tableOf(parts: readonly Part[], buckets: readonly Bucket[]) {
  const table = (some: readonly Part[], bucketOf: (part: Part) => number) => {
    const rows = new Map<string, Part & { at: number }>()
    for (const part of some) {
      const at = bucketOf(part)
      const name = [String(at + 1).padStart(4, '0'), part.simulated, part.currency, part.key].join(
        ' ',
      )
      rows.set(name, { ...joined(rows.get(name), part), at })
    }
    return [...rows]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { at, cells, ...row }]) => ({
        ...row,
        bucket: buckets[at],
        cells: Object.fromEntries(cells),
      }))
      .filter(({ cells }) => Object.keys(cells).length > 0)
  }
  const whole = parts.filter(({ at }) => at === null)
  return {
    rows: table(
      parts.filter(({ at }) => at !== null),
      ({ at }) => at ?? -1,
    ),
    totals: table(whole.length > 0 ? whole : parts, () => -1),
  }
}

function joined(before: Part | undefined, part: Part): Part {
  if (!before) return part
  const cells = new Map(before.cells)
  for (const [name, figure] of part.cells) cells.set(name, plus(cells.get(name), figure))
  return { ...before, name: before.name || part.name, cells }
}

function plus(one: Figure | undefined, other: Figure): Figure {
  if (!one) return other
  if ('minor' in one && 'minor' in other) return { minor: one.minor + other.minor }
  return 'count' in one && 'count' in other ? { count: one.count + other.count } : other
}

/** What was open before each bucket, what changed it, and what was open after: the next one begins with it. */
function statementOf(sums: readonly Sum[], buckets: readonly Bucket[]) {
  const books = new Map<string, Sum[]>()
  for (const sum of sums) {
    const name = `${sum.simulated} ${sum.currency}`
    books.set(name, [...(books.get(name) ?? []), sum])
  }
  const lists = [...books]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, list]) => list)
  const rows: ReportRow[] = []
  const totals: ReportRow[] = []
  for (const list of lists) {
    const { currency = '', simulated = false } = list[0] ?? {}
    const about = { key: '', name: '', currency, simulated }
    const within = (at: number, cell: string) =>
      list
        .filter(({ bucket, kind }) => bucket === at && kindsOf[cell]?.includes(kind))
        .reduce((all, { minor }) => all + minor, 0)
    const begin = within(-1, 'charged') - within(-1, 'paid')
    let before = begin
    const changes = { charged: 0, paid: 0, returned: 0 }
    buckets.forEach((bucket, at) => {
      const [charged, paid, returned] = [
        within(at, 'charged'),
        within(at, 'payments'),
        -within(at, 'returned') || 0,
      ]
      const after = before + charged - paid + returned
      rows.push({ ...about, bucket, cells: inMinor({ before, charged, paid, returned, after }) })
      changes.charged += charged
      changes.paid += paid
      changes.returned += returned
      before = after
    })
    const cells = inMinor({ before: begin, ...changes, after: before })
    totals.push({ ...about, bucket: undefined, cells })
  }
  return { rows, totals }
}

const inMinor = (minors: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(minors).map(([name, minor]) => [name, { minor }]))

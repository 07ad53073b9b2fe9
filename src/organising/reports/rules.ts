import { dayEdge, toInstant } from '../../core/time.ts'

/** What a report counts, by its name (contract.md 41.1). */
export const reports = {
  sales: { cells: ['sales', 'fees', 'discounts', 'rounding', 'returns', 'charged'] },
  tickets: { cells: ['places', 'sales', 'fees', 'returns'] },
  prices: { cells: ['sales', 'returns'] },
  channels: { cells: ['orders', 'sales', 'fees', 'discounts', 'returns', 'charged'] },
  coupons: { cells: ['orders', 'discounts'] },
  payments: { cells: ['payments', 'refunds', 'disputes', 'paid'] },
  checkins: { cells: ['admitted'] },
  tax: { cells: ['gross', 'net', 'tax'] },
  open: { cells: ['before', 'charged', 'paid', 'returned', 'after'] },
} as const

/** Whether a report of coupons has a row for each code or for each tag. */
export const couponGroups = ['code', 'tag'] as const
export type CouponGroup = (typeof couponGroups)[number]

export const countsOrders = (report: ReportName): boolean =>
  (reports[report].cells as readonly string[]).includes('orders')

export type ReportName = keyof typeof reports
export const reportNames = Object.keys(reports) as ReportName[]

/** The kinds of entries that a cell adds up, and `-` for those that it takes away. */
export const kindsOf: Readonly<Record<string, readonly string[]>> = {
  sales: ['sale'],
  fees: ['fee'],
  discounts: ['discount'],
  rounding: ['rounding'],
  returns: ['return'],
  charged: ['sale', 'fee', 'discount', 'rounding', 'return'],
  payments: ['payment'],
  refunds: ['refund'],
  disputes: ['dispute'],
  paid: ['payment', 'refund', 'dispute'],
  returned: ['refund', 'dispute'],
}

/** One day or week: its first and last day, and its moments, the end excluded. */
export type Bucket = {
  readonly from: string
  readonly to: string
  readonly starts: Date
  readonly ends: Date
}

export const bucketsMost = 400

/** What a row of `prices` is of, read from its key: ticket, price in minor units, and the tax or nothing. */
export function priceOfKey(key: string) {
  const [, ticket = '', price = '', tax = ''] = /^(\d+)-(-?\d+)(?:-(.+))?$/.exec(key) ?? []
  return { ticket, price, tax }
}

const dayMs = 86_400_000
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The day that many days later, as a calendar counts. */
export const daysLater = (day: string, days: number): string => dayOf(utc(day) + days * dayMs)

/** Whether a text is a day of the calendar, in the years 1970 to 9998. */
export const isDay = (text: string): boolean =>
  /^(19[789]\d|[2-9]\d{3})-\d\d-\d\d$/.test(text) &&
  text < '9999' &&
  !Number.isNaN(utc(text)) &&
  dayOf(utc(text)) === text

/** How many buckets a period has. */
export function countBuckets({ from, to, by }: Period): number {
  const days = (utc(to) - utc(from)) / dayMs + 1
  return by === 'day' ? days : Math.ceil((days + weekday(from)) / 7)
}

export type Period = { readonly from: string; readonly to: string; readonly by: 'day' | 'week' }

/** Days since Monday. */
const weekday = (day: string) => (new Date(utc(day)).getUTCDay() + 6) % 7

/**
 * The days or weeks of a period on the clock of a zone, in order and without gaps. Weeks begin on Monday; the first and the
 * last may be shorter. A day on which clocks change has 23 or 25 hours.
 */
export function bucketsOf(period: Period, zone: string): Bucket[] {
  const buckets: Bucket[] = []
  for (let from = period.from; from <= period.to; ) {
    const wished = period.by === 'day' ? from : daysLater(from, 6 - weekday(from))
    const to = wished < period.to ? wished : period.to
    const next = daysLater(to, 1)
    const ends = toInstant(`${next} 00:00:00`, zone)
    buckets.push({ from, to, starts: dayEdge(`${from} 00:00:00`, 'start', zone).instant, ends })
    from = next
  }
  return buckets
}

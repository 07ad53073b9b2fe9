import type { Report } from '@marquee-events/client'
import type { Bar } from '../../pieces/chart.tsx'
import { dayWords, moneyWords } from '../../pieces/words.ts'

export const reportTitles: Readonly<Record<string, string>> = {
  sales: 'Sales',
  tickets: 'Tickets',
  prices: 'Prices and rates',
  channels: 'Ways in',
  coupons: 'Codes',
  payments: 'Payments',
  tax: 'Tax',
  checkins: 'Came in',
  open: 'Open amounts',
}

const heads: Readonly<Record<string, string>> = {
  sales: 'Tickets',
  returns: 'Given back',
  discounts: 'Discounts',
  charged: 'Charged',
  payments: 'Came in',
  refunds: 'Refunds',
  disputes: 'Disputes',
  paid: 'Paid',
  returned: 'Returned',
  before: 'Open before',
  after: 'Open after',
  admitted: 'Came in',
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const headOf = (name: string): string => heads[name] ?? capital(name)

export const cellWords = (value: string, currency: string | null): string =>
  currency === null || !value.includes('.') ? value : moneyWords(value, currency)

type ReportRow = Report['totals'][number] & { from?: string; to?: string }
type Cell = { value: string; rows: string }

export type Line = {
  id: string
  title: string
  currency: string | null
  cells: Record<string, Cell>
}

/** Counts and amounts of the same thing as one line. */
export function merged(rows: readonly ReportRow[]): Line[] {
  const lines = new Map<string, Line>()
  for (const row of rows) {
    const { from = '', key, name, currency, simulated, cells } = row
    const id = `${from} ${key}`
    const before = [...lines.values()].find(
      line => line.id.startsWith(`${id}|`) && (line.currency === null || currency === null),
    )
    const words = [from && dayWords(from), name || key, simulated ? 'simulated payments' : '']
    const title = capital(words.filter(word => word !== '').join(' · ')) || (currency ?? '')
    const line = before ?? { id: `${id}|${currency}${simulated}`, title, currency, cells: {} }
    lines.set(line.id, {
      ...line,
      currency: line.currency ?? currency,
      cells: { ...line.cells, ...(cells as Record<string, Cell>) },
    })
  }
  return [...lines.values()]
}

/** A report of codes by tag, in which those without one are called so. */
export function withTags(report: Report): Report {
  const called = <Row extends { key: string; name: string }>(row: Row) =>
    row.key === '' ? { ...row, name: 'without a tag' } : row
  return report.report === 'coupons'
    ? { ...report, rows: report.rows.map(called), totals: report.totals.map(called) }
    : report
}

/** The figures that the report has, in its order. */
export const columnsOf = ({ totals }: Report): string[] => [
  ...new Set(totals.flatMap(({ cells }) => Object.keys(cells))),
]

const barsWithWords = 6

/** An amount above its column: whole where there is room, else without currency and fractions. */
function figureWords(
  value: number,
  { isMoney, currency, isFew }: { isMoney: boolean; currency: string | null; isFew: boolean },
): string {
  if (!isMoney || currency === null) return String(value)
  return isFew ? moneyWords(value, currency) : Math.round(value).toLocaleString('en')
}

/** The columns of the chart: one figure of one currency by day. What the sandbox simulated is left to the table. */
export function dayBars({ rows, totals }: Report, cell: string): Bar[] {
  const real = totals.find(({ simulated }) => !simulated) ?? totals[0]
  const isFew = new Set(rows.map(({ from }) => from)).size <= barsWithWords
  const bars = new Map<string, Bar>()
  for (const { from, cells, currency, simulated } of rows) {
    const figure = (cells as Record<string, Cell>)[cell]
    if (!figure || currency !== real?.currency || simulated !== real.simulated) continue
    const before = bars.get(from)
    const value = Number(figure.value) + (before?.value ?? 0)
    const address = Object.fromEntries(new URL(figure.rows).searchParams)
    const name = dayWords(from)
    const label = figureWords(value, { isMoney: figure.value.includes('.'), currency, isFew })
    bars.set(from, { name, short: from.slice(8), value, label, rows: before?.rows ?? address })
  }
  return [...bars.values()].slice(-31)
}

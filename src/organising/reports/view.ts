import { formatDecimal } from '../../core/money.ts'
import type { Cell } from './schema.ts'
import type { Figure, ReportRequest, ReportRow } from './read-report.ts'
import { percentText } from '../../shop/taxes/rules.ts'
import { bucketsOf, kindsOf, priceOfKey, reports } from './rules.ts'

/** `root`: the address of the routes of administration. */
type Showing = { readonly request: ReportRequest; readonly root: string }

/** A row with the address of the rows of each figure. */
export function rowView(row: ReportRow, showing: Showing) {
  const { bucket, key, currency, simulated } = row
  const name = showing.request.report === 'prices' ? pricedName(row) : row.name
  const figures = { ...noughts(row, showing), ...row.cells }
  const cells = Object.fromEntries(
    Object.entries(figures).map(([cell, figure]): [string, Cell] => [
      cell,
      { value: valueOf(figure, currency), rows: addressOf(cell, row, showing) },
    ]),
  )
  return {
    ...(bucket && { from: bucket.from, to: bucket.to }),
    key,
    name,
    currency,
    simulated,
    cells,
  }
}

/** Such as `Stalls at 30.00, 19 %`. */
function pricedName({ key, name, currency }: ReportRow): string {
  const { price, tax } = priceOfKey(key)
  const amount = formatDecimal({ minor: Number(price), currency: currency ?? '' })
  const [, basisPoints] = /-(\d+)$/.exec(tax) ?? []
  return `${name} at ${amount}${basisPoints === undefined ? '' : `, ${percentText(Number(basisPoints))} %`}`
}

const countedByPlaces: Readonly<Record<string, string>> = { places: 'created', admitted: 'entered' }

/** A row of money has each figure of money, also where nothing happened. */
function noughts({ currency }: ReportRow, { request }: Showing): Record<string, Figure> {
  if (currency === null) return {}
  const names = reports[request.report].cells.filter(name => !(name in countedByPlaces))
  return Object.fromEntries(
    names.map(name => [name, name === 'orders' ? { count: 0 } : { minor: 0 }]),
  )
}

const valueOf = (figure: Figure, currency: string | null) =>
  'count' in figure
    ? String(figure.count)
    : formatDecimal({ minor: figure.minor, currency: currency ?? '' })

const dimensions: Readonly<Record<string, string>> = {
  tickets: 'ticket',
  channels: 'channel',
  coupons: 'coupon',
  payments: 'method',
  tax: 'tax',
}

function addressOf(cell: string, row: ReportRow, showing: Showing): string {
  const all = bucketsOf(showing.request.period, showing.request.zone)
  const bounds = {
    starts: (row.bucket ?? all[0])?.starts.toISOString(),
    ends: (row.bucket ?? all.at(-1))?.ends,
  }
  const by = countedByPlaces[cell]
  return by === undefined
    ? addressOfEntries(cell, row, { ...showing, bounds })
    : addressOfPlaces(by, row, { ...showing, bounds })
}

type Bounded = Showing & { bounds: { starts: string | undefined; ends: Date | undefined } }

const addressOfPlaces = (by: string, { key }: ReportRow, { request, root, bounds }: Bounded) =>
  withQuery(`${root}/attendees`, {
    'filter.event': request.event,
    'filter.ticket': key,
    [`filter.${by}.gte`]: bounds.starts,
    [`filter.${by}.lte`]: bounds.ends && new Date(bounds.ends.getTime() - 1).toISOString(),
  })

function addressOfEntries(cell: string, row: ReportRow, { request, root, bounds }: Bounded) {
  const { event } = request
  const isStanding = cell === 'before' || cell === 'after'
  return withQuery(`${root}/books/entries`, {
    event,
    from: isStanding ? undefined : bounds.starts,
    until: cell === 'before' ? bounds.starts : bounds.ends?.toISOString(),
    kind: kindsOfCell(cell, request).join(','),
    ...dimensionOf(row, request),
    currency: row.currency ?? undefined,
    simulated: String(row.simulated),
  })
}

/** What the entries of a row have in common. Coupons without a tag have no name for it. */
function dimensionOf({ key }: ReportRow, { report, group }: ReportRequest) {
  if (report === 'prices') {
    const { ticket, price, tax } = priceOfKey(key)
    return { ticket, price, tax: tax === '' ? 'none' : tax }
  }
  if (report !== 'coupons' || group === 'code') return { [dimensions[report] ?? 'key']: key }
  return key === '' ? { tagged: 'false' } : { coupon_tag: key }
}

function kindsOfCell(cell: string, { report }: ReportRequest): readonly string[] {
  if (report === 'tax') return kindsOf['charged'] ?? []
  if (report === 'open' && cell === 'paid') return kindsOf['payments'] ?? []
  if (cell === 'orders') return report === 'coupons' ? ['discount'] : ['sale']
  return cell === 'before' || cell === 'after' ? ofStanding : (kindsOf[cell] ?? [])
}

const ofStanding = [...(kindsOf['charged'] ?? []), ...(kindsOf['paid'] ?? [])]

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return `${path}?${new URLSearchParams(parts)}`
}

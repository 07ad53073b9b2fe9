import { type LineTax, taxesWithin, taxLeft } from '../taxes/rules.ts'
import type { Cause, OrderRecord } from './causes.ts'
import type { EntryKind } from './entry-kinds.ts'
import { type EventId, shared, sumOf } from './sheet.ts'

type Draft = { kind: EntryKind; eventId: EventId; amountMinor: number; lineId?: number }

/** What of an entry is net, and what tax; null while its rate is not known. */
export type Taxed = {
  netMinor: number | null
  taxMinor: number | null
  taxBp: number | null
  taxCode: string | null
}

const untaxed: Taxed = { netMinor: null, taxMinor: null, taxBp: null, taxCode: null }

/** What is left of the charge of one line of places, at one rate, and of its tax. */
type Pool = {
  eventId: EventId
  place: number | null
  rate: LineTax | null
  gross: number
  tax: number
}
type Part = { pool: Pool; minor: number; tax: number }

export type TaxSheet = { split<T extends Draft>(cause: Cause, drafts: readonly T[]): (T & Taxed)[] }

/**
 * Splits the entries of an order by the rates of its lines, cause by cause. What is sold has the tax of its line; a coupon, a
 * rounding and what is given back are shared by what is charged of each rate, and take its tax along (contract.md 43.3). An
 * order of which no line has a rate has the entries it had.
 */
export function openTaxes(order: OrderRecord): TaxSheet {
  const rates = ratesOf(order)
  if (rates.size === 0) {
    return { split: (_, drafts) => drafts.map(draft => ({ ...draft, ...untaxed })) }
  }
  const pools: Pool[] = []
  const returned = new Map<number, readonly (readonly Part[])[]>()
  const places = placesOf(order)
  const coupons = couponsOf(order)
  const undiscounted = undiscountedOf(order)
  return {
    split(cause, drafts) {
      const parts =
        cause.kind === 'bounce'
          ? takenAgain(returned.get(cause.id) ?? [], drafts)
          : drafts.map(draft => partsOf(draft, { pools, rates, places, coupons, undiscounted }))
      const charged = drafts.flatMap(({ kind }, at) => (isCharge(kind) ? (parts[at] ?? []) : []))
      if (cause.kind !== 'bounce') giveTaxes(charged)
      if (cause.kind === 'move') {
        for (const [at, draft] of drafts.entries())
          parts[at] = settled(parts[at] ?? [], draft, pools)
      }
      if (cause.kind === 'refund') {
        returned.set(
          cause.id,
          parts.filter((_, at) => drafts[at]?.kind === 'return'),
        )
      }
      return drafts.flatMap((draft, at) => written(draft, parts[at] ?? []))
    },
  }
}

type Sheet = {
  pools: Pool[]
  rates: ReadonlyMap<number, LineTax>
  /** The line of places to which a line belongs: a fee is of the places on which it is charged. */
  places: ReadonlyMap<number, number>
  coupons: ReadonlySet<number>
  /** The lines that a limited coupon takes nothing from (contract.md 42.3). */
  undiscounted: ReadonlySet<number>
}

function ratesOf({ lines, moves }: OrderRecord): Map<number, LineTax> {
  const rates = new Map<number, LineTax>()
  for (const { id, tax_bp: bp, tax_code: code } of lines) {
    if (bp !== null && code !== null) rates.set(id, { bp, code })
  }
  for (const { to_line_id: id, tax_bp: bp, tax_code: code } of moves) {
    if (bp !== null && code !== null) rates.set(id, { bp, code })
  }
  return rates
}

const placesOf = ({ lines }: OrderRecord): Map<number, number> =>
  new Map(
    lines.flatMap(({ id, kind, ticket_id: ticket }) => {
      const own = lines.find(line => line.kind === 'ticket' && line.ticket_id === ticket)
      return kind === 'fee' && own ? [[id, own.id] as const] : []
    }),
  )

const couponsOf = ({ lines }: OrderRecord): Set<number> =>
  new Set(lines.flatMap(({ id, kind }) => (kind === 'coupon' ? [id] : [])))

const undiscountedOf = ({ lines }: OrderRecord): Set<number> =>
  new Set(lines.flatMap(({ id, takes_discount: takes }) => (takes === false ? [id] : [])))

const isCharge = (kind: EntryKind) =>
  kind === 'sale' || kind === 'fee' || kind === 'discount' || kind === 'rounding'

/** The parts of an entry by pool; of what is paid there are none. They are added to the pools, but for the tax of charges. */
function partsOf(draft: Draft, sheet: Sheet): Part[] {
  const { kind, amountMinor: minor, lineId } = draft
  if (kind === 'return') return returnOf(draft, sheet.pools)
  if (!isCharge(kind)) return []
  const isShared = kind === 'rounding' || sheet.coupons.has(lineId ?? 0)
  const isOf = (pool: Pool) => kind === 'rounding' || !sheet.undiscounted.has(pool.place ?? 0)
  const had = isShared ? poolsWith(sheet.pools, draft).filter(isOf) : []
  const shares = had.length > 0 ? sharesOf(minor, had) : [{ pool: poolOf(draft, sheet), minor }]
  for (const share of shares) share.pool.gross += share.minor
  return shares.map(share => ({ ...share, tax: 0 }))
}

const poolsWith = (pools: readonly Pool[], { eventId }: Pick<Draft, 'eventId'>): Pool[] =>
  pools.filter(pool => pool.eventId === eventId && pool.gross > 0)

function poolOf({ eventId, lineId }: Draft, { pools, rates, places }: Sheet): Pool {
  const rate = rates.get(lineId ?? 0) ?? null
  const place = places.get(lineId ?? 0) ?? lineId ?? null
  const own = pools.find(
    pool => pool.eventId === eventId && pool.place === place && isSame(pool.rate, rate),
  )
  if (own) return own
  const fresh = { eventId, place, rate, gross: 0, tax: 0 }
  pools.push(fresh)
  return fresh
}

const isSame = (one: LineTax | null, other: LineTax | null) =>
  one?.bp === other?.bp && one?.code === other?.code

/** An amount shared in proportion to what is left of each pool; no share is more than that unless the amount is. */
function sharesOf(minor: number, pools: readonly Pool[]): { pool: Pool; minor: number }[] {
  const byPool = shared(minor, new Map(pools.map(({ gross }, at) => [at, gross])))
  return pools.flatMap((pool, at) => {
    const own = byPool.get(at) ?? 0
    return own === 0 ? [] : [{ pool, minor: own }]
  })
}

/** What is given back: of its line as far as something is left of it, the rest of what is left of the event. */
function returnOf(draft: Draft, pools: readonly Pool[]): Part[] {
  const back = -draft.amountMinor
  const left = poolsWith(pools, draft)
  const own = left.filter(({ place }) => place === draft.lineId)
  const others = left.filter(pool => !own.includes(pool))
  const first = Math.min(back, sumOf(own.map(({ gross }) => gross)))
  const second = Math.min(back - first, sumOf(others.map(({ gross }) => gross)))
  const taken = [...sharesOf(first, own), ...sharesOf(second, others)].map(({ pool, minor }) =>
    take(pool, minor),
  )
  const beyond = back - first - second
  if (beyond === 0) return taken
  // More than the lines were charged, which no rate is known of.
  const none = { eventId: draft.eventId, place: null, rate: null, gross: 0, tax: 0 }
  return [...taken, { pool: none, minor: -beyond, tax: 0 }]
}

/**
 * A moved place returns what it was worth, of which goodwill may have given back a part before. What is beyond the rest lessens the
 * line that it moved to: otherwise that line would be taxed for more than is charged.
 */
function settled(parts: readonly Part[], draft: Draft, pools: readonly Pool[]): Part[] {
  return parts.flatMap(part =>
    draft.kind === 'return' && !pools.includes(part.pool)
      ? returnOf({ ...draft, amountMinor: part.minor }, pools)
      : [part],
  )
}

function take(pool: Pool, minor: number): Part {
  const left = pool.gross - minor
  const tax = pool.tax - taxLeft(pool.tax, { left, whole: pool.gross })
  pool.gross = left
  pool.tax -= tax
  return { pool, minor: -minor, tax: -tax }
}

/** Parts that were given back and came back themselves: as many of each as there were. */
function takenAgain(returned: readonly (readonly Part[])[], drafts: readonly Draft[]): Part[][] {
  const before = [...returned]
  return drafts.map(({ kind }) => {
    if (kind !== 'return') return []
    return (before.shift() ?? []).map(({ pool, minor, tax }) => {
      pool.gross -= minor
      pool.tax -= tax
      return { pool, minor: -minor, tax: -tax }
    })
  })
}

/** Gives the charges of one cause their tax: rounded once for each rate. */
function giveTaxes(parts: readonly Part[]) {
  const byRate = new Map<string, Part[]>()
  for (const part of parts) {
    const { rate } = part.pool
    if (!rate) continue
    const name = `${rate.bp} ${rate.code}`
    byRate.set(name, [...(byRate.get(name) ?? []), part])
  }
  for (const own of byRate.values()) giveTaxesOfRate(own, own[0]?.pool.rate?.bp ?? 0)
}

/**
 * The tax of a rate is shared by its lines first, and then by the entries of each. A line that a coupon has left nothing of has no
 * tax then, however its entries are rounded: nothing could ever give it back.
 */
function giveTaxesOfRate(parts: readonly Part[], bp: number) {
  const byPool = new Map<Pool, Part[]>()
  for (const part of parts) byPool.set(part.pool, [...(byPool.get(part.pool) ?? []), part])
  const lines = [...byPool.values()]
  const taxes = taxesWithin(lines.map(minorsIn).map(sumOf), bp)
  for (const [at, own] of lines.entries()) {
    const within = taxesWithin(minorsIn(own), bp)
    const [largest] = own.toSorted((one, other) => Math.abs(other.minor) - Math.abs(one.minor))
    const rest = (taxes[at] ?? 0) - sumOf(within)
    for (const [n, part] of own.entries()) {
      part.tax = (within[n] ?? 0) + (part === largest ? rest : 0)
      part.pool.tax += part.tax
    }
  }
}

const minorsIn = (parts: readonly Part[]) => parts.map(({ minor }) => minor)

/** An entry for each rate of a draft; what is paid stays one entry. */
function written<T extends Draft>(draft: T, parts: readonly Part[]): (T & Taxed)[] {
  if (parts.length === 0) return [{ ...draft, ...untaxed }]
  const byRate: Part[] = []
  for (const { pool, minor, tax } of parts) {
    const own = byRate.find(part => isSame(part.pool.rate, pool.rate))
    if (own) Object.assign(own, { minor: own.minor + minor, tax: own.tax + tax })
    else byRate.push({ pool, minor, tax })
  }
  return byRate
    .filter(({ minor }) => minor !== 0)
    .map(({ pool: { rate }, minor, tax }) => ({
      ...draft,
      amountMinor: minor,
      ...(rate
        ? { netMinor: minor - tax, taxMinor: tax, taxBp: rate.bp, taxCode: rate.code }
        : untaxed),
    }))
}

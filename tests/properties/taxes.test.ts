// Database: none.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BookedLine, OrderRecord, RefundRow } from '../../src/shop/books/causes.ts'
import { isOwed } from '../../src/shop/books/entry-kinds.ts'
import { type Entry, entriesOfOrder } from '../../src/shop/books/entries-of-order.ts'
import { orderLines, roundedTo, totalCart } from '../../src/shop/pricing/rules.ts'

const long = process.env['LONG'] !== undefined
const carts = Number(process.env['CARTS'] ?? (long ? 100_000 : 200))
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 4))

const rates = [
  { code: 'S', bp: 1900 },
  { code: 'S', bp: 700 },
  { code: 'S', bp: 770 },
  { code: 'S', bp: 1 },
  { code: 'S', bp: 10_000 },
  { code: 'Z', bp: 0 },
  { code: 'O', bp: 0 },
]
const rate = fc.option(fc.constantFrom(...rates), { freq: 6 })
const minor = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 10 ** 9 }))
const charge = fc.oneof(
  fc.record({ kind: fc.constant('flat' as const), amount: fc.integer({ min: 0, max: 5000 }) }),
  fc.record({ kind: fc.constant('percent' as const), amount: fc.integer({ min: 1, max: 10_000 }) }),
)
const someLine = fc.record({
  eventId: fc.integer({ min: 1, max: 2 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  unitMinor: minor,
  rate,
  fee: fc.option(charge),
  feeRate: rate,
})
const back = fc.record({
  of: fc.nat(9),
  share: fc.integer({ min: 1, max: 100 }),
  isNamed: fc.boolean(),
})
const history = fc.record({
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  gateway: fc.constantFrom('card' as const, 'staff' as const),
  lines: fc.array(someLine, { minLength: 1, maxLength: 6 }),
  coupon: fc.option(charge),
  rounding: fc.constantFrom(0, 0, 0, 1, -1, 2),
  backs: fc.array(back, { maxLength: 5 }),
  isAllBack: fc.boolean(),
  bounces: fc.boolean(),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

/** The order as rows have it, with the rates that its lines were sold with. */
function linesOf({ currency, lines, coupon, rounding }: History): BookedLine[] {
  const totals = totalCart({
    currency,
    lines: lines.map(({ eventId, quantity, unitMinor }, at) => ({
      ticketId: at + 1,
      eventId,
      name: 'Seat',
      quantity,
      unitMinor,
      regularUnitMinor: unitMinor,
      names: [],
      optedOut: true,
      going: null,
    })),
    fees: new Map(
      lines.flatMap(({ fee }, at) =>
        fee ? [[at + 1, [{ ...fee, id: at + 1, name: 'Fee' }]]] : [],
      ),
    ),
    coupon: coupon && { ...coupon, id: 9, slug: 'off', name: 'Off' },
  })
  const payable = Math.max(0, totals.totalMinor + rounding)
  return orderLines(totals.totalMinor > 5 ? roundedTo(totals, payable) : totals).map((line, at) => {
    const own = lines[(line.ticket_id ?? 0) - 1]
    const tax =
      line.kind === 'ticket' ? own?.rate : line.fee_id ? (own?.feeRate ?? own?.rate) : null
    return {
      ...line,
      id: at + 1,
      tax_bp: tax?.bp ?? null,
      tax_code: tax?.code ?? null,
      tax_name: null,
    }
  })
}

function recordOf(told: History): OrderRecord {
  const lines = linesOf(told)
  const total = sum(lines.map(({ total_minor: own }) => own))
  const refunds: RefundRow[] = []
  let left = total
  const give = (amount: number, lineId?: number, failed = false) => {
    if (amount <= 0 || amount > left) return
    const id = refunds.length + 1
    const parts = lineId === undefined ? [] : [{ lineId, amountMinor: amount }]
    const at = 10 + id * 2
    const method = 'paid' as const
    refunds.push({
      id,
      amount_minor: amount,
      parts,
      done_at: at,
      failed_at: failed ? at + 1 : null,
      method,
      of_move: false,
    })
    if (!failed) left -= amount
  }
  for (const { of, share, isNamed } of told.backs) {
    const line = lines.filter(({ kind }) => kind === 'ticket')[of % told.lines.length]
    const amount = Math.floor(((isNamed ? (line?.total_minor ?? 0) : left) * share) / 100)
    give(amount, isNamed ? line?.id : undefined, told.bounces && share % 2 === 0)
  }
  if (told.isAllBack) give(left)
  return {
    id: 1,
    gateway: told.gateway,
    currency: told.currency,
    event_id: 1,
    completed_at: 1,
    lines,
    payments: [{ id: 1, method: 'card', amount_minor: total, at: 2 }],
    refunds,
    disputes: [],
    moves: [],
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const bigSum = (numbers: readonly bigint[]) => numbers.reduce((all, one) => all + one, 0n)

/** The tax of a gross amount as a fraction, rounded half up: an exact rational model. */
const modelTax = (gross: number, bp: number) => {
  const [above, below] = [2n * BigInt(gross) * BigInt(bp), 2n * (10_000n + BigInt(bp))]
  return Number((above + below / 2n) / below)
}

function byRate(entries: readonly Entry[]) {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (entry.taxBp === null) continue
    const name = `${entry.taxBp} ${entry.taxCode}`
    groups.set(name, [...(groups.get(name) ?? []), entry])
  }
  return [...groups.values()]
}

test(`g1: the tax of each rate is that of its sum, lines add up to it, and what is given back takes its tax along to zero (SEED=${seed})`, () => {
  const tally = { groups: 0, emptied: 0, split: 0 }
  fc.assert(
    fc.property(history, told => {
      const order = recordOf(told)
      const entries = entriesOfOrder(order)
      const sold = entries.filter(({ causeKind }) => causeKind === 'order')
      const total = sum(order.lines.map(({ total_minor: own }) => own))
      expect(sum(sold.map(({ amountMinor }) => amountMinor))).toBe(total)
      for (const { amountMinor, netMinor, taxMinor, taxBp } of entries) {
        expect(netMinor === null).toBe(taxBp === null)
        if (netMinor !== null) expect(netMinor + (taxMinor ?? 0)).toBe(amountMinor)
      }
      for (const group of byRate(sold)) {
        const gross = sum(group.map(({ amountMinor }) => amountMinor))
        const bp = group[0]?.taxBp ?? 0
        expect(sum(group.map(({ taxMinor }) => taxMinor ?? 0))).toBe(modelTax(gross, bp))
        for (const { amountMinor, taxMinor } of group) {
          const apart =
            BigInt(taxMinor ?? 0) * (10_000n + BigInt(bp)) - BigInt(amountMinor) * BigInt(bp)
          // Entries that are shared by several lines have a unit for each of them.
          const most = BigInt(told.lines.length * 2) * (10_000n + BigInt(bp))
          expect(apart < 0n ? -apart < most : apart < most).toBe(true)
        }
        tally.groups += 1
      }
      const owed = entries.filter(({ kind }) => isOwed(kind))
      const isEmpty = sum(owed.map(({ amountMinor }) => amountMinor)) === 0
      if (isEmpty) {
        tally.emptied += 1
        for (const group of byRate(owed))
          expect(sum(group.map(({ taxMinor }) => taxMinor ?? 0))).toBe(0)
      }
      tally.split += byRate(sold).length > 1 ? 1 : 0
    }),
    { seed, numRuns: carts, endOnFailure: true },
  )
  expect(tally.groups).toBeGreaterThan(carts)
  expect(tally.emptied).toBeGreaterThan(carts / 20)
  expect(tally.split).toBeGreaterThan(carts / 10)
}, 1_800_000)

test('an order that was sold without rates has the entries it had, without net and tax', () => {
  fc.assert(
    fc.property(history, told => {
      const order = recordOf(told)
      const without = order.lines.map(line => ({ ...line, tax_bp: null, tax_code: null }))
      const plain = entriesOfOrder({ ...order, lines: without })
      for (const entry of plain) expect([entry.netMinor, entry.taxBp]).toEqual([null, null])
      const sums = (entries: readonly Entry[]) => {
        const map = new Map<string, bigint>()
        for (const { causeKind, causeId, kind, eventId, lineId, amountMinor } of entries) {
          const name = [causeKind, causeId, kind, eventId, lineId].join(' ')
          map.set(name, bigSum([map.get(name) ?? 0n, BigInt(amountMinor)]))
        }
        return [...map].filter(([, own]) => own !== 0n)
      }
      expect(sums(entriesOfOrder(order))).toEqual(sums(plain))
    }),
    { seed, numRuns: Math.min(carts, 5000), endOnFailure: true },
  )
}, 1_800_000)

test('the discount of a limited coupon takes along the tax of the tickets that it was taken from, and of no other', () => {
  const line = (id: number, kind: BookedLine['kind'], minor: number, bp: number | null) => ({
    id,
    kind,
    ticket_id: kind === 'coupon' ? null : id,
    event_id: 1,
    fee_id: null,
    coupon_id: kind === 'coupon' ? 9 : null,
    quantity: 1,
    total_minor: minor,
    tax_bp: bp,
    tax_code: bp === null ? null : 'S',
    tax_name: null,
  })
  const entries = entriesOfOrder({
    id: 1,
    gateway: 'card',
    currency: 'USD',
    event_id: 1,
    completed_at: 1,
    lines: [
      line(1, 'ticket', 10_000, 1900),
      { ...line(2, 'ticket', 10_000, 700), takes_discount: false },
      line(3, 'coupon', -5000, null),
    ],
    payments: [],
    refunds: [],
    disputes: [],
    moves: [],
  })
  expect(
    entries
      .filter(({ kind }) => isOwed(kind))
      .map(({ kind, amountMinor, taxBp }) => [kind, amountMinor, taxBp]),
  ).toEqual([
    ['sale', 10_000, 1900],
    ['sale', 10_000, 700],
    ['discount', -5000, 1900],
  ])
  const taxOf = (rate: number) =>
    entries
      .filter(({ taxBp }) => taxBp === rate)
      .reduce((sum, { taxMinor }) => sum + (taxMinor ?? 0), 0)
  expect([taxOf(1900), taxOf(700)]).toEqual([798, 654])
})

test('a place that is moved after a part of its price was given back is taxed for what is charged', () => {
  const seat = {
    id: 1,
    kind: 'ticket' as const,
    ticket_id: 1,
    event_id: 1,
    fee_id: null,
    coupon_id: null,
    quantity: 1,
    total_minor: 3000,
    tax_bp: 1900,
    tax_code: 'S',
    tax_name: null,
  }
  const goodwill = {
    id: 1,
    amount_minor: 1560,
    parts: [],
    done_at: 10,
    failed_at: null,
    method: 'paid' as const,
    of_move: false,
  }
  const move = {
    id: 1,
    at: 20,
    event_id: 1,
    from_line_id: 1,
    to_line_id: 2,
    before_minor: 3000,
    price_minor: 3000,
    back_minor: 0,
    refund_id: null,
    tax_bp: 700,
    tax_code: 'S',
    tax_name: null,
  }
  const owed = entriesOfOrder({
    id: 1,
    gateway: 'card',
    currency: 'USD',
    event_id: 1,
    completed_at: 1,
    lines: [seat],
    payments: [{ id: 1, method: 'card', amount_minor: 3000, at: 2 }],
    refunds: [goodwill],
    disputes: [],
    moves: [move],
  }).filter(({ kind }) => isOwed(kind))
  const grossAt = (bp: number | null) =>
    sum(owed.filter(({ taxBp }) => taxBp === bp).map(({ amountMinor }) => amountMinor))
  expect([grossAt(1900), grossAt(700), grossAt(null)]).toEqual([0, 1440, 0])
  const taxAt = (bp: number) =>
    sum(owed.filter(({ taxBp }) => taxBp === bp).map(({ taxMinor }) => taxMinor ?? 0))
  expect([taxAt(1900), taxAt(700)]).toEqual([0, modelTax(1440, 700)])
})

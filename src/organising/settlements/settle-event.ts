import { type EventRow, lockEventRow } from '../../catalogue/events/lookup.ts'
import { formatDecimal } from '../../core/money.ts'
import { plainText } from '../../core/text.ts'
import type { Tx } from '../../platform/db/database.ts'
import { makeOnce } from '../../platform/idempotency/make-once.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { bookTail } from '../../shop/books/book-tail.ts'
import { auditOrders } from '../../shop/books/audit-orders.ts'
import { unknownPayments } from '../../shop/books/unknown-payments.ts'
import { summariseBooks, type Summary } from '../../shop/books/summarise-books.ts'
import type { Deps } from '../deps.ts'
import { taxSums, ticketSums } from './part-sums.ts'
import { changeOf, payOutOf, type Sheet, type SheetGroup, type Terms } from './rules.ts'
import {
  findSettlement,
  insertSettlement,
  lastSettlement,
  ordersOfEvent,
  soldSince,
  type SettlementRow,
} from './store.ts'

/** Payments for which providers are asked while somebody waits; `marquee audit --providers` asks for all. */
const askMost = 400
/** Pages of a provider's list that are looked through meanwhile. */
const listMost = 20

type SettlementDraft = { event: EventRow; terms: Terms; attempt: Attempt | undefined }

/** The content of a settlement with its amounts, so that the next one can name what changed. */
export type Stored = Omit<Sheet, 'number'> & {
  readonly minors: readonly { currency: string; simulated: boolean; minors: Minors }[]
}
type Minors = { charged: number; paid: number; toPayOut: number }

/**
 * Writes the next settlement of an event: what the books say up to now, what is to be paid out, what changed since the last
 * one, and how books, orders, providers and cash lists compare (contract.md 41.4). It has no names, and never changes.
 */
export async function settleEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'gateways' | 'secrets'>,
  { event, terms, attempt }: SettlementDraft,
): Promise<SettlementRow> {
  const { db, clock, config } = deps
  // The control compares what is booked; providers are asked before anything is locked.
  await bookTail({ db, clock })
  const compared = await auditOrders(deps, await ordersOfEvent(db, event.id), { askMost })
  const { listed, differences } = await unknownPayments(deps, {
    since: await soldSince(db, event),
    eventId: event.id,
    mostPages: listMost,
  })
  const control = { ...compared, listed, differences: [...compared.differences, ...differences] }
  return makeOnce(db, {
    attempt,
    find: id => findSettlement(db, id),
    make: async tx => {
      await lockEventRow(tx, event.id)
      const last = await lastSettlement(tx, event.id)
      const { asOf, groups, minors } = await groupsOf({ db: tx, clock, config }, event, {
        terms,
        before: last ? (last.content as Stored).minors : null,
      })
      const content: Stored = {
        title: plainText(event.title),
        as_of: asOf.toISOString(),
        groups,
        control,
        minors,
      }
      return insertSettlement(tx, {
        event_id: event.id,
        number: (last?.number ?? 0) + 1,
        as_of: asOf,
        content: JSON.stringify(content),
      })
    },
  })
}

type Counting = { terms: Terms; before: Stored['minors'] | null }

async function groupsOf(
  deps: Pick<Deps, 'clock' | 'config'> & { db: Tx },
  event: EventRow,
  { terms, before }: Counting,
) {
  const site = deps.config.currency
  const request = { within: 'all', eventId: event.id, byEvent: false } as const
  const { asOf, groups: booked } = await summariseBooks(deps, request)
  const books = withOwn(booked, terms, site)
  const tickets = await ticketSums(deps, event.id, asOf)
  const taxes = await taxSums(deps, event.id, asOf)
  const minors: Stored['minors'][number][] = []
  const groups = books.map(({ currency, isSimulated: simulated, kinds, methods }): SheetGroup => {
    const show = (minor: number) => formatDecimal({ minor, currency })
    const sum = (...names: (typeof kinds extends ReadonlyMap<infer K, number> ? K : never)[]) =>
      names.reduce((all, name) => all + (kinds.get(name) ?? 0), 0)
    const charged = sum('sale', 'fee', 'discount', 'rounding', 'return')
    const paid = sum('payment', 'refund', 'dispute')
    const out = payOutOf({ currency, simulated, charged, paid }, terms, site)
    const own = { charged, paid, toPayOut: out.toPayOut }
    minors.push({ currency, simulated, minors: own })
    const isOwn = currency === site && !simulated
    return {
      currency,
      simulated,
      tickets: tickets(currency, simulated),
      taxes: taxes(currency, simulated),
      sums: {
        sales: show(sum('sale')),
        fees: show(sum('fee')),
        discounts: show(sum('discount')),
        rounding: show(sum('rounding')),
        returns: show(sum('return')),
        charged: show(charged),
        payments: show(sum('payment')),
        refunds: show(sum('refund')),
        disputes: show(sum('dispute')),
        paid: show(paid),
        open: show(charged - paid),
      },
      methods: [...methods].map(([method, of]) => ({
        method,
        paid: show([...of.values()].reduce((all, minor) => all + minor, 0)),
      })),
      costs: isOwn ? terms.costs.map(({ text, minor }) => ({ text, amount: show(-minor) })) : [],
      pay_out: {
        share: show(out.share),
        costs: show(-out.costs || 0),
        to_pay_out: show(out.toPayOut),
      },
      since_last: before && changed(own, before, { currency, simulated }),
    }
  })
  return { asOf, groups, minors }
}

type BookGroups = Summary['groups']

/** What was agreed counts also where nothing was sold: costs and a fixed share stand in a group of the site's currency. */
function withOwn(books: BookGroups, { shareMinor, costs }: Terms, site: string): BookGroups {
  const isAgreed = shareMinor !== null || costs.length > 0
  if (!isAgreed || books.some(one => one.isSimulated || one.currency === site)) return books
  const nothing = { kinds: new Map(), methods: new Map(), entries: 0 }
  return [...books, { eventId: null, currency: site, isSimulated: false, ...nothing }]
}

type Which = { currency: string; simulated: boolean }

function changed(now: Minors, before: Stored['minors'], { currency, simulated }: Which) {
  const last = before.find(one => one.currency === currency && one.simulated === simulated)?.minors
  const change = (name: keyof Minors) => changeOf(now[name], last?.[name] ?? 0, currency)
  return { charged: change('charged'), paid: change('paid'), to_pay_out: change('toPayOut') }
}

import { AppError } from '../../core/errors.ts'
import type { Fact } from '../../core/facts.ts'
import type { Tx } from '../../platform/db/database.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { planHolds } from '../../ticketing/inventory/hold.ts'
import { refused } from '../../ticketing/inventory/lane-kind.ts'
import { lockStockBeside } from '../../ticketing/inventory/settle-stock.ts'
import type { WantedUse } from '../coupons/rules.ts'
import { lockCoupons } from '../coupons/use-coupon.ts'
import { feesForTickets } from '../fees/lookup.ts'
import { cartRefusal, stockRefusal } from './check-cart.ts'
import {
  type BatchEntry,
  type CartDeps,
  emptyCart,
  type HeldPlan,
  type Plan,
  type Sale,
} from './cart-batch.ts'
import { countedCoupon, couponFor } from './coupon-of-change.ts'
import { type ChangedCart, holdCoupons, plansWithUses } from './hold-coupons.ts'
import { priceCart } from './load-cart.ts'
import { readTickets } from './read-tickets.ts'
import { type CartLine, changedLines, placesOf } from './rules.ts'
import { networkBook, networkLimits, networkRefusal, withPrices } from './network-limits.ts'
import { listFreePlaces } from './store.free-places.ts'
import { nextCartIds, readOpenCarts, type WrittenCart, writeCarts } from './store.ts'

/** Settles requests for different carts, and stores the results in their entries. */
export async function settleRound(tx: Tx, entries: readonly BatchEntry[], deps: CartDeps) {
  const [ids, sale] = await Promise.all([
    nextCartIds(tx, entries.filter(({ cart }) => !cart).length),
    readSale(tx, entries, deps),
  ])
  const plans: Plan[] = []
  for (const entry of entries) {
    const id = entry.cart?.id ?? ids.pop() ?? 0
    const plan = planChange({ entry, id, sale, deps })
    if (plan instanceof AppError) entry.answer = refused(plan)
    else plans.push(plan)
  }
  const { held, write } = await holdPlaces(tx, plansWithUses(plans, sale), { sale, deps })
  const changed = await holdCoupons(tx, held, sale)
  // An empty cart that does not exist yet is not written.
  const written = changed.filter(({ plan, cart }) => plan.entry.cart || cart.lines.length > 0)
  const exist = new Set(written)
  for (const each of changed) {
    const { plan, cart, coupon } = each
    const { tickets, fees } = sale
    const priced = priceCart({ cart, tickets, fees, coupon, currency: deps.config.currency })
    plan.entry.answer = { priced, secretIndex: plan.entry.secretIndex, exists: exist.has(each) }
  }
  // Called last: no error may occur while a statement is running whose result nobody awaits.
  await Promise.all([
    write(),
    written.length > 0
      ? writeCarts(
          tx,
          written.map(each => writtenCart(each, sale)),
        )
      : undefined,
    recordAll(tx, factsOf(changed)),
  ])
}

/** Takes the locks in their order, then reads everything that the decisions need. */
async function readSale(
  tx: Tx,
  entries: readonly BatchEntry[],
  { clock, config }: CartDeps,
): Promise<Sale> {
  const carts = entries.flatMap(({ cart }) => (cart ? [cart] : []))
  const listed = entries.flatMap(({ request }) => request.change.lines ?? [])
  const stored = carts.flatMap(({ lines }) => lines.map(line => line.ticket_id))
  const ticketIds = [...new Set([...listed.map(({ ticketId }) => ticketId), ...stored])]
  const limits = networkLimits(config)
  const uses = entries.flatMap((entry, at) => usesOf(entry, -1 - at))
  const desk = await lockCoupons(tx, limits ? uses : uses.map(withoutNetwork))
  const named = entries.flatMap(({ request: { networkKey } }) => (limits && networkKey) || [])
  const addresses = [...new Set(named)]
  const now = clock.now()
  const question = { ticketIds, cartIds: carts.map(({ id }) => id) }
  const { stock, beside } = await lockStockBeside(tx, question, () =>
    Promise.all([
      readOpenCarts(tx, addresses),
      listFreePlaces(tx, addresses),
      readTickets(tx, ticketIds, now),
      feesForTickets(tx, ticketIds, now),
    ]),
  )
  const [open, ordered, tickets, fees] = beside
  const network = networkBook({ limits, pools: stock.locked, tickets, carts: open, ordered })
  const { currency } = config
  return { tickets, fees, desk, now, currency, stock, network }
}

/** The coupons of which a cart holds a use or may hold one; a new cart has no id yet. */
function usesOf({ cart, request }: BatchEntry, idOfNew: number): WantedUse[] {
  const ids = [cart?.coupon_id, request.couponId].flatMap(id => id ?? [])
  const network = cart?.address ?? request.networkKey
  return [...new Set(ids)].map(couponId => ({ cartId: cart?.id ?? idOfNew, couponId, network }))
}

const withoutNetwork = ({ cartId, couponId }: WantedUse) => ({ cartId, couponId })

type ToPlan = { entry: BatchEntry; id: number; sale: Sale; deps: CartDeps }

/** What the cart becomes by its change, or why the change is refused. Writes nothing. */
function planChange({ entry, id, sale, deps }: ToPlan): Plan | AppError {
  const { change, openedEvents } = entry.request
  const { tickets, fees } = sale
  const lines = changedLines(entry.cart?.lines ?? [], change, tickets).filter(line =>
    tickets.has(line.ticket_id),
  )
  const wanted = change.lines ?? []
  const { currency } = deps.config
  const cart = { ...emptyCart(id, entry.request), lines }
  const times = holdTimes(entry, sale)
  const coupon = couponFor(entry, sale)
  const openedTickets = new Set(coupon?.limits?.opens)
  const counted = countedCoupon({ entry, cart, coupon, sale })
  const refusal =
    cartRefusal({ wanted, lines, tickets, openedEvents, openedTickets, currency }) ??
    sumRefusal(() => priceCart({ cart, tickets, fees, coupon: null, currency })) ??
    networkRefusal(sale.network, {
      cartId: id,
      address: entry.request.networkKey,
      places: withPrices(placesOf(lines), tickets),
      isNew: times.until === undefined,
    })
  if (refusal) return refusal
  if (counted instanceof AppError) return counted
  return { entry, id, lines, coupon: counted, ...times }
}

/**
 * Holds end when the cart's first hold was to end, so repeating a request does not extend them. After that
 * moment a new period begins.
 */
function holdTimes({ cart }: BatchEntry, { stock }: Sale) {
  const until = cart?.expires_at ?? null
  if (until === null || until <= stock.read.now) return { until: undefined, extended: false }
  return { until, extended: cart?.hold_extended === true }
}

/** A total too large to be counted is refused before anything is held for it. */
function sumRefusal(count: () => unknown): AppError | undefined {
  try {
    count()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Takes the places of all carts that can have them. `write` stores that. */
async function holdPlaces(
  tx: Tx,
  plans: readonly Plan[],
  { sale, deps }: { sale: Sale; deps: CartDeps },
) {
  const holding = plans.filter(
    ({ lines, entry }) => placesOf(lines).length > 0 || entry.cart?.expires_at != null,
  )
  const { results, write } = await planHolds(
    tx,
    holding.map(({ id, lines, until }) => ({
      cartId: id,
      lines: placesOf(lines),
      holdSeconds: deps.config.holdMinutes * 60,
      until,
    })),
    sale.stock,
  )
  const answers = new Map(holding.map((plan, at) => [plan, results[at]]))
  const held = plans.flatMap((plan): HeldPlan[] => {
    const result = answers.get(plan)
    if (result?.kind === 'short') {
      plan.entry.answer = refused(stockRefusal(result.shortages))
      return []
    }
    const holds = result !== undefined && placesOf(plan.lines).length > 0
    return [{ plan, expiresAt: holds ? result.expiresAt : null }]
  })
  return { held, write }
}

const writtenCart = ({ plan, cart }: ChangedCart, { tickets }: Sale): WrittenCart => ({
  id: cart.id,
  token_hash: plan.entry.request.freshSecretHash.toString('hex'),
  address: plan.entry.request.networkKey,
  lines: cart.lines.map(line => withPrice(line, tickets.get(line.ticket_id)?.unitMinor)),
  coupon_id: cart.coupon_id,
  expires_at: cart.expires_at,
  hold_extended: cart.hold_extended,
})

const withPrice = (line: CartLine, unitMinor = 0): CartLine =>
  unitMinor > 0 || line.shown_minor !== undefined ? { ...line, shown_minor: unitMinor } : line

/** One fact for the whole batch: the availability of these tickets has changed. */
function factsOf(changed: readonly ChangedCart[]): Fact[] {
  const before = changed.flatMap(({ plan }) => plan.entry.cart?.lines ?? [])
  const lines = [...before, ...changed.flatMap(({ cart }) => cart.lines)]
  if (lines.length === 0) return []
  const event_ids = [...new Set(lines.map(line => line.event_id))]
  const ticket_ids = [...new Set(lines.map(line => line.ticket_id))]
  return [{ name: 'cart.held', payload: { event_ids, ticket_ids } }]
}

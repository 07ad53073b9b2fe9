import { AppError } from '../../core/errors.ts'
import type { Fact } from '../../core/facts.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { planHolds } from '../../ticketing/inventory/hold.ts'
import { type Refused, refused } from '../../ticketing/inventory/lane-kind.ts'
import { type LockedStock, lockStockBeside } from '../../ticketing/inventory/settle-stock.ts'
import {
  type CouponDesk,
  couponRule,
  grantUses,
  isApplicable,
  type WantedUse,
} from '../coupons/rules.ts'
import { lockCoupons, setCouponHolds } from '../coupons/use-coupon.ts'
import { feesForTickets } from '../fees/lookup.ts'
import type { CouponRule, FeeRule } from '../pricing/rules.ts'
import { cartRefusal, stockRefusal } from './check-cart.ts'
import { type PricedCart, priceCart } from './load-cart.ts'
import type { Cart } from './lookup.ts'
import { type CartTicket, readTickets } from './read-tickets.ts'
import { type CartChange, type CartLine, changedLines, placesOf } from './rules.ts'
import {
  type NetworkBook,
  networkBook,
  networkLimits,
  networkRefusal,
  withPrices,
} from './network-limits.ts'
import { listFreePlaces } from './store.free-places.ts'
import { nextCartIds, readOpenCarts, type WrittenCart, writeCarts } from './store.ts'

export type HoldCartRequest = {
  /** Stored hashes of the client's cart secrets; the first that names a cart counts. */
  secretHashes: readonly Buffer[]
  /** The hash of the secret for a new cart, used when none of them names an open one. */
  freshSecretHash: Buffer
  /** The network as a keyed hash; blank for staff, who have no limit. */
  networkKey: string
  change: CartChange
  openedEvents: ReadonlySet<number>
}

export type HeldCart = {
  priced: PricedCart
  /** The index in `secretHashes` of the secret that named the cart; -1 for a new cart. */
  secretIndex: number
  /** False when there was no cart and nothing to put into one. */
  exists: boolean
}

export type CartDeps = Pick<Deps, 'clock' | 'config'>

/** One request of a batch, with what is known of it so far. */
export type BatchEntry = {
  request: HoldCartRequest
  cart: Cart | undefined
  secretIndex: number
  answer?: HeldCart | Refused
}

type Sale = {
  tickets: ReadonlyMap<number, CartTicket>
  fees: ReadonlyMap<number, readonly FeeRule[]>
  desk: CouponDesk
  /** The service's clock, for prices and sale windows. */
  now: Date
  currency: string
  /** The stock of all tickets concerned. Its time is the database's clock, which counts for holds. */
  stock: LockedStock
  network: NetworkBook
}

/** A change that only a lack of stock can still refuse. */
type Plan = {
  entry: BatchEntry
  id: number
  lines: CartLine[]
  until: Date | undefined
  extended: boolean
}

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
  const { held, write } = await holdPlaces(tx, plans, { sale, deps })
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
  const uses = carts.flatMap(couponUse)
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

/** The coupon of which a cart may hold a use. */
const couponUse = ({ id, coupon_id, address }: Cart) =>
  coupon_id === null ? [] : [{ cartId: id, couponId: coupon_id, network: address }]

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
  const refusal =
    cartRefusal({ wanted, lines, tickets, openedEvents, currency }) ??
    sumRefusal(() => priceCart({ cart, tickets, fees, coupon: null, currency })) ??
    networkRefusal(sale.network, {
      cartId: id,
      address: entry.request.networkKey,
      places: withPrices(placesOf(lines), tickets),
      isNew: times.until === undefined,
    })
  return refusal ?? { entry, id, lines, ...times }
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

type HeldPlan = { plan: Plan; expiresAt: Date | null }

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

type ChangedCart = { plan: Plan; cart: Cart; coupon: CouponRule | null }

/**
 * Holds a use of each cart's coupon as long as its places. A coupon that ended or is spent is removed from
 * the cart, and the response shows that.
 */
async function holdCoupons(tx: Tx, held: readonly HeldPlan[], sale: Sale): Promise<ChangedCart[]> {
  const coupons = new Map(sale.desk.coupons.map(coupon => [coupon.id, coupon]))
  const wanted = held.flatMap(({ plan, expiresAt }) => {
    const coupon = coupons.get(plan.entry.cart?.coupon_id ?? 0)
    if (!coupon || !isApplicable(coupon, sale)) return []
    const network = sale.network.limits && plan.entry.cart?.address
    return [{ cartId: plan.id, couponId: coupon.id, network, expiresAt }]
  })
  const granted = grantUses(sale.desk, wanted)
  const uses = new Map(wanted.filter((_, at) => granted[at]).map(use => [use.cartId, use]))
  const former = held.flatMap(({ plan }) => (plan.entry.cart?.coupon_id == null ? [] : plan.id))
  if (former.length > 0) {
    await setCouponHolds(
      tx,
      former,
      [...uses.values()].flatMap(({ expiresAt, ...use }) =>
        expiresAt ? [{ ...use, expiresAt }] : [],
      ),
    )
  }
  return held.map(({ plan, expiresAt }) => {
    const coupon = coupons.get(uses.get(plan.id)?.couponId ?? 0)
    const cart: Cart = {
      ...(plan.entry.cart ?? emptyCart(plan.id, plan.entry.request)),
      lines: plan.lines,
      coupon_id: coupon?.id ?? null,
      lost_coupon: null,
      expires_at: expiresAt,
      hold_extended: plan.extended,
      expired: false,
    }
    return { plan, cart, coupon: coupon ? couponRule(coupon) : null }
  })
}

const emptyCart = (id: number, { freshSecretHash, networkKey }: HoldCartRequest): Cart => ({
  id,
  token_hash: freshSecretHash,
  address: networkKey,
  state: 'open',
  lines: [],
  coupon_id: null,
  lost_coupon: null,
  expires_at: null,
  held_since: null,
  hold_extended: false,
  hold_extensions: 0,
  answered: false,
  expired: false,
})

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

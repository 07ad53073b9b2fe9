import type { Refused } from '../../ticketing/inventory/lane-kind.ts'
import type { LockedStock } from '../../ticketing/inventory/settle-stock.ts'
import type { Coupon, CouponDesk } from '../coupons/rules.ts'
import type { Deps } from '../deps.ts'
import type { FeeRule } from '../pricing/rules.ts'
import type { PricedCart } from './load-cart.ts'
import type { Cart } from './lookup.ts'
import type { NetworkBook } from './network-limits.ts'
import type { CartTicket } from './read-tickets.ts'
import type { CartChange, CartLine } from './rules.ts'

export type HoldCartRequest = {
  /** Stored hashes of the client's cart secrets; the first that names a cart counts. */
  secretHashes: readonly Buffer[]
  /** The hash of the secret for a new cart, used when none of them names an open one. */
  freshSecretHash: Buffer
  /** The network as a keyed hash; blank for staff, who have no limit. */
  networkKey: string
  change: CartChange
  openedEvents: ReadonlySet<number>
  /** A coupon that the cart gets with this change, in place of its own. */
  couponId?: number | undefined
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

export type Sale = {
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
export type Plan = {
  entry: BatchEntry
  id: number
  lines: CartLine[]
  /** The coupon that counts for these lines, if a use of it is left. */
  coupon: Coupon | undefined
  until: Date | undefined
  extended: boolean
}

/** A plan whose places are held until then; null when it has none. */
export type HeldPlan = { plan: Plan; expiresAt: Date | null }

export const emptyCart = (id: number, { freshSecretHash, networkKey }: HoldCartRequest): Cart => ({
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

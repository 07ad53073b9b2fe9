import type { AppError } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { extendHolds } from '../../ticketing/inventory/extend-holds.ts'
import { takeHolds } from '../../ticketing/inventory/hold.ts'
import { lockWithShared } from '../../ticketing/inventory/settle-stock.ts'
import type { Shortage } from '../../ticketing/inventory/rules.ts'
import { grantUses } from '../coupons/rules.ts'
import { lockCoupons, setCouponHolds } from '../coupons/use-coupon.ts'
import type { PricedCart } from './load-cart.ts'
import { type NetworkLimits, networkBook, networkRefusal } from './network-limits.ts'
import { placesOf } from './rules.ts'
import { addressOfCart, readOpenCarts, setCartExpiry, setCartStates } from './store.ts'

const leastSeconds = 10 * 60

export type Started =
  | { kind: 'held'; expiresAt: Date | null }
  | { kind: 'short'; shortages: readonly Shortage[] }
  /** The coupon counted in the price, but its uses went to others. */
  | { kind: 'coupon-spent' }
  | TooMany

/** The cart's network holds too much already. */
type TooMany =
  | { kind: 'too-many'; refusal: AppError }
  /** The cart's network holds too much already. */
  | { kind: 'too-many'; refusal: AppError }

/**
 * Makes a cart ready to be paid for: it is `paying` from now on, and its places and its coupon's use are held. What has
 * expired is taken again if it is free; else nothing changes and the answer says what is short. Starting to pay extends
 * the holds once, to at least ten more minutes; starting again prolongs nothing. Nothing changes
 * either when what is taken again would be more than the cart's network may hold.
 *
 * The cart is locked (`lockCarts`) and was priced under that lock. Locks the coupon and then the pools.
 */
export async function startPaying(
  tx: Tx,
  { cart, lines, coupon, tickets }: PricedCart,
  { holdSeconds, limits }: { holdSeconds: number; limits?: NetworkLimits | undefined },
): Promise<Started> {
  const couponId = coupon === null ? null : cart.coupon_id
  const use = couponId === null ? [] : [{ cartId: cart.id, couponId }]
  const stored = cart.coupon_id === null ? [] : [{ cartId: cart.id, couponId: cart.coupon_id }]
  const desk = await lockCoupons(tx, stored)
  if (grantUses(desk, use).includes(false)) return { kind: 'coupon-spent' }
  const places = placesOf(lines)
  const expiry = await holdUntil(tx, cart, { places, tickets, holdSeconds, limits })
  if ('kind' in expiry) return expiry
  const { expiresAt } = expiry
  if (stored.length > 0) {
    const until = expiresAt ? use.map(held => ({ ...held, expiresAt })) : []
    await setCouponHolds(tx, [cart.id], until)
  }
  if (expiresAt) await setCartExpiry(tx, cart.id, { expiresAt, extended: true })
  await setCartStates(tx, [cart.id], 'paying')
  return { kind: 'held', expiresAt }
}

type Places = Pick<PricedCart, 'tickets'> & {
  places: { ticketId: number; quantity: number }[]
  holdSeconds: number
  limits: NetworkLimits | undefined
}
type Expiry =
  | { expiresAt: Date | null }
  | { kind: 'short'; shortages: readonly Shortage[] }
  | TooMany

async function holdUntil(tx: Tx, cart: PricedCart['cart'], wanted: Places): Promise<Expiry> {
  const { places, holdSeconds } = wanted
  if (places.length === 0) return { expiresAt: null }
  if (!cart.expired && cart.expires_at !== null) {
    if (cart.hold_extended) return { expiresAt: cart.expires_at }
    const expiresAt = await extendHolds(tx, cart.id, { leastSeconds })
    if (expiresAt !== null) return { expiresAt }
  }
  const refusal = await lackOfRoom(tx, cart.id, wanted)
  if (refusal) return { kind: 'too-many', refusal }
  const seconds = Math.max(holdSeconds, leastSeconds)
  const [held] = await takeHolds(tx, [{ cartId: cart.id, lines: places, holdSeconds: seconds }])
  if (held?.kind === 'held') return { expiresAt: held.expiresAt }
  return { kind: 'short', shortages: held?.shortages ?? [] }
}

/** Many carts of one network that let their places go must not take all of them again at once. */
async function lackOfRoom(tx: Tx, cartId: number, { places, tickets, limits }: Places) {
  if (!limits) return undefined
  const address = await addressOfCart(tx, cartId)
  const pools = await lockWithShared(tx, { ticketIds: places.map(({ ticketId }) => ticketId) })
  const { carts } = await readOpenCarts(tx, address === '' ? [] : [address])
  const book = networkBook({ limits, pools, tickets, carts })
  return networkRefusal(book, { cartId, address, places, isNew: true })
}

import type { Db, Tx } from '../../platform/db/database.ts'
import { gather } from '../../platform/db/gather.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import type { LaneKind, LockNeed } from '../../ticketing/inventory/lane-kind.ts'
import { sentCartHashes, storedHash } from './cart-hash.ts'
import { lockCouponRows } from '../coupons/use-coupon.ts'
import {
  cartIdsOf,
  type CartRow,
  couponIdsOf,
  eventIdsOf,
  listCarts,
  lockCartRows,
} from './store.ts'

export type Cart = CartRow

export type FoundCart = { cart: Cart; cartHash: string }

/** Finds the cart of these secrets: the first secret that names one counts (`sentCartHashes`). */
export type CartFinder = (cartHashes: readonly string[]) => Promise<FoundCart | undefined>

/**
 * A finder that combines concurrent look-ups in one query. Ordered carts are found too: they cannot be filled
 * again, but give access to their orders.
 */
export function cartFinder(db: Db): CartFinder {
  const byHash = gather<string, Cart>(async hashes => {
    const rows = await listCarts(
      db,
      hashes.map(hash => Buffer.from(hash, 'hex')),
    )
    return new Map(rows.map(({ token_hash, ...cart }) => [token_hash.toString('hex'), cart]))
  })
  return async cartHashes => {
    const carts = await Promise.all(
      cartHashes.map(cartHash => byHash(storedHash(cartHash).toString('hex'))),
    )
    for (const [index, cart] of carts.entries()) {
      const cartHash = cartHashes[index]
      if (cart && cartHash !== undefined) return { cart, cartHash }
    }
    return undefined
  }
}

/**
 * Names the cart whose secret the request has, as the owner of idempotency keys. The cart must exist:
 * otherwise strangers who make up the same secret would share stored responses (contract.md 10.2).
 */
export function provenCart(findCart: CartFinder) {
  return async ({ cookies }: Pick<RequestInfo, 'cookies'>, body: unknown) => {
    const { cart_hash: sent } = body as { cart_hash?: unknown }
    const hashes = sentCartHashes(cookies, typeof sent === 'string' ? sent : undefined)
    const found = hashes.length > 0 ? await findCart(hashes) : undefined
    return found && `cart:${storedHash(found.cartHash).toString('base64url')}`
  }
}

/** Carts by id, locked in the order of their ids. Carts come before coupons and pools in the order of locks. */
export function lockCarts(tx: Tx, ids: readonly number[]): Promise<Cart[]> {
  return lockCartRows(tx, ids)
}

/** What a batch locks for its carts: the carts, their coupons, and the stock of all their events. */
export function locksForCarts<Req>(cartIds: LockNeed<Req>['ids']) {
  const ofCarts =
    (read: typeof couponIdsOf): LockNeed<Req>['ids'] =>
    async (tx, requests) => {
      const ids = await cartIds(tx, requests)
      return ids.length === 0 ? [] : read(tx, ids)
    }
  return {
    locks: {
      carts: { ids: cartIds, lock: lockCarts },
      coupons: { ids: ofCarts(couponIdsOf), lock: lockCouponRows },
    },
    otherEvents: ofCarts(eventIdsOf),
  } satisfies Partial<LaneKind<Req, unknown>>
}

/** The ids of the carts with these stored hashes. */
export const cartsNamed = (tx: Tx, tokenHashes: readonly Buffer[]): Promise<number[]> =>
  tokenHashes.length === 0 ? Promise.resolve([]) : cartIdsOf(tx, tokenHashes)

import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { gather } from '../../platform/db/gather.ts'
import type { LaneKind, LockNeed } from '../../ticketing/inventory/lane-kind.ts'
import { secretHash } from './cart-secret.ts'
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

export type FoundCart = { cart: Cart; cartSecret: string }

/** Finds the cart of these secrets: the first secret that names one counts (`sentCartSecrets`). */
export type CartFinder = (cartSecrets: readonly string[]) => Promise<FoundCart | undefined>

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
    return new Map(rows.map(cart => [cart.token_hash.toString('hex'), cart]))
  })
  return async cartSecrets => {
    const carts = await Promise.all(
      cartSecrets.map(cartSecret => byHash(secretHash(cartSecret).toString('hex'))),
    )
    for (const [index, cart] of carts.entries()) {
      const cartSecret = cartSecrets[index]
      if (cart && cartSecret !== undefined) return { cart, cartSecret }
    }
    return undefined
  }
}

/** Whether a locked cart still has the secret by which a request found it (contract.md 8.26). */
export const isStillNamed = (
  cart: Cart,
  { token_hash: secretHashBefore }: Pick<Cart, 'token_hash'>,
) => cart.token_hash.equals(secretHashBefore)

/** The networks that these carts were filled from, as keyed hashes; blank for staff. A forgotten cart is left out. */
export async function networksOfCarts(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('carts')
    .select(['id', 'address'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, address }) => [id, address]))
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
export const cartsNamed = (tx: Tx, secretHashes: readonly Buffer[]): Promise<number[]> =>
  secretHashes.length === 0 ? Promise.resolve([]) : cartIdsOf(tx, secretHashes)

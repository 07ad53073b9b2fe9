import type { Tx } from '../../platform/db/database.ts'
import { placesOfCoupon } from '../pricing/limits/rules.ts'
import { type Coupon, type CouponDesk, grantUses, type WantedUse } from './rules.ts'
import {
  addUses,
  listCouponHolds,
  listNetworkUses,
  lockCouponRows,
  type NewCouponHold,
  replaceCouponHolds,
  sweepCouponHolds,
} from './store.ts'
import { countOrderCoupons, limitsOf, readPlaces } from './store.limits.ts'
import { usedUpByPerson } from './uses-of-persons.ts'

export { lockCouponRows }

/**
 * Locks the coupons that carts want to use, by id, and frees expired uses when too few are left. Coupons are
 * locked before pools: call it before anything takes stock.
 */
export async function lockCoupons(tx: Tx, wanted: readonly WantedUse[]): Promise<CouponDesk> {
  const couponIds = [...new Set(wanted.map(({ couponId }) => couponId))].sort((a, b) => a - b)
  if (couponIds.length === 0) return { coupons: [], holds: [] }
  const cartIds = wanted.map(({ cartId }) => cartId)
  const locked = await lockCouponRows(tx, couponIds)
  const limits = await limitsOf(tx, couponIds)
  const coupons = locked.map(coupon => ({ ...coupon, limits: limits.get(coupon.id) }))
  const ofNetworks = await usesOfNetworks(tx, coupons, wanted)
  const byPlaces = coupons.flatMap(({ id, limits: own }) => (own?.max_places == null ? [] : id))
  const places = byPlaces.length === 0 ? [] : await readPlaces(tx, byPlaces, cartIds)
  const desk = { coupons, holds: await ownHolds(tx, cartIds), ofNetworks, places }
  if (grantUses(desk, wanted).every(granted => granted)) return desk
  const freed = await sweepCouponHolds(tx, couponIds)
  if (freed.length === 0) return desk
  const holds = await ownHolds(tx, cartIds)
  return { ...desk, coupons: withFreed(desk.coupons, freed), holds }
}

/** Only limited coupons, and only carts whose network has a limit, need the statement. */
async function usesOfNetworks(tx: Tx, coupons: readonly Coupon[], wanted: readonly WantedUse[]) {
  const limited = coupons.flatMap(({ id, usage_limit }) => (usage_limit === null ? [] : id))
  const networks = [...new Set(wanted.flatMap(({ network }) => network || []))]
  return limited.length === 0 || networks.length === 0 ? [] : listNetworkUses(tx, limited, networks)
}

async function ownHolds(tx: Tx, cartIds: readonly number[]): Promise<WantedUse[]> {
  const rows = await listCouponHolds(tx, cartIds)
  return rows.map(row => ({ cartId: row.cart_id, couponId: row.coupon_id }))
}

function withFreed(coupons: readonly Coupon[], freed: { coupon_id: number; freed: number }[]) {
  const byId = new Map(freed.map(row => [row.coupon_id, row.freed]))
  return coupons.map(coupon => ({ ...coupon, held: coupon.held - (byId.get(coupon.id) ?? 0) }))
}

/** For how many places a use holds its coupon, by the coupon as it was locked. */
export const placesOfUse = (
  { coupons }: CouponDesk,
  { couponId, lines }: WantedUse,
): number | null =>
  lines === undefined
    ? null
    : placesOfCoupon(coupons.find(({ id }) => id === couponId)?.limits ?? undefined, lines)

/**
 * Makes `holds` the only coupon uses that these carts hold, in one statement; without `places` the number of places stays. The caller has locked the
 * coupons, those held before included (`lockCoupons`), and the uses were granted (`grantUses`).
 */
export async function setCouponHolds(
  tx: Tx,
  cartIds: readonly number[],
  holds: readonly { cartId: number; couponId: number; expiresAt: Date; places?: number | null }[],
): Promise<void> {
  const rows: NewCouponHold[] = holds.map(({ cartId, couponId, expiresAt, places = null }) => ({
    cart_id: cartId,
    coupon_id: couponId,
    expires_at: expiresAt,
    places,
  }))
  await replaceCouponHolds(tx, cartIds, rows)
}

/** Frees the coupon uses that these carts hold; carts without one are skipped. */
export async function releaseCouponHolds(tx: Tx, cartIds: readonly number[]): Promise<void> {
  if (cartIds.length === 0) return
  const holds = await ownHolds(tx, cartIds)
  if (holds.length === 0) return
  await lockCoupons(tx, holds)
  await replaceCouponHolds(tx, cartIds, [])
}

/**
 * Turns held coupon uses into used ones, when orders complete. An expired use is taken again if one is left;
 * otherwise the result is `spent`. With an `email` it is also spent when that person may not use it again. A coupon that has ended since still counts: it was valid when the order
 * was made. Call it before stock is sold (order of locks), once per order.
 */
export async function useCoupons(
  tx: Tx,
  uses: readonly (WantedUse & { email?: string })[],
): Promise<('used' | 'spent')[]> {
  if (uses.length === 0) return []
  const desk = await lockCoupons(tx, uses)
  const usedUp = await usedUpByPerson(
    tx,
    desk,
    uses.flatMap(use => (use.email === undefined ? [] : { ...use, email: use.email })),
  )
  const granted = grantUses(desk, uses).map((yes, at) => yes && !usedUp.has(uses[at]?.cartId ?? 0))
  const taken = uses.filter((_, index) => granted[index])
  if (taken.length > 0) {
    await replaceCouponHolds(
      tx,
      taken.map(({ cartId }) => cartId),
      [],
    )
    await addUses(tx, counted(taken, 1))
  }
  return granted.map(yes => (yes ? 'used' : 'spent'))
}

/** Counts the places of completed orders as used; what they hold was freed with the use of their carts. */
export const countPlaces = (tx: Tx, orderIds: readonly number[]) =>
  countOrderCoupons(tx, orderIds, true)

/** Gives the places of orders back, with the uses of their coupons. */
export const returnPlaces = (tx: Tx, orderIds: readonly number[]) =>
  countOrderCoupons(tx, orderIds, false)

/**
 * Gives used coupons back when orders fail, one use per mention. Once per order: `orders.coupon_use` tells
 * whether it was done. Deleted coupons are skipped.
 */
export async function returnCouponUses(tx: Tx, couponIds: readonly number[]): Promise<void> {
  if (couponIds.length === 0) return
  const distinct = [...new Set(couponIds)].sort((a, b) => a - b)
  await lockCouponRows(tx, distinct)
  const uses = couponIds.map(couponId => ({ cartId: 0, couponId }))
  await addUses(tx, counted(uses, -1))
}

function counted(uses: readonly WantedUse[], step: 1 | -1) {
  const changes = new Map<number, number>()
  for (const { couponId } of uses) changes.set(couponId, (changes.get(couponId) ?? 0) + step)
  return [...changes].map(([coupon_id, change]) => ({ coupon_id, change }))
}

import { plainTitle } from '../../core/text.ts'
import { type CouponLimits, type CouponLine, placesOfCoupon } from '../pricing/limits/rules.ts'
import { type CouponRule, countsIn } from '../pricing/rules.ts'

/**
 * A code as it is stored and looked for. An accent that stands beside its letter, as in files of some systems, becomes one letter
 * with it, as keyboards send it: the two look the same.
 */
export const plainCode = (code: string): string => plainTitle(code).normalize('NFC')

export const couponStatuses = ['active', 'inactive', 'draft'] as const

/** What decides whether a coupon is valid, apart from its number of uses. */
export type CouponTerms = {
  status: string
  starts_at: Date | null
  ends_at: Date | null
}

export type Coupon = CouponTerms & {
  id: number
  slug: string
  display_name: string
  kind: string
  amount: number
  /** The currency of a flat amount; null is the site's. */
  currency: string | null
  usage_limit: number | null
  held: number
  used: number
  /** Null or missing for a coupon that counts for everything. */
  limits?: CouponLimits | null | undefined
}

/**
 * Whether the coupon is active and within its dates, both included. Whether uses are left is another
 * question: see `usesLeft`.
 */
export function isRunning(terms: CouponTerms, now: Date): boolean {
  return (
    terms.status === 'active' &&
    (terms.starts_at === null || terms.starts_at <= now) &&
    (terms.ends_at === null || terms.ends_at >= now)
  )
}

/** Whether a coupon counts in a cart now: it is valid, and its amount is in the cart's currency. */
export const isApplicable = (
  coupon: Coupon,
  { now, currency }: { now: Date; currency: string },
): boolean => isRunning(coupon, now) && countsIn(coupon, currency)

/** How many more carts or orders may use it; Infinity without a limit. */
export function usesLeft({
  usage_limit,
  held,
  used,
}: Pick<Coupon, 'usage_limit' | 'held' | 'used'>): number {
  return usage_limit === null ? Infinity : Math.max(0, usage_limit - held - used)
}

/** The one event for which a coupon counts or opens tickets; undefined for several and for all. */
export function eventOfCode(
  limits: CouponLimits | null | undefined,
  tickets: readonly { id: number; event: number }[],
): number | undefined {
  const named = [...(limits?.ticket_ids ?? []), ...(limits?.opens ?? [])]
  const events = new Set([
    ...(limits?.event_ids ?? []),
    ...tickets.flatMap(({ id, event }) => (named.includes(id) ? event : [])),
  ])
  return events.size === 1 ? [...events][0] : undefined
}

/** What a cart's total needs of a coupon. */
export function couponRule(coupon: Coupon): CouponRule {
  const { id, slug, display_name: name, amount, currency, limits } = coupon
  const kind = coupon.kind === 'percent' ? 'percent' : 'flat'
  return { id, slug, name, kind, amount, currency, ...(limits && { limits }) }
}

/** For how many places a coupon was ordered, and by cart for how many it is held; 0 is all carts that were not asked about. */
export type PlacesOfCoupon = {
  couponId: number
  ordered: number
  held: ReadonlyMap<number, number>
}

/** A cart that asks for a use of a coupon, or an order made from the cart. */
export type WantedUse = {
  cartId: number
  couponId: number
  /** The network of the cart, as a keyed hash; blank or missing when it has no limit. */
  network?: string | undefined
  /** What the cart has or the order is of; without it the coupon is used for no place. */
  lines?: readonly CouponLine[]
}

/** How many uses of a coupon the carts of a network hold. */
export type NetworkUses = { couponId: number; network: string; held: number }

export type CouponDesk = {
  /** The coupon, locked. */
  coupons: readonly Coupon[]
  /** The uses that these carts hold already; the coupons' `held` includes them. */
  holds: readonly WantedUse[]
  /** What the networks that want uses hold. */
  ofNetworks?: readonly NetworkUses[]
  /** The places of coupons that are limited by them. */
  places?: readonly PlacesOfCoupon[]
}

/**
 * The requests that get a use, first come, first served. A use the cart holds already is granted again. The carts of
 * one network hold at most half of what it and others could have, so that it cannot take a limited coupon away from
 * everybody (contract.md 8.2c). A coupon that is limited to a number of places is not used for more than are left.
 */
export function grantUses(
  { coupons, holds, ofNetworks = [], places = [] }: CouponDesk,
  wanted: readonly WantedUse[],
): boolean[] {
  const taken = new Map(ofNetworks.map(uses => [networkName(uses), uses.held]))
  const left = new Map(coupons.map(coupon => [coupon.id, usesLeft(coupon)]))
  const own = new Set(holds.map(holdName))
  const takePlaces = placesTaker(coupons, places)
  return wanted.map(use => {
    if (own.has(holdName(use))) return left.has(use.couponId) && takePlaces(use)
    const rest = left.get(use.couponId) ?? 0
    const network = networkName(use)
    const held = taken.get(network) ?? 0
    if (rest < 1 || (use.network && held >= mostOfNetwork(rest + held))) return false
    if (!takePlaces(use)) return false
    taken.set(network, held + 1)
    left.set(use.couponId, rest - 1)
    own.add(holdName(use))
    return true
  })
}

/**
 * Takes the places of a use, in place of those that its cart holds already; false when fewer are left. What a cart gives back is
 * free for the next one.
 */
function placesTaker(coupons: readonly Coupon[], places: readonly PlacesOfCoupon[]) {
  const limits = new Map(coupons.map(coupon => [coupon.id, coupon.limits ?? undefined]))
  const held = new Map(places.map(each => [each.couponId, new Map(each.held)]))
  const left = new Map(
    places.map(({ couponId, ordered, held: carts }) => [
      couponId,
      (limits.get(couponId)?.max_places ?? Infinity) - ordered - sum([...carts.values()]),
    ]),
  )
  return ({ couponId, cartId, lines = [] }: WantedUse): boolean => {
    const rest = left.get(couponId)
    const wanted = placesOfCoupon(limits.get(couponId), lines)
    const more = wanted - (held.get(couponId)?.get(cartId) ?? 0)
    if (rest === undefined || more === 0) return true
    if (more > Math.max(0, rest)) return false
    left.set(couponId, rest - more)
    held.get(couponId)?.set(cartId, wanted)
    return true
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** The uses that one network may hold, of those that nobody else has; one of one. */
const mostOfNetwork = (uses: number) => Math.ceil(uses / 2)

const networkName = ({ couponId, network = '' }: Pick<WantedUse, 'couponId' | 'network'>) =>
  `${couponId}:${network}`

const holdName = ({ cartId, couponId }: WantedUse) => `${cartId}:${couponId}`

import type { AppError } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { extendHolds } from '../../ticketing/inventory/extend-holds.ts'
import { takeHolds } from '../../ticketing/inventory/hold.ts'
import { lockWithShared } from '../../ticketing/inventory/settle-stock.ts'
import type { Shortage } from '../../ticketing/inventory/rules.ts'
import { grantUses } from '../coupons/rules.ts'
import type { CouponDesk } from '../coupons/rules.ts'
import { lockCoupons, placesOfUse, setCouponHolds } from '../coupons/use-coupon.ts'
import { usedUpByPerson } from '../coupons/uses-of-persons.ts'
import type { PricedCart } from './load-cart.ts'
import { type NetworkLimits, networkBook, networkRefusal } from './network-limits.ts'
import { extensionsMax, lastEnd, paymentSeconds, placesOf } from './rules.ts'
import { markPaying, readOpenCarts } from './store.ts'

export type Started =
  | {
      kind: 'held'
      expiresAt: Date | null
      /** Whether the places were free and are held anew from now. */
      again?: boolean
    }
  | { kind: 'short'; shortages: readonly Shortage[] }
  /** The coupon counted in the price, but other carts took its last uses. */
  | { kind: 'coupon-spent' }
  /** The cart's network holds too much already. */
  | { kind: 'too-many'; refusal: AppError }

export type StartRequest = {
  /** Locked (`lockCarts`), and priced under that lock. */
  priced: PricedCart
  /** How long a cart's places are held. */
  holdSeconds: number
  /** The network's limits on what it may hold, checked when expired places are taken again. */
  limits?: NetworkLimits | undefined
  /** Who orders; a coupon may be limited to so many orders of one person. */
  purchaser?: { email: string }
}

/**
 * Prepares carts for their payment: the state of each becomes `paying`, and its places and its coupon's use are held.
 * Expired holds are taken again if they are free; otherwise nothing of this cart changes and the result names what is
 * short. Nothing changes either when the cart's network would hold too much. Starting to pay extends the holds once,
 * to at least ten more minutes but not beyond `lastEnd`; starting again does not. Each request is about another cart. Locks the coupons and
 * then the pools. The number of statements is constant for all carts whose holds have not expired.
 */
export async function startPaying(tx: Tx, requests: readonly StartRequest[]): Promise<Started[]> {
  const stored = requests.flatMap(({ priced, limits }) => useOf(priced, limits))
  const desk = await lockCoupons(tx, stored)
  const uses = requests.map(wantedUse)
  const granted = grantUses(desk, uses.flat())
  const usedUp = await usedUpByPerson(
    tx,
    desk,
    requests.flatMap(request =>
      wantedUse(request).map(use => ({ ...use, email: request.purchaser?.email ?? '' })),
    ),
  )
  const spent = new Set([
    ...usedUp,
    ...uses.flat().flatMap(({ cartId }, at) => (granted[at] ? [] : cartId)),
  ])
  const paying = requests.filter(({ priced }) => !spent.has(priced.cart.id))
  const ends = await holdAll(tx, paying)
  const started = new Map(
    requests.map(({ priced: { cart } }) => [cart.id, ends.get(cart.id) ?? couponSpent] as const),
  )
  await writePaying(tx, paying, { started, desk })
  return requests.map(({ priced: { cart } }) => started.get(cart.id) ?? couponSpent)
}

const couponSpent: Started = { kind: 'coupon-spent' }

const useOf = ({ cart, totals }: PricedCart, limits?: NetworkLimits) => {
  const { id: cartId, coupon_id: couponId, address } = cart
  return couponId === null
    ? []
    : [{ cartId, couponId, network: limits && address, lines: totals.lines }]
}

/** The use of the coupon that counts in the price. */
const wantedUse = ({ priced, limits }: Pick<StartRequest, 'priced' | 'limits'>) =>
  priced.coupon === null ? [] : useOf(priced, limits)

async function writePaying(
  tx: Tx,
  requests: readonly StartRequest[],
  { started, desk }: { started: ReadonlyMap<number, Started>; desk: CouponDesk },
) {
  const held = requests.flatMap(({ priced }) => {
    const outcome = started.get(priced.cart.id)
    if (outcome?.kind !== 'held') return []
    const { expiresAt, again = false } = outcome
    return [{ priced, expiresAt, again }]
  })
  if (held.length === 0) return
  const withCoupon = held.filter(({ priced }) => priced.cart.coupon_id !== null)
  const uses = withCoupon.flatMap(({ priced, expiresAt }) =>
    expiresAt
      ? wantedUse({ priced }).map(use => ({ ...use, expiresAt, places: placesOfUse(desk, use) }))
      : [],
  )
  await Promise.all([
    withCoupon.length > 0 &&
      setCouponHolds(
        tx,
        withCoupon.map(({ priced }) => priced.cart.id),
        uses,
      ),
    markPaying(
      tx,
      held.map(({ priced, expiresAt, again }) => ({
        id: priced.cart.id,
        expires_at: expiresAt,
        again,
      })),
    ),
  ])
}

/** The end of the carts' holds, or why they have none. */
async function holdAll(tx: Tx, requests: readonly StartRequest[]): Promise<Map<number, Started>> {
  const fresh = requests.filter(({ priced }) => isHeld(priced) && !priced.cart.hold_extended)
  const open = fresh.map(({ priced: { cart }, holdSeconds }) => ({
    cartId: cart.id,
    notAfter: lastEnd(cart.held_since, holdSeconds),
  }))
  const extended =
    open.length === 0 ? undefined : await extendHolds(tx, open, { leastSeconds: paymentSeconds })
  const held = new Map<number, Started>()
  for (const request of requests) {
    const { cart } = request.priced
    const until = isHeld(request.priced) && cart.hold_extended ? cart.expires_at : undefined
    const expiresAt = placesOf(request.priced.lines).length === 0 ? null : until
    const end = expiresAt === undefined ? extended?.get(cart.id) : expiresAt
    held.set(
      cart.id,
      end === undefined ? await takeAgain(tx, request) : { kind: 'held', expiresAt: end },
    )
  }
  return held
}

/** Longer than a transaction waits for a lock. */
const soonMs = 30_000

/**
 * Whether paying this cart may take places again, because their holds have expired or will soon, at `now` by the clock
 * of the database: while this waits for a lock, somebody else may end them.
 */
export function takesStock(priced: PricedCart, now: Date): boolean {
  const { expires_at: end } = priced.cart
  const endsSoon = end !== null && end.getTime() - now.getTime() < soonMs
  return placesOf(priced.lines).length > 0 && (endsSoon || !isHeld(priced))
}

const isHeld = ({ cart, lines }: PricedCart) =>
  placesOf(lines).length > 0 && !cart.expired && cart.expires_at !== null

/** Takes the places of a cart with expired holds again. */
async function takeAgain(tx: Tx, request: StartRequest): Promise<Started> {
  const { priced, holdSeconds } = request
  const { cart } = priced
  const lines = placesOf(priced.lines)
  const refusal = await lackOfRoom(tx, cart.id, { ...request, places: lines })
  if (refusal) return { kind: 'too-many', refusal }
  const seconds = Math.min(Math.max(holdSeconds, paymentSeconds), (1 + extensionsMax) * holdSeconds)
  const [held] = await takeHolds(tx, [{ cartId: cart.id, lines, holdSeconds: seconds }])
  if (held?.kind === 'held') return { ...held, again: true }
  return { kind: 'short', shortages: held?.shortages ?? [] }
}

type Places = StartRequest & { places: { ticketId: number; quantity: number }[] }

/** Otherwise a network could let the holds of many carts expire and take them all again at once. */
async function lackOfRoom(tx: Tx, cartId: number, { places, priced, limits }: Places) {
  if (!limits) return undefined
  const { tickets, cart } = priced
  const { address } = cart
  const pools = await lockWithShared(tx, { ticketIds: places.map(({ ticketId }) => ticketId) })
  const carts = await readOpenCarts(tx, address === '' ? [] : [address])
  const book = networkBook({ limits, pools, tickets, carts, ordered: [] })
  return networkRefusal(book, { cartId, address, places, isNew: true })
}

import type { Tx } from '../../platform/db/database.ts'
import type { LaneKind } from '../../ticketing/inventory/lane-kind.ts'
import { type Cart, cartsNamed, locksForCarts } from './lookup.ts'
import {
  type HeldCart,
  type HoldCartRequest,
  type CartDeps,
  type Seat,
  settleRound,
} from './settle-carts.ts'
import { listCarts } from './store.ts'

/**
 * Changes many carts at once: lines are replaced and removed, places and coupon uses held, all of a cart or
 * nothing. A refused change leaves its cart as it was. The number of statements is constant.
 */
export function holdCartKind(means: CartDeps): LaneKind<HoldCartRequest, HeldCart> {
  return {
    name: 'hold-cart',
    ...locksForCarts<HoldCartRequest>((tx, requests) =>
      cartsNamed(
        tx,
        requests.flatMap(({ tokenHashes }) => tokenHashes),
      ),
    ),
    async settle(tx, requests) {
      const seats = await seatRequests(tx, requests)
      let rest = seats
      while (rest.length > 0) {
        const round = firstOfEachCart(rest)
        await settleRound(tx, round, means)
        rest = rest.filter(seat => !round.includes(seat))
        for (const seat of rest) seat.cart = seatedCart(seat, round)
      }
      return seats.flatMap(({ answer }) => (answer ? [answer] : []))
    },
  }
}

async function seatRequests(tx: Tx, requests: readonly HoldCartRequest[]): Promise<Seat[]> {
  const hashes = requests.flatMap(({ tokenHashes }) => tokenHashes)
  const carts = hashes.length === 0 ? [] : await listCarts(tx, hashes)
  const fillable = new Map(
    carts
      .filter(({ state }) => state !== 'ordered')
      .map(row => [row.token_hash.toString('hex'), row]),
  )
  return requests.map(request => {
    const token = request.tokenHashes.findIndex(hash => fillable.has(hash.toString('hex')))
    const cart = fillable.get(request.tokenHashes[token]?.toString('hex') ?? '')
    return { request, cart, token }
  })
}

/** Two changes of one cart in a batch: the second starts from the result of the first. */
function firstOfEachCart(seats: readonly Seat[]): Seat[] {
  const seen = new Set<number>()
  return seats.filter(({ cart }) => {
    if (!cart) return true
    if (seen.has(cart.id)) return false
    seen.add(cart.id)
    return true
  })
}

function seatedCart({ cart }: Seat, round: readonly Seat[]): Cart | undefined {
  const before = round.find(other => other.cart?.id === cart?.id)?.answer
  if (!cart || !before || !('priced' in before)) return cart
  return { ...cart, ...before.priced.cart }
}

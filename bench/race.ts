import type { Connection } from './connection.ts'
import { type Buyer, cartRequest, hashOf, leave, order, pseudoRandom } from './buying.ts'

export type Race = {
  kind: 'race'
  ticketId: number
  quantity: number
  places: number
  /** Share of buyers who hold places and then empty their cart. */
  abandoned: number
  seed: number
  /** Places sold or held before the race. */
  taken?: number
}

/**
 * Buyers who race for the last places, and the books of what may be taken. Places count from the moment they
 * are requested until it is known that they are not held. A refusal is needless when, from request to
 * response, everything that may have been taken, the refused places included, was never more than the
 * capacity.
 */
export function racer({ ticketId, quantity, places, abandoned, seed, taken = 0 }: Race): Buyer {
  const request = cartRequest(ticketId, quantity)
  const random = pseudoRandom(seed)
  let mayBeTaken = taken
  let moment = 0
  let scarceAt = -1
  const change = (by: number) => {
    mayBeTaken += by
    moment += 1
    if (mayBeTaken > places) scarceAt = moment
    return moment
  }
  return async (connection: Connection) => {
    const asked = change(quantity)
    const cart = await connection.send(request)
    if (cart.status === 409) {
      const status = scarceAt >= asked ? cart.status : 'refused without need'
      change(-quantity)
      return { status, wanted: false }
    }
    if (cart.status !== 200) return { status: cart.status, wanted: false }
    if (random() >= abandoned) return order(connection, hashOf(cart))
    const left = await leave(connection, { cart_hash: hashOf(cart), ticket_id: ticketId })
    if (left.status === 200) change(-quantity)
    return left
  }
}

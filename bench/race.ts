import type { Connection } from './connection.ts'
import { type Buyer, cartRequest, hashOf, leave, order, pseudoRandom } from './buying.ts'

export type Race = {
  kind: 'race'
  ticketId: number
  quantity: number
  places: number
  /** Share of those who hold places and empty their cart again. */
  abandoned: number
  seed: number
  /** Places that are sold or held before it begins. */
  taken?: number
}

/**
 * Buyers who race for the last places, and the books of what may be taken: places count from the moment they are asked
 * for until it is known that they are not held. A refusal is without need when all that may have been taken, the refused
 * places included, never exceeded what there is, from its question to its answer.
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

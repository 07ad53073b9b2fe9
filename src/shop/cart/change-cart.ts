import { publishDue } from '../../catalogue/events/publish-due.ts'
import type { Deps } from '../deps.ts'
import { eventIsUnlocked } from '../../catalogue/events/unlock-event.ts'
import { refuseCoupon } from './apply-coupon.ts'
import { noSuchTicket } from './check-cart.ts'
import { couponGuess } from '../coupons/guess-coupon.ts'
import { newCartSecret, secretHash } from './cart-secret.ts'
import { holdCartKind } from './hold-cart.ts'
import type { PricedCart } from './load-cart.ts'
import { readTickets } from './read-tickets.ts'
import type { CartChange } from './rules.ts'

export type ChangeRequest = {
  /** The cart secrets of the request; the first that names a cart counts. */
  cartSecrets: readonly string[]
  change: CartChange
  /** The network the request came from. */
  address: string
  /** The network as a keyed hash, which is stored; blank for staff. */
  networkKey: string
  /** The password of a protected event. */
  password: string | undefined
  /** The secret for a new cart; a random one where none is given. */
  freshCartSecret?: string
  /** The code of a coupon that the cart gets with the change. */
  coupon?: string | undefined
}

/** `cartSecret` is blank when there is no cart, because there was none and nothing to put into one. */
export type ChangedCart = { priced: PricedCart; cartSecret: string }

const knownEventsMax = 10_000

/**
 * Changes carts in the lane of their event: replaces, adds and removes lines, and holds their places. Fails
 * with `ticket-does-not-exist`, `ticket-capacity-not-available`, `tickets_apply_coupon_error`, `too-many-holds` or
 * `sale-is-busy`; the cart then stays as it was.
 */
export function cartChanger(deps: Deps) {
  const guess = couponGuess(deps)
  const kind = holdCartKind(deps)
  // Read only to choose the lane. The transaction reads again what it decides on, under its locks.
  const events = new Map<number, number>()

  async function learnEvents(ticketIds: readonly number[]) {
    const unknown = ticketIds.filter(id => !events.has(id))
    if (unknown.length === 0) return
    const read = await readTickets(deps.db, unknown, deps.clock.now())
    if (events.size + read.size > knownEventsMax) events.clear()
    for (const { id, eventId } of read.values()) events.set(id, eventId)
  }

  /** The coupon that the request names. Wrong codes are counted. */
  async function couponOf({ coupon: code, address }: ChangeRequest) {
    if (code === undefined) return undefined
    return ((await guess({ address }, code)) ?? refuseCoupon()).id
  }

  return async (request: ChangeRequest): Promise<ChangedCart> => {
    const { cartSecrets, change, networkKey } = request
    const lines = change.lines ?? []
    const listed = [...new Set(lines.map(({ ticketId }) => ticketId))]
    // Publishes due events first: tickets of an event that is due at this second can be bought.
    await publishDue(deps)
    await learnEvents(listed)
    const unknown = lines.find(({ ticketId, quantity }) => quantity > 0 && !events.has(ticketId))
    if (unknown) throw noSuchTicket(unknown.ticketId)
    const eventIds = listed.flatMap(id => events.get(id) ?? [])
    const couponId = await couponOf(request)
    const freshCartSecret = request.freshCartSecret ?? newCartSecret(deps.random)
    const { priced, secretIndex, exists } = await deps.lanes.run(eventIds, kind, {
      secretHashes: cartSecrets.map(secretHash),
      freshSecretHash: secretHash(freshCartSecret),
      networkKey,
      change,
      openedEvents: await openEvents(deps, request),
      couponId,
    })
    return { priced, cartSecret: exists ? (cartSecrets[secretIndex] ?? freshCartSecret) : '' }
  }
}

/** The protected events of these tickets that the password opens. Wrong passwords are counted. */
async function openEvents(
  { db, clock, attempts }: Deps,
  { change, password, address }: ChangeRequest,
): Promise<ReadonlySet<number>> {
  const opened = new Set<number>()
  if (password === undefined) return opened
  const ids = (change.lines ?? []).map(({ ticketId }) => ticketId)
  const hashes = new Map<number, string>()
  for (const ticket of (await readTickets(db, ids, clock.now())).values()) {
    if (ticket.eventPasswordHash !== null) hashes.set(ticket.eventId, ticket.eventPasswordHash)
  }
  for (const [eventId, password_hash] of hashes) {
    const event = { id: eventId, password_hash }
    if (await eventIsUnlocked({ attempts }, event, { password, address })) opened.add(eventId)
  }
  return opened
}

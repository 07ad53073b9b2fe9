import { publishDue } from '../../catalogue/events/publish-due.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { eventIsUnlocked } from '../../catalogue/events/unlock-event.ts'
import { newCartHash, storedHash } from './cart-hash.ts'
import { holdCartKind } from './hold-cart.ts'
import type { PricedCart } from './load-cart.ts'
import { readTickets } from './read-tickets.ts'
import type { CartChange } from './rules.ts'

export type ChangeRequest = {
  /** The secrets that came with the request, the one to prefer first. */
  cartHashes: readonly string[]
  change: CartChange
  /** Where it came from. */
  address: string
  /** The same as a keyed hash, which is kept; blank for staff. */
  addressName: string
  /** Of a password-protected event. */
  password: string | undefined
}

/** `cartHash` is blank when there is no cart: there was none, and nothing to put into one. */
export type ChangedCart = { priced: PricedCart; cartHash: string }

const knownEventsMax = 10_000

/**
 * What changes carts: lines are replaced, added and taken out, and their places held, in the lane of their event. Fails
 * with `ticket-does-not-exist`, `ticket-capacity-not-available`, `too-many-holds` or `sale-is-busy`; the cart then is as
 * it was.
 */
export function cartChanger(deps: Deps) {
  const kind = holdCartKind(deps)
  // Only chooses the lane: the transaction reads for itself what it decides on, and locks what it touches.
  const events = new Map<number, number>()

  async function learnEvents(ticketIds: readonly number[]) {
    const unknown = ticketIds.filter(id => !events.has(id))
    if (unknown.length === 0) return
    const read = await readTickets(deps.db, unknown, deps.clock.now())
    if (events.size + read.size > knownEventsMax) events.clear()
    for (const { id, eventId } of read.values()) events.set(id, eventId)
  }

  return async (request: ChangeRequest): Promise<ChangedCart> => {
    const { cartHashes, change, addressName: address } = request
    const lines = change.lines ?? []
    const listed = [...new Set(lines.map(({ ticketId }) => ticketId))]
    // Whose event is due at this second may buy, though nobody has read it and no job has run.
    await publishDue(deps)
    await learnEvents(listed)
    if (lines.some(({ ticketId, quantity }) => quantity > 0 && !events.has(ticketId))) {
      fail('ticket-does-not-exist')
    }
    const eventIds = listed.flatMap(id => events.get(id) ?? [])
    const freshCartHash = newCartHash(deps.random)
    const { priced, token, exists } = await deps.lanes.run(eventIds, kind, {
      tokenHashes: cartHashes.map(storedHash),
      freshHash: storedHash(freshCartHash),
      address,
      change,
      openedEvents: await openEvents(deps, request),
    })
    return { priced, cartHash: exists ? (cartHashes[token] ?? freshCartHash) : '' }
  }
}

/** The password-protected events among those asked for that the password opens. Wrong ones are counted. */
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

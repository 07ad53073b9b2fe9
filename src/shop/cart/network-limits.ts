import type { Config } from '../../config/config.ts'
import { AppError } from '../../core/errors.ts'
import type { PoolState } from '../../ticketing/inventory/rules.ts'
import type { FreePlaces } from './store.free-places.ts'

/** What the carts of one network may hold at the same time; 0 is unlimited. */
export type NetworkLimits = {
  openCarts: number
  /** Places of one pool; a tenth of the pool's capacity when that is more. */
  places: number
}

/** The limits; undefined when nothing is limited. Benches and tests switch them off with the rate limit. */
export function networkLimits({
  rateLimit,
  openCartsPerAddress: openCarts,
  heldPlacesPerAddress: places,
}: Pick<Config, 'rateLimit' | 'openCartsPerAddress' | 'heldPlacesPerAddress'>):
  | NetworkLimits
  | undefined {
  if (rateLimit === 0 || (openCarts === 0 && places === 0)) return undefined
  return { openCarts, places }
}

/** A cart that holds places, and how many of which pools. */
export type HoldingCart = {
  id: number
  address: string
  held: readonly { pool_id: number; quantity: number }[]
}

type Ticket = { id: number; name: string; poolId: number; sharedPoolId: number | null }
type Places = ReadonlyMap<number, number>

/**
 * How many places the open carts of each client network hold, updated while the requests of a batch are decided one
 * after the other. It is read while the pools are locked, so the numbers are exact with several processes too.
 */
export type NetworkBook = {
  limits: NetworkLimits | undefined
  pools: ReadonlyMap<number, PoolState>
  tickets: ReadonlyMap<number, Ticket>
  /** By address and cart: places per pool, shared pools included. */
  held: Map<string, Map<number, Places>>
  /** By address: places per pool ordered without paying in the last 24 hours. They count for free places only. */
  ordered: ReadonlyMap<string, Places>
}

type Holdings = {
  limits: NetworkLimits | undefined
  pools: readonly PoolState[]
  tickets: ReadonlyMap<number, Ticket>
  carts: readonly HoldingCart[]
  ordered: readonly FreePlaces[]
}

export function networkBook({ limits, pools, tickets, carts, ordered }: Holdings): NetworkBook {
  const byId = new Map(pools.map(pool => [pool.id, pool]))
  const held: NetworkBook['held'] = new Map()
  for (const { id, address, held: holds } of carts) {
    const places = byPool(
      holds.map(({ pool_id, quantity }) => ({
        pools: [pool_id, byId.get(pool_id)?.sharedPoolId ?? null],
        quantity,
      })),
    )
    held.set(address, (held.get(address) ?? new Map<number, Places>()).set(id, places))
  }
  const byNetwork = new Map<string, Map<number, number>>()
  for (const { address, pool_id, places } of ordered) {
    const own = byNetwork.get(address) ?? new Map<number, number>()
    byNetwork.set(address, own.set(pool_id, places))
  }
  return { limits, pools: byId, tickets, held, ordered: byNetwork }
}

type WantedPlace = {
  ticketId: number
  quantity: number
  /** Whether it costs nothing, so that free places ordered before count too. */
  isFree?: boolean
}

export type WantedPlaces = {
  cartId: number
  address: string
  places: readonly WantedPlace[]
  /** Counts the cart as holding nothing. */
  isNew: boolean
}

/**
 * Why a cart may not hold these places: its network has too many open carts, or too many places of one ticket
 * or shared stock. Releasing places is always allowed. Allowed places count for the rest of the batch.
 */
export function networkRefusal(book: NetworkBook, wanted: WantedPlaces): AppError | undefined {
  const { cartId, address, isNew } = wanted
  if (!book.limits || address === '' || wanted.places.length === 0) return undefined
  const carts = book.held.get(address) ?? new Map<number, Places>()
  if (isNew && book.limits.openCarts > 0 && carts.size >= book.limits.openCarts) {
    return new AppError('too-many-holds', { retryAfterSeconds })
  }
  const places = placesByPool(book, wanted)
  const free = placesByPool(book, { places: wanted.places.filter(({ isFree }) => isFree) })
  const refusal = placesRefusal(book, { carts, cartId, address, places, free })
  if (refusal) return refusal
  book.held.set(address, carts.set(cartId, places))
  return undefined
}

/** Places with whether they cost nothing. */
export const withPrices = (
  places: readonly WantedPlace[],
  tickets: ReadonlyMap<number, { unitMinor: number }>,
): WantedPlace[] =>
  places.map(place => ({ ...place, isFree: tickets.get(place.ticketId)?.unitMinor === 0 }))

const retryAfterSeconds = 60

type HoldRequest = {
  carts: ReadonlyMap<number, Places>
  cartId: number
  address: string
  places: Places
  free: Places
}

/** The free places of a pool that the network ordered before; they count when it wants more free ones. */
const orderedBefore = (
  { ordered }: NetworkBook,
  { address, free }: HoldRequest,
  poolId: number,
): number => (free.has(poolId) ? (ordered.get(address)?.get(poolId) ?? 0) : 0)

function placesRefusal(book: NetworkBook, request: HoldRequest) {
  const { limits, pools, tickets } = book
  const { carts, cartId, places } = request
  const least = limits?.places ?? 0
  if (least === 0) return undefined
  const before = carts.get(cartId)
  for (const [poolId, quantity] of places) {
    const capacity = pools.get(poolId)?.capacity ?? null
    if (capacity === null || quantity <= (before?.get(poolId) ?? 0)) continue
    const allowed = Math.max(least, Math.floor(capacity / 10))
    const all = [...carts].reduce(
      (sum, [id, held]) => sum + (id === cartId ? 0 : (held.get(poolId) ?? 0)),
      quantity + orderedBefore(book, request, poolId),
    )
    if (all <= allowed) continue
    const names = [...tickets.values()]
      .filter(ticket => ticket.poolId === poolId || ticket.sharedPoolId === poolId)
      .map(({ name }) => `"${name}"`)
    const message = `At most ${allowed} places of ${names.join(', ')} can be held from one network at the same time, free ones ordered within 24 hours included; order or empty another cart first.`
    return new AppError('too-many-holds', { message, retryAfterSeconds })
  }
  return undefined
}

const placesByPool = (
  { tickets }: Pick<NetworkBook, 'tickets'>,
  { places }: Pick<WantedPlaces, 'places'>,
): Places =>
  byPool(
    places.map(({ ticketId, quantity }) => {
      const ticket = tickets.get(ticketId)
      return { pools: [ticket?.poolId ?? null, ticket?.sharedPoolId ?? null], quantity }
    }),
  )

/** Adds up the places per pool, shared pools included. */
export function byPool(
  taken: readonly { pools: readonly (number | null)[]; quantity: number }[],
): Places {
  const sums = new Map<number, number>()
  for (const { pools, quantity } of taken) {
    for (const id of pools) if (id !== null) sums.set(id, (sums.get(id) ?? 0) + quantity)
  }
  return sums
}

/** A quantity of one ticket. */
export type Line = { readonly ticketId: number; readonly quantity: number }

export type PoolState = {
  readonly id: number
  readonly sharedPoolId: number | null
  /** Null is unlimited. */
  readonly capacity: number | null
  readonly held: number
  readonly sold: number
}

/** The pools a ticket draws on. */
export type StockedTicket = {
  readonly id: number
  readonly name: string
  readonly eventId: number
  readonly poolId: number
}

/** An open hold as stored. */
export type OpenHold = Line & {
  readonly id: number
  readonly cartId: number
  readonly poolId: number
}

/** An open hold with the shared pool of its stock and its event, as read before that stock was locked. */
export type LastingHold = OpenHold & {
  readonly sharedPoolId: number | null
  readonly eventId: number
}

/** Stock that was taken: which ticket, how many, and from which pools. */
export type Unit = Line & { readonly poolId: number; readonly sharedPoolId: number | null }

/**
 * A request for stock. The cart's present holds are released first, so a buyer's own hold is never in the
 * way. Without a cart the places go straight to `sold`, without a hold.
 */
export type StockRequest = {
  readonly cartId: number | null
  readonly take: readonly Line[]
  readonly as: 'held' | 'sold'
}

export type Shortage = Line & {
  readonly ticketName: string
  /** The quantity of the line again, under the name that answers of the API have for it. */
  readonly requested: number
  readonly available: number
}

export type StockDecision =
  | { readonly kind: 'taken'; readonly units: readonly Unit[] }
  | { readonly kind: 'short'; readonly shortages: readonly Shortage[] }

export type Stock = {
  readonly pools: ReadonlyMap<number, PoolState>
  readonly tickets: ReadonlyMap<number, StockedTicket>
  readonly holds: readonly OpenHold[]
}

/** The writes that a batch of decisions needs. */
export type StockChanges = {
  /** The change of each pool's counts. */
  readonly pools: ReadonlyMap<number, { held: number; sold: number }>
  readonly closed: readonly { readonly id: number; readonly state: 'released' | 'sold' }[]
  readonly opened: readonly (Unit & {
    readonly cartId: number
    readonly state: 'open' | 'sold'
    /** The position in the batch of the request that took it. */
    readonly request: number
  })[]
}

/**
 * Decides a batch in the order of arrival. Each request gets all of its lines or none, and each line counts
 * in the ticket's own pool and the shared one. A refused request changes nothing: its cart keeps its holds.
 */
export function decideStock(
  stock: Stock,
  requests: readonly StockRequest[],
): { decisions: StockDecision[]; changes: StockChanges } {
  const book = openBook(stock)
  const decisions = requests.map((request, position) => decideOne(book, request, position))
  return { decisions, changes: changesOf(book) }
}

type Count = { held: number; sold: number }
/** `rows` are open holds of the database, `taken` what this batch has taken for the cart. */
type CartBook = { rows: OpenHold[]; taken: TakenUnits[] }
type TakenUnits = { unit: Unit; request: number; as: 'held' | 'sold' }
type Book = {
  stock: Stock
  counts: Map<number, Count>
  carts: Map<number, CartBook>
  closed: ClosedHold[]
}
type ClosedHold = { id: number; state: 'released' | 'sold' }

function openBook(stock: Stock): Book {
  const counts = new Map([...stock.pools].map(([id, { held, sold }]) => [id, { held, sold }]))
  const carts = new Map<number, CartBook>()
  for (const hold of stock.holds) {
    const cart = carts.get(hold.cartId) ?? { rows: [], taken: [] }
    cart.rows.push(hold)
    carts.set(hold.cartId, cart)
  }
  return { stock, counts, carts, closed: [] }
}

function decideOne(book: Book, request: StockRequest, position: number): StockDecision {
  const before = request.cartId === null ? undefined : book.carts.get(request.cartId)
  const given = before ? unitsHeld(book, before) : []
  add(book, given, { held: -1 })
  const { units, shortages } = takeLines(book, request)
  if (shortages.length > 0) {
    add(book, units, { [request.as]: -1 })
    add(book, given, { held: 1 })
    return { kind: 'short', shortages }
  }
  if (request.cartId !== null) replaceHolds(book, request, { units, position })
  return { kind: 'taken', units }
}

/** Takes line after line, so that lines of one pool cannot count on the same places. */
function takeLines(book: Book, { take, as }: StockRequest) {
  const units: Unit[] = []
  const shortages: Shortage[] = []
  for (const line of merged(take)) {
    const available = availableFor(book, line.ticketId)
    const unit = unitOf(book.stock, line)
    if (unit && line.quantity <= available) {
      add(book, [unit], { [as]: 1 })
      units.push(unit)
    } else {
      const ticketName = book.stock.tickets.get(line.ticketId)?.name ?? ''
      shortages.push({ ticketName, requested: line.quantity, available, ...line })
    }
  }
  return { units, shortages }
}

function replaceHolds(
  book: Book,
  { cartId, as }: StockRequest,
  { units, position }: { units: Unit[]; position: number },
) {
  const { rows, taken } = book.carts.get(cartId ?? 0) ?? { rows: [], taken: [] }
  const kept = as === 'sold' && sameUnits(rows, units)
  for (const { id } of rows) book.closed.push({ id, state: kept ? 'sold' : 'released' })
  const sold = taken.filter(one => one.as === 'sold')
  const added = kept ? [] : units.map(unit => ({ unit, request: position, as }))
  book.carts.set(cartId ?? 0, { rows: [], taken: [...sold, ...added] })
}

/**
 * The holds with which each cart can be sold exactly what it asks for, without taking or giving back anything: the
 * usual sale. Undefined when one cart asks for something else, or is named twice. `lines` are missing for a cart that is
 * sold all it holds.
 */
export function holdsToSell(
  carts: readonly { cartId: number; lines: readonly Line[] | undefined }[],
  lasting: readonly LastingHold[],
): LastingHold[][] | undefined {
  const ofCart = new Map<number, LastingHold[]>()
  for (const hold of lasting) {
    const holds = ofCart.get(hold.cartId)
    if (holds) holds.push(hold)
    else ofCart.set(hold.cartId, [hold])
  }
  const holdsOfCarts: LastingHold[][] = []
  for (const { cartId, lines } of carts) {
    const held = ofCart.get(cartId) ?? []
    const isAsked =
      lines === undefined ? held.length > 0 : quantitiesIn(lines) === quantitiesIn(held)
    if (!isAsked) return undefined
    ofCart.delete(cartId)
    holdsOfCarts.push(held)
  }
  return holdsOfCarts
}

const quantitiesIn = (lines: readonly Line[]) =>
  merged(lines)
    .map(({ ticketId, quantity }) => `${ticketId}:${quantity}`)
    .sort()
    .join()

/** What a cart holds now: stored holds, or what this batch took for it earlier. */
function unitsHeld({ stock }: Book, { rows, taken }: CartBook): Unit[] {
  const held = taken.filter(({ as }) => as === 'held').map(({ unit }) => unit)
  const stored = rows.map(row => ({ sharedPoolId: sharedOf(stock, row.poolId), ...row }))
  return [...stored, ...held]
}

const sharedOf = ({ pools }: Stock, poolId: number) => pools.get(poolId)?.sharedPoolId ?? null

function unitOf(stock: Stock, line: Line): Unit | undefined {
  const ticket = stock.tickets.get(line.ticketId)
  if (!ticket || !stock.pools.has(ticket.poolId)) return undefined
  return { poolId: ticket.poolId, sharedPoolId: sharedOf(stock, ticket.poolId), ...line }
}

/** Adds places to the counts, or subtracts them; the ticket's own pool and the shared one count together. */
function add({ counts }: Book, units: readonly Unit[], times: { held?: number; sold?: number }) {
  for (const { poolId, sharedPoolId, quantity } of units) {
    for (const id of [poolId, sharedPoolId]) {
      const entry = id === null ? undefined : counts.get(id)
      if (!entry) continue
      entry.held += quantity * (times.held ?? 0)
      entry.sold += quantity * (times.sold ?? 0)
    }
  }
}

function availableFor({ stock, counts }: Book, ticketId: number): number {
  const unit = unitOf(stock, { ticketId, quantity: 0 })
  if (!unit) return 0
  const free = [unit.poolId, unit.sharedPoolId].map(id => {
    const [pool, entry] = id === null ? [] : [stock.pools.get(id), counts.get(id)]
    if (!pool || !entry || pool.capacity === null) return Number.MAX_SAFE_INTEGER
    return Math.max(0, pool.capacity - entry.held - entry.sold)
  })
  return Math.min(...free)
}

/** Adds up the lines of each ticket: limits apply to the sum, however the lines are split. */
function merged(lines: readonly Line[]): Line[] {
  const quantities = new Map<number, number>()
  for (const { ticketId, quantity } of lines) {
    if (quantity > 0) quantities.set(ticketId, (quantities.get(ticketId) ?? 0) + quantity)
  }
  return [...quantities].map(([ticketId, quantity]) => ({ ticketId, quantity }))
}

function sameUnits(rows: readonly OpenHold[], units: readonly Unit[]): boolean {
  const key = ({ ticketId, quantity, poolId }: Omit<Unit, 'sharedPoolId'>) =>
    `${ticketId}:${quantity}:${poolId}`
  const held = rows.map(key).sort().join()
  return held === units.map(key).sort().join()
}

function changesOf({ stock, counts, carts, closed }: Book): StockChanges {
  const pools = new Map<number, Count>()
  for (const [id, { held, sold }] of counts) {
    const before = stock.pools.get(id)
    const change = { held: held - (before?.held ?? 0), sold: sold - (before?.sold ?? 0) }
    if (change.held !== 0 || change.sold !== 0) pools.set(id, change)
  }
  const opened = [...carts].flatMap(([cartId, { taken }]) =>
    taken.map(({ unit, request, as }) => {
      const state = as === 'held' ? ('open' as const) : ('sold' as const)
      return { cartId, state, request, ...unit }
    }),
  )
  return { pools, closed, opened }
}

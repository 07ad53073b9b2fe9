import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import {
  decideStock,
  type Line,
  type PoolState,
  type StockChanges,
  type StockDecision,
  type StockRequest,
} from './rules.ts'
import {
  cartsThatMovedOn,
  expireHolds,
  type HoldRow,
  lockPools,
  type PoolRow,
  readStock,
  type StockNow,
  type StockQuestion,
  type StockScope,
  writeStock,
} from './store.ts'

export type StockDemand = StockRequest & {
  /** The hold's lifetime in seconds; needed when `as` is `held`. */
  readonly holdSeconds?: number
  /**
   * The end of the hold, for one that must not outlive the hold it replaces. It takes precedence over
   * `holdSeconds`.
   */
  readonly until?: Date | undefined
  /** Takes what the cart holds, or held last if that has expired, instead of `take`. */
  readonly ownLines?: boolean
}

export type StockResult = { readonly decision: StockDecision; readonly expiresAt: Date }

type Locker = (tx: Tx, scope: StockScope) => Promise<PoolRow[]>

/** The locked pools of all events concerned, and what was read under the locks. */
export type LockedStock = { readonly locked: readonly PoolRow[]; readonly read: StockNow }

/** Decisions that are not yet written. `write` must be called once, also when all requests are refused. */
export type StockPlan = { readonly results: readonly StockResult[]; write(): Promise<void> }

/**
 * The only code that takes stock. Locks the pools of every event concerned, reads stock time and state under
 * the locks, decides in the given order, and writes: three statements for a batch of any size. Only when a
 * request would be refused, it first closes the events' expired holds and decides all requests anew.
 */
export async function settleStock(
  tx: Tx,
  wanted: readonly StockDemand[],
  lock: Locker = lockPools,
): Promise<StockResult[]> {
  const { results, write } = await planStock(tx, wanted, await lockStock(tx, wanted, lock))
  await write()
  return [...results]
}

/** Locks the stock of these requests, and reads it under the locks. */
export async function lockStock(
  tx: Tx,
  wanted: readonly StockDemand[],
  lock: Locker = lockPools,
): Promise<LockedStock> {
  const ticketIds = distinct(wanted.flatMap(({ take }) => take.map(line => line.ticketId)))
  const cartIds = distinct(wanted.flatMap(({ cartId }) => cartId ?? []))
  const question = { ticketIds, cartIds }
  const { locked, read } = await lockAndRead(tx, { ...question, lock }, async () => {
    const stock = await readStock(tx, question)
    return { stock, needed: poolsOfHolds(stock) }
  })
  return { locked, read: read.stock }
}

const poolsOfHolds = ({ holds }: StockNow) => holds.map(({ poolId }) => poolId)

/** Locks stock and reads it, and in the same round trip what the caller reads under these locks. */
export async function lockStockBeside<T>(
  tx: Tx,
  question: StockQuestion,
  read: () => Promise<T>,
): Promise<{ stock: LockedStock; beside: T }> {
  const { locked, read: rows } = await lockAndRead(tx, question, async () => {
    const [stock, beside] = await Promise.all([readStock(tx, question), read()])
    return { stock, beside, needed: poolsOfHolds(stock) }
  })
  return { stock: { locked, read: rows.stock }, beside: rows.beside }
}

/**
 * Decides requests over locked stock. The caller writes the plan together with its own rows, in one round trip: while
 * pools are locked, everybody else waits.
 */
export async function planStock(
  tx: Tx,
  wanted: readonly StockDemand[],
  { locked, read }: LockedStock,
): Promise<StockPlan> {
  const sellers = wanted.flatMap(want => (want.ownLines && want.cartId) || [])
  const lasting = await lastHolds(tx, sellers, read.holds)
  const requests = withOwnLines(wanted, lasting)
  const pools = new Map(locked.map(pool => [pool.id, pool]))
  for (const { poolId } of [...read.tickets, ...read.holds]) demandLocked(pools, poolId)
  // A deleted ticket can still be sold to carts that hold it, and to nobody else.
  const heldTickets = wanted.some(({ as }) => as === 'sold') ? read.holds : lasting
  const tickets = new Map([...heldTickets.map(heldTicket), ...read.tickets].map(t => [t.id, t]))
  const holds = read.holds.filter(({ state }) => state === 'open')
  let { decisions, changes } = decideStock({ pools, tickets, holds }, requests)
  const eventIds = distinct(locked.map(({ eventId }) => eventId))
  const own = touching(tx, eventIds)
  if (decisions.some(({ kind }) => kind === 'short')) {
    const gone = await expireHolds(own, eventIds)
    if (gone.length > 0) {
      const ids = new Set(gone.map(({ id }) => id))
      const left = holds.filter(({ id }) => !ids.has(id))
      const swept = givenBack(pools, gone)
      ;({ decisions, changes } = decideStock({ pools: swept, tickets, holds: left }, requests))
      changes = { ...changes, pools: together(changes.pools, pools, swept) }
    }
  }
  const expiresAt = wanted.map(
    ({ holdSeconds = 0, until }) => until ?? secondsAfter(read.now, holdSeconds),
  )
  return {
    results: decisions.map((decision, at) => ({ decision, expiresAt: expiresAt[at] ?? read.now })),
    write: () => writeStock(own, changes, { now: read.now, expiresAt }),
  }
}

/**
 * What carts hold, or held last if that has expired. A cart over several events may have lost part of its
 * holds. A cart that released or sold its places has nothing, whatever expired earlier.
 */
async function lastHolds(tx: Tx, cartIds: readonly number[], holds: readonly HoldRow[]) {
  const selling = new Set(cartIds)
  const own = holds.filter(({ cartId }) => selling.has(cartId))
  const newest = new Map<number, HoldRow>()
  for (const hold of own) {
    const newestHold = newest.get(hold.cartId)
    if (!newestHold || hold.id > newestHold.id) newest.set(hold.cartId, hold)
  }
  const last = own.filter(hold => hold.generation === newest.get(hold.cartId)?.generation)
  const expired = last.filter(({ state }) => state === 'expired')
  if (expired.length === 0) return last
  const gone = await cartsThatMovedOn(tx, expired)
  return last.filter(({ cartId }) => !gone.has(cartId))
}

/** Locks pools together with the shared pools that they draw on. */
export async function lockWithShared(tx: Tx, scope: StockScope): Promise<PoolRow[]> {
  const { locked } = await lockAndRead(tx, scope, async () => ({ needed: [] }))
  return locked
}

/** What is missing after so many attempts is missing for another reason, and fails where it is used. */
const attemptsMost = 5

/**
 * Locks pools, and reads under the locks what `read` asks for, in the same round trip. Both are done once more when
 * there is more to lock than at first: while this waited for the lock, a change of mode attached a new shared pool, or
 * a cart took a hold at another event (`needed` names the pools of the holds that were read).
 */
export async function lockAndRead<T extends { readonly needed: readonly number[] }>(
  tx: Tx,
  { lock = lockPools, ...scope }: StockScope & { lock?: Locker },
  read: () => Promise<T>,
): Promise<{ locked: PoolRow[]; read: T }> {
  for (let attempt = 1; ; attempt += 1) {
    const [locked, rows] = await Promise.all([lock(tx, scope), read()])
    const ids = new Set(locked.map(({ id }) => id))
    const complete =
      rows.needed.every(id => ids.has(id)) &&
      locked.every(({ sharedPoolId }) => sharedPoolId === null || ids.has(sharedPoolId))
    if (complete || attempt >= attemptsMost) return { locked, read: rows }
  }
}

/**
 * A change to a pool that is not locked is a bug of ours, so the transaction fails. Skipping it would lose a
 * place for good; refusing it would turn a buyer away from free places.
 */
function demandLocked<P extends PoolState>(pools: ReadonlyMap<number, P>, id: number): P {
  const pool = pools.get(id)
  if (!pool) throw new Error(`Pool ${id} was not locked with the others.`)
  return pool
}

/** The pools after places were returned to them and to the shared pools they draw on. All of them are locked. */
export function givenBack<P extends PoolState>(
  pools: ReadonlyMap<number, P>,
  units: readonly { poolId: number; quantity: number }[],
  what: 'held' | 'sold' = 'held',
): Map<number, P> {
  const result = new Map(pools)
  for (const { poolId, quantity } of units) {
    for (const id of [poolId, demandLocked(pools, poolId).sharedPoolId]) {
      if (id === null) continue
      const pool = demandLocked(result, id)
      result.set(id, { ...pool, [what]: pool[what] - quantity })
    }
  }
  return result
}

/** The differences between two states of pools, for `writeStock`. */
export function differences(
  before: ReadonlyMap<number, PoolState>,
  now: ReadonlyMap<number, PoolState>,
): Map<number, { held: number; sold: number }> {
  return together(new Map(), before, now)
}

function together(
  changes: StockChanges['pools'],
  before: ReadonlyMap<number, PoolState>,
  now: ReadonlyMap<number, PoolState>,
) {
  const sums = new Map<number, { held: number; sold: number }>()
  for (const [id, { held, sold }] of now) {
    const [was, change] = [before.get(id), changes.get(id)]
    const sum = {
      held: held - (was?.held ?? 0) + (change?.held ?? 0),
      sold: sold - (was?.sold ?? 0) + (change?.sold ?? 0),
    }
    if (sum.held !== 0 || sum.sold !== 0) sums.set(id, sum)
  }
  return sums
}

/** A cart named twice counts once: places cannot be sold twice. */
function withOwnLines(wanted: readonly StockDemand[], holds: readonly HoldRow[]): StockDemand[] {
  const lines = new Map<number, Line[]>()
  for (const { cartId, ticketId, quantity } of holds) {
    lines.set(cartId, [...(lines.get(cartId) ?? []), { ticketId, quantity }])
  }
  return wanted.map(want => {
    if (want.ownLines !== true || want.cartId === null) return want
    const take = lines.get(want.cartId) ?? []
    lines.delete(want.cartId)
    return { ...want, take }
  })
}

const heldTicket = ({ ticketId, ticketName, eventId, poolId }: HoldRow) => ({
  id: ticketId,
  name: ticketName ?? '',
  eventId,
  poolId,
})

const distinct = (ids: readonly number[]) => [...new Set(ids)]

const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)

import type { Actor } from '../../core/actor.ts'
import { AppError } from '../../core/errors.ts'
import { formatDecimal } from '../../core/money.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { noteMade } from '../../platform/idempotency/store.ts'
import { type LaneKind, type Refused, refused } from '../../ticketing/inventory/lanes.ts'
import { takeUnits } from '../../ticketing/inventory/take-units.ts'
import { recordPayment } from '../books/record-payment.ts'
import { stockRefusal } from '../cart/check-cart.ts'
import type { Deps } from '../deps.ts'
import { writeStaffOrder } from '../orders/record/write-staff-order.ts'
import type { Totals } from '../pricing/rules.ts'
import { demandCash } from './cash-switch.ts'
import { type DeskLine, priceLines, totalChanged } from './price-lines.ts'
import { type CompReason, type DeskMethod, quotaLeft, sellsWith } from './rules.ts'
import { insertBatch } from './store.batches.ts'
import { insertAwaited } from './store.awaited.ts'
import { countComps, insertComp } from './store.comps.ts'
import { insertTillMove, lockOpenTills, type LockedTill } from './store.ts'

/** What is done with the places: sold for money that is there, given away, or ordered until somebody pays. */
export type DeskAct =
  | {
      kind: 'sale'
      method: DeskMethod
      tillId: number
      /** What the buyer handed over, as it was sent; undefined where nobody counted it. */
      givenMinor: number | undefined
      /** The number on the slip of the terminal; empty for none. */
      reference: string
    }
  | { kind: 'comp'; reason: CompReason; note: string }
  | { kind: 'order'; payBy: string }

export type DeskWish = {
  eventId: number
  lines: readonly DeskLine[]
  /** The total that the screen said, as a decimal. */
  expectedTotal: string
  purchaser: { name: string; email: string }
  locale: string | null
  userId: number | null
  act: DeskAct
  /** Whether they are unnamed tickets of one kind that somebody else hands out (contract.md 39.9). */
  isBatch?: boolean
  actor: Actor | undefined
  attempt: Attempt | undefined
}

export type Sold = { orderId: number }
type Request = { deps: Deps; wish: DeskWish; now: Date }

/**
 * Takes places at the desk in one transaction: stock, order, attendees, payment and the move of the till, or nothing
 * (contract.md 39.3). Fails with `cash-is-off`, `desk-total-changed`, `desk-not-sold`, `desk-given-too-little`, `till-not-open`, `comp-quota-used`,
 * and with `ticket-capacity-not-available` like a cart. The same request under its idempotency key does it once.
 */
export async function sellAtDesk(deps: Deps, wish: DeskWish): Promise<Sold> {
  const before = wish.attempt?.made?.['order_id']
  if (before !== undefined) return { orderId: before }
  if (wish.act.kind === 'sale' && wish.act.method === 'cash') await demandCash(deps)
  const request = { deps, wish, now: deps.clock.now() }
  return deps.lanes.runAs(wish.actor, [wish.eventId], { kind: deskKind, request })
}

const tillOf = ({ wish: { act } }: Request) => (act.kind === 'sale' ? [act.tillId] : [])

const deskKind: LaneKind<Request, Sold> = {
  name: 'desk',
  // The stock of the event is locked first, also for one request: the quota of comps is counted behind that. Then the tills, by their ids.
  locksItself: 'always',
  settle: async (tx, requests, lockAll) => {
    await lockAll()
    const tills = await lockOpenTills(tx, [...new Set(requests.flatMap(tillOf))])
    const results: (Sold | Refused)[] = []
    for (const request of requests) results.push(await sellOne(tx, request, tills))
    return results
  },
}

async function sellOne(
  tx: Tx,
  { deps, wish, now }: Request,
  tills: readonly LockedTill[],
): Promise<Sold | Refused> {
  const { act, eventId, lines } = wish
  const { currency } = deps.config
  const totals = await priceLines(tx, {
    eventId,
    lines,
    now,
    currency,
    isFree: act.kind === 'comp',
    inCash: act.kind === 'sale' && act.method === 'cash',
  })
  if (totals instanceof AppError) return refused(totals)
  const problem = await problemOf(tx, { wish, totals, tills })
  if (problem) return refused(problem)
  const stock = await takeUnits(tx, lines)
  if (stock.kind === 'short') return refused(stockRefusal(stock.shortages))
  const { id } = await writeStaffOrder(tx, {
    eventId,
    totals,
    units: stock.units,
    purchaser: wish.purchaser,
    locale: wish.locale,
    isPaid: act.kind !== 'order' || totals.totalMinor === 0,
    // Whoever holds a ticket of a batch has paid the one who sold it.
    admitsUnpaid: wish.isBatch === true,
    cause: causes[act.kind],
  })
  await writeAct(tx, { wish, totals, orderId: id, now })
  if (wish.attempt) await noteMade(tx, wish.attempt.row, { order_id: id })
  return { orderId: id }
}

const causes = { sale: 'desk sale', comp: 'complimentary', order: 'order by staff' } as const

type Judged = { wish: DeskWish; totals: Totals; tills: readonly LockedTill[] }

/** Why the places are not taken, apart from stock. */
async function problemOf(tx: Tx, { wish, totals, tills }: Judged): Promise<AppError | undefined> {
  const { act, eventId, lines } = wish
  if (act.kind === 'comp') return quotaProblem(tx, eventId, placesOf(lines))
  const changed = totalChanged(totals, wish.expectedTotal)
  if (changed || act.kind === 'order') return changed
  const till = tills.find(({ id }) => id === act.tillId)
  if (!till || !sellsWith(till, wish) || till.currency !== totals.currency) {
    return new AppError('till-not-open')
  }
  return act.givenMinor === undefined ? undefined : givenProblem(totals, act.givenMinor)
}

const placesOf = (lines: readonly DeskLine[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

async function quotaProblem(tx: Tx, eventId: number, wanted: number) {
  const { quota, used } = await countComps(tx, eventId)
  const left = quotaLeft(quota, used)
  if (left === null || wanted <= left) return undefined
  return new AppError('comp-quota-used', {
    message: `${left} of ${quota} places of this event can still be given away, and ${wanted} were asked for.`,
    data: { quota, used, left },
  })
}

function givenProblem({ totalMinor, currency }: Totals, givenMinor: number) {
  if (givenMinor >= totalMinor) return undefined
  const [given, total] = [givenMinor, totalMinor].map(minor => formatDecimal({ minor, currency }))
  return new AppError('desk-given-too-little', { data: { given, total } })
}

const batchOf = ({ lines: [line] }: DeskWish) => ({
  ticketId: line?.ticketId ?? 0,
  places: line?.quantity ?? 0,
})

type Writing = { wish: DeskWish; totals: Totals; orderId: number; now: Date }

/** Writes what the act leaves beside the order: its payment and the move of the till, or why it was given away, or by when it is paid. */
async function writeAct(tx: Tx, { wish, totals, orderId, now }: Writing): Promise<void> {
  const { act, eventId, userId } = wish
  const amountMinor = totals.totalMinor
  if (wish.isBatch) await insertBatch(tx, { ...batchOf(wish), orderId, eventId, userId })
  if (act.kind === 'comp') {
    const places = placesOf(wish.lines)
    const reason = act.note === '' ? act.reason : `${act.reason}: ${act.note}`
    await insertComp(tx, { orderId, eventId, places, reason, userId })
  } else if (act.kind === 'order') {
    if (amountMinor > 0) await insertAwaited(tx, { orderId, payBy: act.payBy, userId })
  } else {
    const { method, tillId, reference } = act
    await insertTillMove(tx, tillId, {
      kind: 'sale',
      method,
      amountMinor,
      orderId,
      userId,
      at: now,
    })
    if (amountMinor === 0) return
    const { currency } = totals
    await recordPayment(tx, {
      orderId,
      method,
      amountMinor,
      currency,
      at: now,
      reference,
      tillId,
      userId,
    })
  }
}

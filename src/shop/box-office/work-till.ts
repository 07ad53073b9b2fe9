import { fail } from '../../core/errors.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { noteMade } from '../../platform/idempotency/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../deps.ts'
import { voidSale } from '../orders/settling/void-sale.ts'
import { demandCash, takesCash } from './cash-switch.ts'
import { expectedCash, type HandKind, signedAmount } from './rules.ts'
import {
  closeTillRow,
  type Closing,
  insertTill,
  insertTillMove,
  listTillMoves,
  lockOpenTills,
} from './store.ts'

type TillDeps = Pick<Deps, 'db' | 'clock' | 'siteSettings' | 'settingsRead'>

type Opening = {
  name: string
  eventId: number | null
  currency: string
  floatMinor: number
  userId: number | null
  attempt: Attempt | undefined
}

/**
 * Opens a till with the float that was counted into it. Returns its id; the same request under its key opens one. Fails with
 * `cash-is-off` for a float where the site takes no cash.
 */
export async function openTill(
  deps: TillDeps,
  { floatMinor, attempt, ...opening }: Opening,
): Promise<number> {
  const before = attempt?.made?.['till_id']
  if (before !== undefined) return before
  if (floatMinor > 0) await demandCash(deps)
  const { db, clock } = deps
  const at = clock.now()
  const { userId } = opening
  return transaction(db, async tx => {
    const id = await insertTill(tx, { at, ...opening })
    await insertTillMove(tx, id, {
      kind: 'float',
      method: 'cash',
      amountMinor: floatMinor,
      userId,
      at,
    })
    if (attempt) await noteMade(tx, attempt.row, { till_id: id })
    return id
  })
}

export type ByHand = {
  tillId: number
  kind: HandKind
  minor: number
  reason: string
  witness: string
  userId: number | null
  attempt: Attempt | undefined
}

/** Notes that cash was put into an open till, taken out, or was counted wrong before. Fails with `cash-is-off` and `till-not-open`. */
export async function moveCash(
  deps: TillDeps,
  { tillId, kind, minor, attempt, ...move }: ByHand,
): Promise<void> {
  if (attempt?.made?.['move'] !== undefined) return
  await demandCash(deps)
  const { db, clock } = deps
  const amountMinor = signedAmount(kind, minor)
  await transaction(db, async tx => {
    await demandOpen(tx, tillId)
    const n = await insertTillMove(tx, tillId, {
      kind,
      method: 'cash',
      amountMinor,
      at: clock.now(),
      ...move,
    })
    if (attempt) await noteMade(tx, attempt.row, { move: n })
  })
}

async function demandOpen(tx: Tx, tillId: number) {
  const [till] = await lockOpenTills(tx, [tillId])
  return till ?? fail('till-not-open')
}

export type Voiding = {
  tillId: number
  orderId: number
  reason: string
  userId: number | null
  attempt: Attempt | undefined
}

/**
 * Voids a sale of an open till: its money goes back out of this till, and its places are free. Fails with `till-sale-not-found` for
 * sales that are not of this till, with `till-not-open`, with `cash-is-off` for a sale in cash, and as a refund does.
 */
export async function voidTillSale(
  deps: TillDeps,
  { tillId, orderId, reason, userId, attempt }: Voiding,
): Promise<void> {
  if (attempt?.made?.['order_id'] !== undefined) return
  const { db, clock } = deps
  const hasCash = await takesCash(deps)
  await transaction(db, async tx => {
    const moves = await listTillMoves(tx, tillId)
    const isTheSale = (move: (typeof moves)[number]) =>
      move.kind === 'sale' && move.order_id === orderId
    const { method } = moves.find(isTheSale) ?? fail('till-sale-not-found')
    if (moves.some(({ kind, order_id: id }) => kind === 'refund' && id === orderId)) {
      fail('order-move-not-allowed', { message: 'This sale was voided before; nothing was done.' })
    }
    if (method === 'cash' && !hasCash) fail('cash-is-off')
    const { refundId, amountMinor } = await voidSale(tx, {
      orderId,
      method: method === 'cash' ? 'cash' : 'by_hand',
      reason,
      userId,
    })
    await demandOpen(tx, tillId)
    await insertTillMove(tx, tillId, {
      kind: 'refund',
      method,
      amountMinor: -amountMinor,
      orderId,
      ...(refundId !== undefined && { refundId }),
      reason,
      userId,
      at: clock.now(),
    })
    if (attempt) await noteMade(tx, attempt.row, { order_id: orderId })
  })
}

type ClosingWish = Omit<Closing, 'expectedMinor' | 'at'> & {
  tillId: number
  attempt: Attempt | undefined
}

/**
 * Closes a till with what was counted, under the next number; the difference stays as it is. Fails with `till-not-open`. The same
 * request under its key closes it once.
 */
export async function closeTill(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tillId, attempt, ...closing }: ClosingWish,
): Promise<void> {
  if (attempt?.made?.['till_id'] !== undefined) return
  await transaction(db, async tx => {
    await demandOpen(tx, tillId)
    const expectedMinor = expectedCash(await listTillMoves(tx, tillId))
    await closeTillRow(tx, tillId, { ...closing, expectedMinor, at: clock.now() })
    if (attempt) await noteMade(tx, attempt.row, { till_id: tillId })
  })
}

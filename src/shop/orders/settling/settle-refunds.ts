import type { Tx } from '../../../platform/db/database.ts'
import { record } from '../../../platform/facts/record.ts'
import {
  type Giving,
  returnAttendeesOfLines,
  returnUnused,
} from '../../../ticketing/attendees/return-attendees.ts'
import { lockForReturn, note, refundWhole } from '../record/end-order.ts'
import { listLines, type OrderRow } from '../record/lookup.ts'
import { isFailed, nextRefundState, type RefundNews, type RefundState } from '../record/rules.ts'
import { lockOrder, updateOrder } from '../record/store.ts'
import type { RefundRow } from './lookup.ts'
import type { PricedPart } from './rules.ts'
import { changeRefund, giveBackToLines, insertForeignRefund, lockRefunds } from './store.ts'

/**
 * Updates the refunds of an order to the states that the provider reports. Our refunds are recognised by their key,
 * and others are recorded. A refund that was done frees its places; one that bounced counts as not refunded. Old
 * reports change nothing.
 */
export async function settleRefunds(tx: Tx, orderId: number, told: readonly RefundNews[]) {
  if (told.length === 0) return
  const order = await lockOrder(tx, orderId)
  if (!order || order.paid_minor === 0) return
  const rows = await lockRefunds(tx, orderId)
  const isKnown = (news: RefundNews) => {
    const row = rowOf(rows, news)
    return row && nextRefundState(row.state, news.state) === row.state
  }
  if (told.every(isKnown)) return
  await lockForReturn(tx, order)
  let changed = false
  for (const news of told) {
    const row = rowOf(rows, news)
    const isNew = row ? await advance(tx, order, { row, news }) : await add(tx, order, news)
    changed ||= isNew
  }
  if (changed) await settleSum(tx, order)
}

const rowOf = (rows: readonly RefundRow[], news: RefundNews) =>
  rows.find(({ idempotency_key: key, gateway_refund_id: id }) => key === news.key || id === news.id)

/** Returns whether the report changed anything. */
async function add(tx: Tx, order: OrderRow, news: RefundNews): Promise<boolean> {
  if (news.state === 'failed') return false
  const state = news.state === 'done' ? 'done' : 'sent'
  await insertForeignRefund(tx, { orderId: order.id, news, state })
  const text = 'Money was given back at the provider, without its lines being named.'
  await note(tx, order, { text })
  if (state === 'done') await recordRefund(tx, order, news.amountMinor)
  return true
}

type Advance = { row: RefundRow; news: RefundNews }

async function advance(tx: Tx, order: OrderRow, { row, news }: Advance): Promise<boolean> {
  const state: RefundState = nextRefundState(row.state, news.state)
  if (state === row.state) return false
  await changeRefund(tx, row.id, { state, gatewayRefundId: news.id })
  if (state === 'done') {
    await recordRefund(tx, order, row.amount_minor)
    await giveLinesBack(tx, order, row.parts)
  }
  if (state === 'failed') {
    // Its places stay free, though the money has come back.
    if (row.state === 'done') await giveBackToLines(tx, row.parts.map(bounced))
    const text = `The provider could not give the money of refund ${row.id} back.`
    await note(tx, order, { text })
  }
  return true
}

const bounced = ({ lineId, amountMinor }: PricedPart): PricedPart => ({
  lineId,
  quantity: 0,
  amountMinor: -amountMinor,
})

const recordRefund = (tx: Tx, { id }: OrderRow, minor: number) =>
  record(tx, 'order.refunded', { order_id: id, minor })

/**
 * Places end because they were refunded by name, and not because of a sum: money may be refunded while they stay. But
 * when everything is refunded at the provider, where places cannot be named, the places that were paid for end
 * (contract.md 8.21). What counts is who began the last refund, not whose money arrived last, because the provider's
 * messages arrive in any order.
 */
async function settleSum(tx: Tx, order: OrderRow) {
  const done = (await lockRefunds(tx, order.id)).filter(({ state }) => state === 'done')
  const elsewhere = done.at(-1)?.isForeign === true
  const sum = done.reduce((total, { amount_minor: minor }) => total + minor, 0)
  const refunded = Math.min(sum, order.paid_minor)
  await updateOrder(tx, order.id, { refunded_minor: refunded })
  if (order.status === 'refunded' || order.status === 'reversed') return
  const isAll = refunded === order.paid_minor
  if (isAll && elsewhere && order.status === 'completed') await endPaidPlaces(tx, order)
  const isWhole = isFailed(order.status) ? isAll : await nothingLeft(tx, order.id)
  if (isWhole) await refundWhole(tx, order, 'refund')
}

async function endPaidPlaces(tx: Tx, order: OrderRow) {
  const lines = await listLines(tx, [order.id])
  const paid = lines.filter(({ kind, total_minor: minor }) => kind === 'ticket' && minor > 0)
  const parts = paid.map(line => ({
    lineId: line.id,
    quantity: line.quantity - line.refunded_quantity,
    amountMinor: 0,
  }))
  await giveLinesBack(
    tx,
    order,
    parts.filter(({ quantity }) => quantity > 0),
  )
  const text = 'All money was given back at the provider: the places that were paid for ended.'
  await note(tx, order, { text })
}

/** Free places are given back without a provider. */
export async function settleFreeRefund(tx: Tx, order: OrderRow, parts: readonly PricedPart[]) {
  await lockForReturn(tx, order)
  await giveLinesBack(tx, order, parts)
  await noteFreeRefund(tx, order)
}

/** Gives back these places of an order that cost nothing, except those that somebody came in with; returns whether there were any. */
export async function settleFreePlaces(tx: Tx, order: OrderRow, giving: Giving) {
  await lockForReturn(tx, order)
  const ended = await returnUnused(tx, order.id, giving)
  if (ended.length === 0) return 0
  await giveBackToLines(
    tx,
    [...new Set(ended)].map(lineId => ({
      lineId,
      quantity: ended.filter(id => id === lineId).length,
      amountMinor: 0,
    })),
  )
  await noteFreeRefund(tx, order)
  return ended.length
}

async function noteFreeRefund(tx: Tx, order: OrderRow) {
  await recordRefund(tx, order, 0)
  if (await nothingLeft(tx, order.id)) await refundWhole(tx, order, 'refund')
}

async function giveLinesBack(tx: Tx, order: OrderRow, parts: readonly PricedPart[]) {
  if (parts.length === 0) return
  await giveBackToLines(tx, parts)
  await returnAttendeesOfLines(tx, order.id, parts)
}

/** Whether every place of a completed order was refunded. */
async function nothingLeft(tx: Tx, orderId: number): Promise<boolean> {
  const lines = await listLines(tx, [orderId])
  return lines.every(line => line.kind !== 'ticket' || line.refunded_quantity >= line.quantity)
}

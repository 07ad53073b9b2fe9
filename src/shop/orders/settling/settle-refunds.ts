import type { Tx } from '../../../platform/db/database.ts'
import { record } from '../../../platform/facts/record.ts'
import {
  type Giving,
  returnAttendeesOfLines,
  returnUnused,
} from '../../../ticketing/attendees/return-attendees.ts'
import { validPlaces } from '../../../ticketing/attendees/lookup.valid.ts'
import { lockForReturn, note, refundWhole } from '../record/end-order.ts'
import { listEveryLine, type OrderRow } from '../record/lookup.ts'
import { isFailed, nextRefundState, type RefundNews, type RefundState } from '../record/rules.ts'
import { lockOrder, updateOrder } from '../record/store.ts'
import type { RefundRow } from './lookup.ts'
import { listPlaceMoves } from './lookup.moves.ts'
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
  const named = await namedPlaces(tx, order, news.attendees ?? [])
  await insertForeignRefund(tx, { orderId: order.id, news, state, ...named })
  const text =
    named.attendeeIds.length > 0
      ? `Money was given back at the provider, for attendees ${named.attendeeIds.join(', ')}.`
      : 'Money was given back at the provider, without its lines being named.'
  await note(tx, order, { text })
  if (state === 'done') {
    await recordRefund(tx, order, { minor: news.amountMinor })
    await giveLinesBack(tx, order, named)
  }
  return true
}

/**
 * The places of a completed order that a refund made at the provider names; those that are not of this order, or have ended,
 * are left out. Its money is of the whole order: nobody says which part of it is for which place.
 */
async function namedPlaces(tx: Tx, order: OrderRow, attendees: readonly number[]) {
  if (attendees.length === 0 || order.status !== 'completed') return { parts: [], attendeeIds: [] }
  const underWay = new Set(
    (await lockRefunds(tx, order.id)).flatMap(({ state, attendee_ids: ids }) =>
      state === 'reserved' || state === 'sent' ? (ids ?? []) : [],
    ),
  )
  const places = (await validPlaces(tx, order.id)).filter(
    ({ id, order_line_id: line }) => line !== null && attendees.includes(id) && !underWay.has(id),
  )
  const lineIds = places.flatMap(({ order_line_id: line }) => line ?? [])
  const parts = [...new Set(lineIds)].map(lineId => ({
    lineId,
    quantity: lineIds.filter(id => id === lineId).length,
    amountMinor: 0,
  }))
  return { parts, attendeeIds: places.map(({ id }) => id) }
}

type Advance = { row: RefundRow; news: RefundNews }

async function advance(tx: Tx, order: OrderRow, { row, news }: Advance): Promise<boolean> {
  const state: RefundState = nextRefundState(row.state, news.state)
  if (state === row.state) return false
  await changeRefund(tx, row.id, { state, gatewayRefundId: news.id })
  if (state === 'done') {
    await recordRefund(tx, order, { minor: row.amount_minor, refundId: row.id })
    await giveLinesBack(tx, order, { parts: row.parts, attendeeIds: row.attendee_ids })
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

type Recorded = { minor: number; refundId?: number; wordsId?: number | undefined }

/** `refund_id` and `words_id` lead the mail to what staff wrote to the buyer. */
const recordRefund = (tx: Tx, { id }: OrderRow, { minor, refundId, wordsId }: Recorded) =>
  record(tx, 'order.refunded', {
    order_id: id,
    minor,
    ...(refundId !== undefined && { refund_id: refundId }),
    ...(wordsId !== undefined && { words_id: wordsId }),
  })

/** Settles a refund whose money was given back without the provider: in cash or by hand. Its row says so already. */
export async function settleOwnRefund(tx: Tx, order: OrderRow, refundId: number) {
  await lockForReturn(tx, order)
  const row = (await lockRefunds(tx, order.id)).find(({ id }) => id === refundId)
  if (!row) throw new Error(`Refund ${refundId} is gone.`)
  await recordRefund(tx, order, { minor: row.amount_minor, refundId })
  await giveLinesBack(tx, order, { parts: row.parts, attendeeIds: row.attendee_ids })
  await settleSum(tx, order)
}

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
  const left = await placesLeft(tx, order.id)
  const parts = left
    .filter(({ line }) => line.total_minor > 0)
    .map(({ line, places }) => ({ lineId: line.id, quantity: places, amountMinor: 0 }))
  await giveLinesBack(tx, order, { parts: parts.filter(({ quantity }) => quantity > 0) })
  const text = 'All money was given back at the provider: the places that were paid for ended.'
  await note(tx, order, { text })
}

/** Places whose money is kept, or that cost nothing, are given back without a provider. */
export async function settleFreeRefund(
  tx: Tx,
  order: OrderRow,
  { wordsId, ...back }: Back & { wordsId?: number | undefined },
) {
  await lockForReturn(tx, order)
  await giveLinesBack(tx, order, back)
  await noteFreeRefund(tx, order, wordsId)
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

async function noteFreeRefund(tx: Tx, order: OrderRow, wordsId?: number) {
  await recordRefund(tx, order, { minor: 0, wordsId })
  if (await nothingLeft(tx, order.id)) await refundWhole(tx, order, 'refund')
}

type Back = { parts: readonly PricedPart[]; attendeeIds?: readonly number[] | null | undefined }

async function giveLinesBack(tx: Tx, order: OrderRow, back: Back) {
  if (back.parts.length === 0) return
  await giveBackToLines(tx, back.parts)
  await returnAttendeesOfLines(tx, order.id, back)
}

/** Whether every place of a completed order was refunded. */
async function nothingLeft(tx: Tx, orderId: number): Promise<boolean> {
  return (await placesLeft(tx, orderId)).every(({ places }) => places <= 0)
}

/** The ticket lines of an order with the number of their places that were neither refunded nor moved to another line. */
async function placesLeft(tx: Tx, orderId: number) {
  const lines = await listEveryLine(tx, [orderId])
  const moves = await listPlaceMoves(tx, orderId)
  return lines
    .filter(({ kind }) => kind === 'ticket')
    .map(line => {
      const away = moves.filter(({ from_line_id: from }) => from === line.id).length
      return { line, places: line.quantity - line.refunded_quantity - away }
    })
}

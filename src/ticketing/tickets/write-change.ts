import { type EventRow, lockEventRow } from '../../catalogue/events/lookup.ts'
import { setTicketSummary } from '../../catalogue/events/set-ticket-summary.ts'
import { fail, failParams } from '../../core/errors.ts'
import { slugify } from '../../core/slug.ts'
import { normalizeForSearch } from '../../core/text.ts'
import type { Tx } from '../../platform/db/database.ts'
import { touching } from '../../platform/db/touching.ts'
import { record } from '../../platform/facts/record.ts'
import type { TicketingAdditions } from '../additions.ts'
import { changeCapacity } from '../inventory/change-capacity.ts'
import {
  type LocalWindow,
  mergeSalePrice,
  mergeWindow,
  planStock,
  windowProblems,
} from './merge-draft.ts'
import type { TicketDraft } from './read-draft.ts'
import * as store from './store.ts'

export async function lockedCapacity(tx: Tx, eventId: number) {
  if (!(await lockEventRow(tx, eventId))) fail('not_acceptable')
  return store.findEventCapacity(tx, eventId)
}

export type WrittenChange = {
  draft: TicketDraft
  event: EventRow
  currency: string
  now: Date
  additions: Pick<TicketingAdditions, 'selectFees'>
  /** Fails unless the locked ticket is still as it was when the change was planned. */
  demand?: (current: store.TicketRow, capacity: number | null) => void
}

/** Writes a change of a ticket under the lock of its event, and returns the ticket as it is then. */
export async function writeChange(
  tx: Tx,
  id: number,
  { draft, event, currency, now, additions, demand }: WrittenChange,
): Promise<store.TicketRow> {
  const own = touching(tx, [event.id])
  const eventCapacity = await lockedCapacity(tx, event.id)
  const current = await store.findTicketRow(tx, id)
  if (!current) fail('ticket-not-found')
  if (demand) demand(current, (await store.findStockSetup(tx, id))?.capacity ?? null)
  demandDays(current, draft)
  const mode = draft.stock ? await changeStock(tx, current, { draft, eventCapacity }) : undefined
  const limits = orderLimits(current, draft)
  const { sale_ends_with_event: isWhole, ...columns } = changedColumns(current, draft)
  await store.updateTicket(own, id, {
    ...columns,
    ...(isWhole !== current.sale_ends_with_event && { sale_ends_with_event: isWhole }),
    max_per_order: limits.max_per_order,
    ...(currency !== current.currency && repriced(currency, draft)),
    ...(mode && { mode }),
    updated_at: now,
  })
  await writeBeside(own, current, { minPerOrder: limits.min_per_order, hidden: draft.hidden })
  if (draft.feeIds) await additions.selectFees(tx, id, draft.feeIds)
  return saved(tx, id, event.id)
}

/** Writes what stands in tables of its own, because 0.1.0 reads rows of tickets whole. */
async function writeBeside(
  own: Parameters<typeof store.setHidden>[0],
  current: store.TicketRow,
  { minPerOrder, hidden = current.hidden }: { minPerOrder: number; hidden?: boolean | undefined },
) {
  if (minPerOrder !== current.min_per_order) {
    await store.setMinPerOrder(own, current.id, minPerOrder)
  }
  if (hidden !== current.hidden) await store.setHidden(own, current.id, hidden)
}

/** Gives the stock its new capacity and mode; returns the ticket's mode. */
async function changeStock(
  tx: Tx,
  ticket: store.TicketRow,
  { draft, eventCapacity }: { draft: TicketDraft; eventCapacity: number | null | undefined },
) {
  const setup = await store.findStockSetup(tx, ticket.id)
  const before = { mode: ticket.mode, capacity: setup?.capacity ?? null, eventCapacity }
  const plan = planStock(before, draft.stock ?? {})
  await changeCapacity(tx, { eventId: ticket.event_id, poolId: ticket.pool_id }, plan)
  return plan.mode
}

function changedColumns(current: store.TicketRow, draft: TicketDraft) {
  const name = draft.name ?? current.name
  const description = draft.description ?? current.description
  return {
    name,
    description,
    show_description: draft.showDescription ?? current.show_description,
    ...(draft.name !== undefined && { slug: slugify(name) || String(current.id) }),
    ...(draft.sku !== undefined && {
      sku: draft.sku || defaultSku(current.id, current.author_id, name),
    }),
    menu_order: draft.menuOrder ?? current.menu_order,
    attendee_names: draft.names ?? current.attendee_names,
    price_minor: draft.priceMinor ?? current.price_minor,
    ...mergeSalePrice(current, draft.salePrice),
    ...mergeWindow(current, draft, current.timezone),
    search_text: searchText(name, description),
  }
}

type OrderLimits = { min_per_order: number; max_per_order: number }

/** The least and the most places of the ticket in one order (contract.md 6.14). */
export function orderLimits(current: OrderLimits, draft: TicketDraft): OrderLimits {
  const min_per_order = draft.minPerOrder ?? current.min_per_order
  const max_per_order = draft.maxPerOrder ?? current.max_per_order
  if (min_per_order <= max_per_order) return { min_per_order, max_per_order }
  const name = draft.minPerOrder === undefined ? 'max_per_order' : 'min_per_order'
  const message = `min_per_order (${min_per_order}) cannot exceed max_per_order (${max_per_order}).`
  return failParams({ [name]: { message } })
}

/** A sale price in the former currency has no meaning in the new one. */
const repriced = (currency: string, { salePrice }: TicketDraft) => ({
  currency,
  ...(salePrice?.priceMinor === undefined && noSalePrice),
})

export function demandDays(before: LocalWindow, draft: TicketDraft) {
  const problems = windowProblems(before, draft)
  if (Object.keys(problems).length > 0) failParams(problems)
}

export const noSalePrice = { sale_price_minor: null, sale_price_from: null, sale_price_until: null }

export const defaultSku = (id: number, authorId: number | null, name: string) =>
  `${id}-${authorId ?? 0}-${(slugify(name) || String(id)).toUpperCase()}`.slice(0, 200)

export const searchText = (name: string, description: string) =>
  `${normalizeForSearch(name)}\n${normalizeForSearch(description)}`

/** The end of every save: the event's ticket summary, the fact, and the ticket as it is now. */
export async function saved(tx: Tx, id: number, eventId: number): Promise<store.TicketRow> {
  await setTicketSummary(tx, eventId, await store.ticketSummary(tx, eventId))
  await record(tx, 'ticket.saved', { ticket_id: id, event_id: eventId })
  return (await store.findTicketRow(tx, id)) ?? fail('not_acceptable')
}

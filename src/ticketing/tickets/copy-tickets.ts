import { setTicketSummary } from '../../catalogue/events/set-ticket-summary.ts'
import { shiftedInstant, shiftedText, type WallShift } from '../../catalogue/events/rules.copies.ts'
import { fail } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { takeRecordIds } from '../../platform/db/next-ids.ts'
import { touching } from '../../platform/db/touching.ts'
import { record } from '../../platform/facts/record.ts'
import { createPools } from '../inventory/create-pools.ts'
import { windowInstants } from './merge-draft.ts'
import * as store from './store.ts'
import { ticketsToCopy, type TicketToCopy } from './store.copies.ts'

export type CopiedTicket = { readonly from: number; readonly id: number }

export type TicketCopies = {
  readonly from: number
  readonly to: number
  readonly shift: WallShift
  readonly authorId: number | null
  readonly now: Date
}

/**
 * Gives an event the tickets of another one, with their stock as it was before anything was sold. Windows of sale and days of
 * a reduced price keep their distance from the start on the wall's clock (contract.md 5.21).
 */
export async function copyTickets(tx: Tx, copies: TicketCopies): Promise<CopiedTicket[]> {
  const sources = await ticketsToCopy(tx, copies.from)
  const ids = await takeRecordIds(tx, sources.length)
  const made: CopiedTicket[] = []
  for (const [at, source] of sources.entries()) {
    const id = ids[at] ?? fail('internal_server_error')
    await copyTicket(tx, source, { ...copies, id })
    made.push({ from: source.id, id })
  }
  await setTicketSummary(tx, copies.to, await store.ticketSummary(tx, copies.to))
  return made
}

async function copyTicket(
  tx: Tx,
  source: TicketToCopy,
  { id, to, shift, authorId, now }: TicketCopies & { id: number },
) {
  const { pool_capacity: capacity, event_capacity: eventCapacity, ...rest } = source
  const { min_per_order: least, hidden, mode, ...kept } = rest
  const plan = {
    mode,
    capacity,
    ...((mode === 'capped' || mode === 'global') && { eventCapacity }),
  }
  await store.insertTicket(tx, {
    ...kept,
    mode,
    id,
    event_id: to,
    pool_id: await createPools(tx, to, plan),
    author_id: authorId,
    sku: skuOf(source, id),
    ...shiftedWindow(source, shift),
    sale_price_from: dayOf(source.sale_price_from, shift),
    sale_price_until: dayOf(source.sale_price_until, shift),
    created_at: now,
    updated_at: now,
    published_at: now,
  })
  if (least > 1) await store.setMinPerOrder(touching(tx, [to]), id, least)
  if (hidden) await store.setHidden(touching(tx, [to]), id, true)
  await record(tx, 'ticket.saved', { ticket_id: id, event_id: to })
}

/** A number that we made begins with the id of its ticket; one that a person entered stays. */
const skuOf = ({ id: from, sku }: TicketToCopy, id: number) =>
  sku.startsWith(`${from}-`) ? `${id}${sku.slice(String(from).length)}` : sku

const dayOf = (day: string | null, shift: WallShift) =>
  day === null ? null : shiftedText(day, shift)

function shiftedWindow(source: TicketToCopy, shift: WallShift) {
  const local = {
    sale_starts_local: shiftedText(source.sale_starts_local, shift),
    sale_ends_local: shiftedText(source.sale_ends_local, shift),
  }
  const moved = windowInstants(local, shift.zone)
  return {
    ...local,
    sale_starts_at: moved.sale_starts_at ?? shiftedInstant(source.sale_starts_at, shift),
    sale_ends_at: moved.sale_ends_at ?? shiftedInstant(source.sale_ends_at, shift),
  }
}

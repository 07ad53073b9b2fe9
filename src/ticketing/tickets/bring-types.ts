import { setTicketSummary } from '../../catalogue/events/set-ticket-summary.ts'
import { lockEventRow } from '../../catalogue/events/lookup.ts'
import { slugify } from '../../core/slug.ts'
import { normalizeForSearch } from '../../core/text.ts'
import { toLocal } from '../../core/time.ts'
import { takeRecordIds } from '../../platform/db/next-ids.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/facts/record.ts'
import { createPools } from '../inventory/create-pools.ts'
import { insertTicket, ticketSummary } from './store.ts'

export type TypesToBring = {
  readonly event: { readonly id: number; readonly timezone: string }
  readonly names: readonly string[]
  readonly currency: string
  readonly authorId: number | null
  readonly now: Date
}

/**
 * Makes ticket types for people who have tickets of another system: free, without a limit, and not on sale, because nobody has
 * set their prices and places yet. Returns their ids in the same order.
 */
export async function bringTypes(
  tx: Tx,
  { event, names, currency, authorId, now }: TypesToBring,
): Promise<number[]> {
  if (names.length === 0) return []
  await lockEventRow(tx, event.id)
  const ids = await takeRecordIds(tx, names.length)
  const over = toLocal(now, event.timezone)
  for (const [at, name] of names.entries()) {
    const id = ids[at] ?? 0
    const slug = slugify(name) || String(id)
    await insertTicket(tx, {
      id,
      event_id: event.id,
      provider: 'tc',
      author_id: authorId,
      status: 'publish',
      name,
      description: '',
      show_description: true,
      slug,
      sku: `${id}-${authorId ?? 0}-${slug.toUpperCase()}`.slice(0, 200),
      menu_order: 0,
      attendee_names: 'none',
      currency,
      price_minor: 0,
      sale_price_minor: null,
      sale_price_from: null,
      sale_price_until: null,
      sale_starts_local: '',
      sale_ends_local: over,
      sale_starts_at: null,
      sale_ends_at: now,
      max_per_order: 100,
      mode: 'unlimited',
      pool_id: await createPools(tx, event.id, { mode: 'unlimited', capacity: null }),
      created_at: now,
      updated_at: now,
      published_at: now,
      search_text: `${normalizeForSearch(name)}\n`,
    })
    await record(tx, 'ticket.saved', { ticket_id: id, event_id: event.id })
  }
  await setTicketSummary(tx, event.id, await ticketSummary(tx, event.id))
  return ids
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The tickets of an event with what a person entered for them, in the order in which they are shown. */
export function ticketsToCopy(tx: Tx, eventId: number) {
  return tx
    .selectFrom('tickets as t')
    .innerJoin('pools as o', 'o.id', 't.pool_id')
    .leftJoin('pools as s', 's.id', 'o.shared_pool_id')
    .select([
      't.id',
      't.provider',
      't.status',
      't.name',
      't.description',
      't.show_description',
      't.slug',
      't.sku',
      't.menu_order',
      't.attendee_names',
      't.currency',
      't.price_minor',
      't.sale_price_minor',
      't.sale_price_from',
      't.sale_price_until',
      't.sale_starts_local',
      't.sale_ends_local',
      't.sale_starts_at',
      't.sale_ends_at',
      't.max_per_order',
      't.mode',
      't.search_text',
      'o.capacity as pool_capacity',
      's.capacity as event_capacity',
      sql<number>`coalesce(
        (select m.min_per_order from ticket_minimums m where m.ticket_id = t.id), 1)`.as(
        'min_per_order',
      ),
      sql<boolean>`exists (select from hidden_tickets h where h.ticket_id = t.id)`.as('hidden'),
      sql<boolean>`exists (select from whole_event_sales w where w.ticket_id = t.id)`.as(
        'sale_ends_with_event',
      ),
    ])
    .where('t.event_id', '=', eventId)
    .orderBy('t.menu_order')
    .orderBy('t.id')
    .execute()
}

export type TicketToCopy = Awaited<ReturnType<typeof ticketsToCopy>>[number]

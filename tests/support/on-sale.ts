import { transaction } from '../../src/platform/db/transaction.ts'
import { createPools } from '../../src/ticketing/inventory/create-pools.ts'
import type { StockPlan } from '../../src/ticketing/inventory/plan-capacity.ts'
import type { TestApp } from './start-app.ts'

type App = Pick<TestApp, 'db'>

export type EventDraft = { status?: string; passwordHash?: string }

/** Inserts an event with what the shop needs. Returns its id. */
export async function eventOnSale({ db }: App, { status, passwordHash }: EventDraft = {}) {
  const row = await db
    .insertInto('events')
    .values({
      status: status ?? 'publish',
      title: 'An evening',
      timezone: 'UTC',
      start_local: '2031-06-01 19:00:00',
      end_local: '2031-06-01 23:00:00',
      starts_at: '2031-06-01T19:00:00Z',
      ends_at: '2031-06-01T23:00:00Z',
      password_hash: passwordHash ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export type TicketDraft = {
  eventId?: number
  name?: string
  priceMinor?: number
  capacity?: number | null
  /** The size of the event's shared stock, when the ticket draws on it. */
  shared?: number
  maxPerOrder?: number
  provider?: 'tc' | 'rsvp'
  status?: string
  saleStartsAt?: string
  saleEndsAt?: string
  names?: 'none' | 'allowed' | 'required'
  currency?: string
  salePriceMinor?: number
}

const unlessSaid = {
  name: 'Seat',
  priceMinor: 0,
  capacity: 100 as number | null,
  maxPerOrder: 100,
  provider: 'tc' as const,
  status: 'publish',
  saleStartsAt: null,
  saleEndsAt: null,
  names: 'none' as const,
  currency: 'USD',
  salePriceMinor: null,
}

/** Inserts a ticket on sale with its pool. Returns its id and its event's. */
export async function ticketOnSale(app: App, draft: TicketDraft = {}) {
  const eventId = draft.eventId ?? (await eventOnSale(app))
  const ticket = { ...unlessSaid, ...draft }
  const plan = stockPlan(ticket.capacity, draft.shared)
  const id = await transaction(app.db, async tx => {
    const row = await tx
      .insertInto('tickets')
      .values({
        event_id: eventId,
        provider: ticket.provider,
        status: ticket.status,
        name: ticket.name,
        slug: 'seat',
        currency: ticket.currency,
        price_minor: ticket.priceMinor,
        sale_price_minor: ticket.salePriceMinor,
        sale_starts_at: ticket.saleStartsAt,
        sale_ends_at: ticket.saleEndsAt,
        max_per_order: ticket.maxPerOrder,
        attendee_names: ticket.names,
        mode: plan.mode,
        pool_id: await createPools(tx, eventId, plan),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
  return { id, eventId }
}

function stockPlan(capacity: number | null, shared: number | undefined): StockPlan {
  if (shared !== undefined) return { mode: 'capped', capacity, eventCapacity: shared }
  return { mode: capacity === null ? 'unlimited' : 'own', capacity }
}

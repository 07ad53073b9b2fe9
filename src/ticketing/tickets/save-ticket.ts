import { nonceHolds, type NonceAction } from '../../access/nonces/rules.ts'
import { atEvent, mayEditRecord } from '../../access/records/rules.ts'
import { type EventRow, findEvent, lockEventRow } from '../../catalogue/events/lookup.ts'
import { setTicketSummary } from '../../catalogue/events/set-ticket-summary.ts'
import { type Caller, userIdOf } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { slugify } from '../../core/slug.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { takeRecordIds } from '../../platform/db/next-ids.ts'
import { touching } from '../../platform/db/touching.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { record } from '../../platform/facts/record.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { makeOnce } from '../../platform/idempotency/make-once.ts'
import type { TicketingAdditions } from '../additions.ts'
import { createPools } from '../inventory/create-pools.ts'
import { mergeSalePrice, mergeWindow, noWindow, planStock, windowWarnings } from './merge-draft.ts'
import { readDraft } from './read-draft.ts'
import type { TicketFields } from './schema.ts'
import * as refusals from './schema.refusals.ts'
import * as store from './store.ts'
import {
  defaultSku,
  demandDays,
  lockedCapacity,
  noSalePrice,
  orderLimits,
  saved,
  searchText,
  writeChange,
} from './write-change.ts'

export type SaveContext = {
  deps: Deps
  caller: Caller
  additions: TicketingAdditions
  /** The network address the request came from. */
  address: string
}

/** A saved ticket; `warnings` name values that were not saved as sent, and a sale that never takes place. */
export type SavedTicket = { row: store.TicketRow; warnings: readonly string[] }

/** A ticket as its editor describes it, and the nonce that proves where the request comes from. */
export type TicketCreation = {
  eventId: number
  nonce: unknown
  /** Undefined for a kind that we do not have. */
  provider: 'tc' | 'rsvp' | undefined
  fields: TicketFields
}

/** A change of a ticket. `eventId` must be its event. */
export type TicketChange = Omit<TicketCreation, 'provider'>

/** The removal of a ticket. `eventId` must be its event. */
export type TicketRemoval = Omit<TicketChange, 'fields'>

/**
 * Adds a ticket to an event and returns its row. Fails with 403 `forbidden` without the nonce and the right
 * to edit the event, and with 400 `bad_request` for an unknown provider.
 */
export async function createTicket(
  { eventId, nonce, provider, fields }: TicketCreation,
  { attempt, ...context }: SaveContext & { attempt: Attempt | undefined },
): Promise<SavedTicket> {
  const { deps, caller, additions } = context
  const event = await eventToChange(eventId, context)
  demandNonce(nonce, { action: 'add_ticket', recordId: event.id }, context)
  if (!provider) fail('bad_request', { message: refusals.unknownProvider })
  const { currency } = deps.config
  const now = deps.clock.now()
  const draft = readDraft(fields, { zone: event.timezone, now, currency, provider })
  // A paid ticket needs a price, even if the price is 0.
  if (provider === 'tc' && draft.priceMinor === undefined) {
    fail('tec-tickets-rest-invalid_price', { message: refusals.noPrice })
  }
  demandDays(noWindow, draft)
  const { name = '', description = '', warnings } = draft
  const make = async (tx: Tx) => {
    const eventCapacity = await lockedCapacity(tx, event.id)
    const plan = planStock({ mode: 'own', capacity: null, eventCapacity }, draft.stock ?? {})
    const poolId = await createPools(tx, event.id, plan)
    const [id = 0] = await takeRecordIds(tx, 1)
    const limits = orderLimits({ min_per_order: 1, max_per_order: 100 }, draft)
    await store.insertTicket(tx, {
      id,
      event_id: event.id,
      provider,
      author_id: userIdOf(caller),
      status: 'publish',
      name,
      description,
      show_description: draft.showDescription ?? true,
      slug: slugify(name) || String(id),
      sku: draft.sku || defaultSku(id, userIdOf(caller), name),
      menu_order: draft.menuOrder ?? 0,
      attendee_names: draft.names ?? 'none',
      currency,
      price_minor: draft.priceMinor ?? 0,
      ...mergeSalePrice(noSalePrice, draft.salePrice),
      ...mergeWindow(noWindow, draft, event.timezone),
      max_per_order: limits.max_per_order,
      mode: plan.mode,
      pool_id: poolId,
      created_at: now,
      updated_at: now,
      published_at: now,
      search_text: searchText(name, description),
    })
    if (limits.min_per_order > 1) {
      await store.setMinPerOrder(touching(tx, [event.id]), id, limits.min_per_order)
    }
    if (draft.feeIds) await additions.selectFees(tx, id, draft.feeIds)
    return saved(tx, id, event.id)
  }
  const find = (id: number) => store.findTicketRow(deps.db, id)
  const row = await makeOnce(deps.db, { attempt, find, make })
  return { row, warnings: [...warnings, ...windowWarnings(row, event)] }
}

/**
 * Changes the members of a ticket that were sent. Fails like `createTicket`, and with 409
 * `ticket-capacity-below-sold`. A ticket cannot move to another event: another `eventId` is 400.
 */
export async function changeTicket(
  id: number,
  { eventId, nonce, fields }: TicketChange,
  context: SaveContext,
): Promise<SavedTicket> {
  const { deps, additions } = context
  const before = await store.findTicketRow(deps.db, id)
  const event = await eventToChange(before?.event_id ?? eventId, context)
  if (!before) fail('bad_request', { message: `There is no ticket with the id ${id}.` })
  demandNonce(nonce, { action: 'edit_ticket', recordId: id }, context)
  demandSameEvent(event, eventId)
  const provider = before.provider === 'rsvp' ? 'rsvp' : 'tc'
  const now = deps.clock.now()
  const currency = currencyOfPrice(fields, before, deps.config.currency)
  const reading = { zone: event.timezone, now, currency, provider } as const
  const draft = readDraft(fields, reading)
  const change = { draft, event, currency, now, additions }
  const row = await transaction(deps.db, tx => writeChange(tx, id, change))
  return { row, warnings: [...draft.warnings, ...windowWarnings(row, event)] }
}

/** Deletes a ticket. Its attendees and sold places stay. Fails like `changeTicket`. */
export async function removeTicket(
  ticket: store.TicketRow,
  { eventId, nonce }: TicketRemoval,
  context: SaveContext,
): Promise<boolean> {
  const event = await eventToChange(ticket.event_id, context)
  const wanted = { action: 'remove_ticket', recordId: ticket.id } as const
  demandNonce(nonce, wanted, context)
  demandSameEvent(event, eventId)
  return transaction(context.deps.db, async tx => {
    await lockEventRow(tx, event.id)
    if (!(await store.deleteTicket(touching(tx, [event.id]), ticket.id))) fail('ticket-not-found')
    await setTicketSummary(tx, event.id, await store.ticketSummary(tx, event.id))
    await record(tx, 'ticket.deleted', { ticket_id: ticket.id, event_id: event.id })
    return true
  })
}

/** The event, when this caller may change its tickets. Every refusal is the same, whatever its reason. */
export async function eventToChange(
  eventId: number,
  { deps, caller }: Pick<SaveContext, 'deps' | 'caller'>,
): Promise<EventRow> {
  const event = Number.isSafeInteger(eventId) ? await findEvent(deps.db, eventId) : undefined
  const allowed =
    event &&
    event.status !== 'trash' &&
    mayEditRecord(atEvent(caller, event.id, 'tickets.write'), event)
  return allowed ? event : fail('forbidden', { message: refusals.noEvent(caller) })
}

/** A ticket stays with its event. */
function demandSameEvent({ id }: EventRow, eventId: number) {
  if (eventId !== id) failParams(refusals.otherEvent)
}

function demandNonce(
  nonce: unknown,
  wanted: { action: NonceAction; recordId: number },
  { deps, caller, address }: SaveContext,
) {
  const userId = userIdOf(caller)
  const holds =
    userId !== null &&
    typeof nonce === 'string' &&
    nonceHolds(deps.secrets.nonce, { ...wanted, userId, nonce, now: deps.clock.now() })
  if (holds) return
  if (userId !== null) deps.attempts.wrong('nonce', { target: String(userId), address })
  fail('forbidden', { message: refusals.wrongNonce(wanted.action, nonce) })
}

/** A price is in the ticket's own currency, unless the client names the site's. */
function currencyOfPrice({ currency, price }: TicketFields, ticket: store.TicketRow, site: string) {
  if (currency === undefined) return ticket.currency
  if (currency.toUpperCase() !== site) {
    failParams({ currency: { message: `currency must be ${site}, the currency of this site.` } })
  }
  if (price === undefined && ticket.currency !== site) {
    failParams({ price: { message: `price is missing: send the ticket's price in ${site}.` } })
  }
  return site
}

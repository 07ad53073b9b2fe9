import type { Actor } from '../../core/actor.ts'
import { lockEventRow } from '../../catalogue/events/lookup.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../messaging/deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { recordAll } from '../../platform/facts/record.ts'
import { registerAttendees } from '../../ticketing/attendees/register.ts'
import { bringDoorNotes } from '../../ticketing/door/bring-door-notes.ts'
import type { LaneKind } from '../../ticketing/inventory/lanes.ts'
import { takeUnitsOfMany } from '../../ticketing/inventory/take-units.ts'
import { bringTypes } from '../../ticketing/tickets/bring-types.ts'
import { type SaleTicket, ticketsForSale, ticketsOfEvent } from '../../ticketing/tickets/lookup.ts'
import type { Placed, TicketType } from './classify.ts'
import { type Guest, type Refusal, typeKey } from './guests.ts'
import type { AttendeePlan } from './plan-attendees.ts'
import { beginImport, claimKeys, endImport, giveKeys, rememberMapping } from './store.ts'

type ImportDeps = Pick<Deps, 'db' | 'lanes' | 'clock' | 'config'>

export type ImportContext = {
  readonly event: { readonly id: number; readonly timezone: string }
  readonly fileName: string
  readonly userId: number | null
  readonly actor: Actor | undefined
  /** Is told after each batch how many lines are done. */
  readonly onProgress?: (done: number, total: number) => void
}

export type ImportEnd = {
  readonly id: number
  readonly made: number
  readonly codes: number
  readonly repeats: readonly Refusal[]
  readonly refused: readonly Refusal[]
}

const batchSize = 250

/**
 * Makes the attendees of a plan, in batches of one transaction each. Nobody gets a mail. A run that was ended anywhere goes on
 * when the list is given again: lines that came are recognised.
 */
export async function importAttendees(
  deps: ImportDeps,
  plan: AttendeePlan,
  { event, fileName, userId, actor, onProgress }: ImportContext,
): Promise<ImportEnd> {
  const db = actingOn(deps.db, actor)
  const types = await transaction(db, async tx => {
    await rememberMapping(tx, plan.table.head, plan.mapping)
    return makeTypes(tx, plan, {
      event,
      authorId: userId,
      now: deps.clock.now(),
      currency: deps.config.currency,
    })
  })
  const id = await beginImport(deps.db, { eventId: event.id, userId, fileName })
  const repeats = [...plan.repeats]
  const refused = [...plan.refused]
  let [made, codes] = [0, 0]
  const ended = () => ({
    lines: plan.table.rows.length,
    made,
    codes,
    repeated: repeats.length,
    refused,
  })
  try {
    for (let at = 0; at < plan.placed.length; at += batchSize) {
      const batch = plan.placed.slice(at, at + batchSize).map(({ guest, type }: Placed) => ({
        guest,
        ticket: types.get(type) ?? fail('internal_server_error'),
      }))
      const request = { eventId: event.id, batch }
      const result = await deps.lanes.runAs(actor, [event.id], { kind: bringKind, request })
      made += result.made
      codes += result.codes
      repeats.push(...result.repeats)
      refused.push(...result.refused)
      onProgress?.(Math.min(at + batchSize, plan.placed.length), plan.placed.length)
    }
  } catch (error) {
    await endImport(deps.db, id, { ...ended(), state: 'failed' })
    throw error
  }
  await endImport(deps.db, id, { ...ended(), state: 'done' })
  return {
    id,
    made,
    codes,
    repeats,
    refused: refused.toSorted((one, other) => one.line - other.line),
  }
}

/** The tickets of the plan's types; those that are not there are made, once by whoever of several imports comes first. */
async function makeTypes(
  tx: Tx,
  { placed, made, tickets }: AttendeePlan,
  making: Omit<Parameters<typeof bringTypes>[1], 'names'>,
): Promise<Map<TicketType, SaleTicket>> {
  const there =
    made.length > 0 ? await typesUnderLock(tx, making.event.id) : new Map<string, SaleTicket>()
  const missing = made.filter(({ name }) => !there.has(typeKey(name)))
  const ids = await bringTypes(tx, { ...making, names: missing.map(({ name }) => name) })
  const fresh = await ticketsForSale(tx, ids)
  const madeOf = (type: TicketType) =>
    there.get(typeKey(type.name)) ?? fresh.get(ids[missing.indexOf(type)] ?? 0)
  const byType = new Map<TicketType, SaleTicket>()
  for (const { type } of placed) {
    const ticket = type.id === null ? madeOf(type) : tickets.get(type.id)
    if (ticket) byType.set(type, ticket)
  }
  return byType
}

/** The ticket types that an event has by now; until the transaction ends nobody makes more of them by a list. */
async function typesUnderLock(tx: Tx, eventId: number): Promise<Map<string, SaleTicket>> {
  await lockEventRow(tx, eventId)
  const tickets = (await ticketsOfEvent(tx, eventId)).toReversed()
  return new Map(tickets.map(ticket => [typeKey(ticket.name), ticket]))
}

type Entry = { readonly guest: Guest; readonly ticket: SaleTicket }
type Batch = { readonly eventId: number; readonly batch: readonly Entry[] }
type BatchEnd = {
  readonly made: number
  readonly codes: number
  readonly repeats: readonly Refusal[]
  readonly refused: readonly Refusal[]
}

const bringKind: LaneKind<Batch, BatchEnd> = {
  name: 'import-attendees',
  oneByOne: true,
  settle: async (tx, requests) => {
    const ends: BatchEnd[] = []
    for (const request of requests) ends.push(await bring(tx, request))
    return ends
  },
}

/** Makes the attendees of a batch. The keys of its lines decide, in the database, which of them came meanwhile. */
async function bring(tx: Tx, { eventId, batch }: Batch): Promise<BatchEnd> {
  const free = await claimKeys(
    tx,
    eventId,
    batch.map(({ guest }) => guest),
  )
  const fresh = batch.filter(({ guest }) => free.has(guest.key))
  const taken = await takeUnitsOfMany(
    tx,
    fresh.map(({ ticket }) => [{ ticketId: ticket.id, quantity: 1 }]),
  )
  const placed = fresh.flatMap((entry, at) => {
    const result = taken[at]
    return result?.kind === 'sold' ? [{ ...entry, unit: result.units[0] }] : []
  })
  const made = await registerAttendees(tx, placed.map(draftOf))
  const guests = placed.map(({ guest }, at) => ({ guest, id: made[at]?.id ?? 0 }))
  await giveKeys(tx, eventId, guests)
  await bringDoorNotes(
    tx,
    guests.flatMap(({ guest, id }) => (guest.note === '' ? [] : [{ id, note: guest.note }])),
  )
  await recordAll(
    tx,
    guests.map(({ id }) => ({ name: 'attendee.registered', payload: { attendee_id: id } })),
  )
  const here = new Set(placed.map(({ guest }) => guest))
  return {
    made: guests.length,
    codes: guests.filter(({ guest }) => guest.code !== '').length,
    repeats: batch.flatMap(({ guest: { key, line } }) =>
      free.has(key) ? [] : [{ line, reason: 'It came before.' }],
    ),
    refused: fresh.flatMap(({ guest }) =>
      here.has(guest) ? [] : [{ line: guest.line, reason: 'No place of its ticket type is left.' }],
    ),
  }
}

function draftOf({
  guest: { name, email },
  ticket,
  unit,
}: Entry & { unit: { poolId: number; sharedPoolId: number | null } | undefined }) {
  return {
    eventId: ticket.eventId,
    ticketId: ticket.id,
    ticketName: ticket.name,
    orderId: null,
    orderLineId: null,
    orderStatus: ticket.provider === 'rsvp' ? 'yes' : 'completed',
    userId: null,
    holderName: name,
    holderEmail: email,
    purchaserName: name,
    purchaserEmail: email,
    // Who signed up elsewhere has not agreed to be named here.
    optedOut: true,
    going: ticket.provider === 'rsvp' ? true : null,
    paidMinor: 0,
    currency: ticket.currency,
    poolId: unit?.poolId ?? null,
    sharedPoolId: unit?.sharedPoolId ?? null,
  }
}

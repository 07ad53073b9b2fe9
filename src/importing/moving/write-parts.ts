import type { Tx } from '../../platform/db/database.ts'
import { lookAgain } from '../../shop/books/look-again.ts'
import { newSecurityCode } from '../../ticketing/attendees/register.ts'
import { bringPools, changeBroughtPools, lockStock } from '../../ticketing/inventory/bring-stock.ts'
import type { ImportedKind, Row } from '../kinds/imported.ts'
import {
  writeBroughtCodes,
  writeBroughtPasswords,
  writeCheckIns,
  writeEventParts,
  writeOldSlugs,
} from './store.parts.ts'
import {
  count,
  type LineRoom,
  linesOf,
  lockEvents,
  poolsOfTickets,
  replaceFees,
  summarise,
  type TicketPool,
} from './store.stock.ts'
import type { Settled } from './settled.ts'
import { writeOrderParts } from './store.orders.ts'

type Extra = (id: number) => Row

/** The rows of a kind that are new and those that changed; `insert` and `update` write them, with further columns by id. */
export type Parts = {
  readonly made: readonly Settled[]
  readonly changed: readonly Settled[]
  readonly bringsPasswords: boolean
  readonly insert: (extra?: Extra) => Promise<void>
  readonly update: (extra?: Extra) => Promise<void>
}

/** Writes records with all that belongs to them in other tables. */
export async function writeParts(tx: Tx, kind: ImportedKind, parts: Parts): Promise<void> {
  const writer = writers[kind]
  if (writer) return writer(tx, parts)
  await parts.insert()
  await parts.update()
}

const writers: Partial<Record<ImportedKind, (tx: Tx, parts: Parts) => Promise<void>>> = {
  user: writeUsers,
  venue: (tx, parts) => writeLinked(tx, 'venue', parts),
  organizer: (tx, parts) => writeLinked(tx, 'organizer', parts),
  event: writeEvents,
  ticket: writeTickets,
  order: writeOrders,
  attendee: writeAttendees,
}

const all = ({ made, changed }: Parts) => [...made, ...changed]

// The parts of a record in the shape that the rule of its kind gave them.
const linkedParts = ({ imported, id }: Settled) => ({ id, ...(imported.parts as LinkedParts) })
const userParts = ({ imported, id }: Settled) => ({ id, ...(imported.parts as UserParts) })
const eventParts = ({ imported, id }: Settled) => ({ id, ...(imported.parts as EventParts) })
const ticketParts = ({ imported, id }: Settled) => ({ id, ...(imported.parts as TicketParts) })
const orderParts = ({ imported, id }: Settled) => ({ id, ...(imported.parts as OrderParts) })
const attendeeParts = ({ imported, id }: Settled) => ({ id, ...(imported.parts as AttendeeParts) })

type LinkedParts = { oldSlugs: string[] }

type UserParts = { passwords: { name: string; stored: string; created_at: string }[] }

/** Passwords of programs come with new accounts alone: one that somebody took back here must not come again. */
async function writeUsers(tx: Tx, parts: Parts) {
  await parts.insert()
  await parts.update()
  if (parts.bringsPasswords) {
    await writeBroughtPasswords(
      tx,
      parts.made.map(each => userParts(each)),
    )
  }
}

async function writeLinked(tx: Tx, kind: 'venue' | 'organizer', parts: Parts) {
  await parts.insert()
  await parts.update()
  await writeOldSlugs(
    tx,
    kind,
    all(parts).map(each => linkedParts(each)),
  )
}

type EventParts = { organizers: number[]; terms: number[]; uid: string; oldSlugs: string[] }

async function writeEvents(tx: Tx, parts: Parts) {
  await parts.insert()
  await parts.update()
  const events = all(parts).map(each => eventParts(each))
  await writeEventParts(tx, events)
  await writeOldSlugs(tx, 'event', events)
}

type TicketParts = { capacity: number | null; sharedCapacity: number | null; fees: number[] }

async function writeTickets(tx: Tx, parts: Parts) {
  const stockOf = (each: Settled) => {
    const { id, capacity, sharedCapacity } = ticketParts(each)
    const { event_id: eventId, mode } = each.imported.row as { event_id: number; mode: string }
    return { id, capacity, sharedCapacity, eventId, mode }
  }
  const eventIds = [...new Set(all(parts).map(each => stockOf(each).eventId))]
  await lockEvents(tx, eventIds)
  await lockStock(tx, eventIds)
  const pools = await bringPools(tx, parts.made.map(stockOf))
  await parts.insert(id => ({ pool_id: pools.get(id) }))
  await parts.update()
  if (parts.changed.length > 0) await changeBroughtPools(tx, parts.changed.map(stockOf))
  await replaceFees(
    tx,
    all(parts).map(each => ticketParts(each)),
  )
  await summarise(tx, eventIds)
}

type OrderParts = {
  lines: Row[]
  moves: Row[]
  refundMinor: number
  refundedAt: string
  couponUse: 'none' | 'used'
}

async function writeOrders(tx: Tx, parts: Parts) {
  const orders = all(parts).map(each => orderParts(each))
  const uses = new Map(orders.map(({ id, couponUse }) => [id, couponUse]))
  await parts.insert(id => ({ coupon_use: uses.get(id) ?? 'none' }))
  await parts.update()
  await writeOrderParts(tx, orders)
  const changes = all(parts).map(({ imported }) =>
    Date.parse((imported.row as { updated_at: string }).updated_at),
  )
  if (changes.length > 0) await lookAgain(tx, new Date(Math.min(...changes)))
}

type AttendeeParts = {
  code: string
  oldId: number
  takes: boolean
  wasTaken: boolean
  checkIn: { at: string; source: string; user_id: number | null } | null
}

async function writeAttendees(tx: Tx, parts: Parts) {
  const everybody = all(parts)
  const rows = everybody.map(
    ({ imported }) =>
      imported.row as { event_id: number; ticket_id: number; order_id: number | null },
  )
  await lockStock(tx, [...new Set(rows.map(row => row.event_id))])
  const places = await placesFor(tx, everybody, parts.changed)
  const changed = parts.changed.map(({ id }) => id)
  if (changed.length > 0) await count(tx, changed, -1)
  // The printed code stays a second one: it is too short for addresses of pages.
  await parts.insert(id => ({ ...places(id), security_code: newSecurityCode(), generation: 1 }))
  await parts.update(places)
  await count(
    tx,
    everybody.map(({ id }) => id),
    1,
  )
  const own = everybody.map(each => attendeeParts(each))
  await writeCheckIns(
    tx,
    own.flatMap(({ id, checkIn }) => (checkIn ? [{ id, ...checkIn }] : [])),
  )
  await writeBroughtCodes(
    tx,
    own.filter(({ code }) => code !== ''),
  )
}

/** The stock, the line of the order and the code of each attendee. */
async function placesFor(tx: Tx, everybody: readonly Settled[], changed: readonly Settled[]) {
  const rows = everybody.map(each => attendeeRow(each))
  const pools = await poolsOfTickets(tx, [...new Set(rows.map(row => row.ticket_id))])
  const lines = await linesOf(tx, [...new Set(rows.flatMap(row => row.order_id ?? []))])
  const stays = new Set(changed.map(({ id }) => id))
  const placements = new Map<number, Row>()
  for (const each of everybody) {
    const { id } = each
    placements.set(id, {
      ...stockOf(each, pools),
      order_line_id: lineFor(each, lines, stays.has(id)),
    })
  }
  return (id: number): Row => placements.get(id) ?? {}
}

const attendeeRow = ({ imported }: Settled) =>
  imported.row as { ticket_id: number; order_id: number | null }

function stockOf(attendee: Settled, pools: ReadonlyMap<number, TicketPool>): Row {
  const { takes, wasTaken } = attendeeParts(attendee)
  const pool = takes || wasTaken ? pools.get(attendeeRow(attendee).ticket_id) : undefined
  if (pool === undefined) return { pool_id: null, shared_pool_id: null, stock: 'none' }
  const stock = takes ? 'taken' : 'returned'
  return { pool_id: pool.poolId, shared_pool_id: pool.sharedPoolId, stock }
}

/** The line of the order that has room for the attendee; one that came before keeps the first. */
function lineFor(attendee: Settled, lines: LineRoom[], stays: boolean): number | null {
  const { ticket_id: ticketId, order_id: orderId } = attendeeRow(attendee)
  const fitting = lines.filter(line => line.order_id === orderId && line.ticket_id === ticketId)
  const line = (stays ? undefined : fitting.find(({ room }) => room > 0)) ?? fitting[0]
  if (line && !stays) line.room -= 1
  return line?.id ?? null
}

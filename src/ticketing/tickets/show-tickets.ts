import { issueNonce } from '../../access/nonces/rules.ts'
import { atEvent, mayEditRecord } from '../../access/records/rules.ts'
import { type Image, imagePiece, imagesById } from '../../catalogue/images/lookup.ts'
import { type Caller, can, userIdOf } from '../../core/caller.ts'
import { readTogether } from '../../platform/db/together.ts'
import { type Basis, noBasis } from '../../platform/http/kept/answer-basis.ts'
import type { Deps } from '../deps.ts'
import type { TicketingAdditions } from '../additions.ts'
import { type Availability, availabilityOf } from '../inventory/lookup.ts'
import { masked, seesAttendees, seesFigures } from './rules.ts'
import { endsOf } from './show-until.ts'
import type { TicketRow } from './store.ts'
import { editorMembers, managerMembers, type TicketFacts, ticketView } from './view.ts'

/** `list` and `written` lack the members that only a single read has. */
export type Occasion = 'single' | 'list' | 'written'

export type TicketViewer = {
  deps: Deps
  additions: TicketingAdditions
  caller: Caller
  occasion: Occasion
  /** The protected events whose password the caller has given. */
  unlocked?: ReadonlySet<number>
  /** Receives when the tickets change by themselves, and the images they show. */
  basis?: Basis
}

/** At most this many attendees are embedded in a ticket; the attendee list has all of them. */
const attendeesMax = 100

/** Tickets as this caller sees them, in one statement or two. */
export async function showTickets(rows: readonly TicketRow[], showing: TicketViewer) {
  const { deps, additions, caller, occasion, basis = noBasis } = showing
  const ids = rows.map(({ id }) => id)
  const counted = idsWhere(rows, row => seesFigures(caller, row.event_id))
  const listed = idsWhere(rows, row => seesAttendees(caller, row.event_id))
  const imageIds = rows.map(row => row.event_image_id)
  const added = listed.length > 0 ? additions.attendees(deps.db, listed, attendeesMax) : undefined
  const isCharged = counted.length > 0 && occasion !== 'written'
  const charged = isCharged ? additions.fees(deps.db, counted) : undefined
  const pieces = await readTogether(deps.db, {
    stock: availabilityOf(ids),
    images: imagePiece(imageIds, []),
    ...added?.pieces,
    ...charged?.pieces,
  })
  const stock = new Map(pieces.stock.map(one => [one.ticketId, one]))
  const images = imagesById(pieces.images, deps.publicRoot)
  basis.only('image', imageIds)
  for (const kind of ['venue', 'organizer', 'term']) basis.only(kind, [])
  basis.until(null)
  for (const row of rows) basis.until(endsOf(endingOf(row, stock.get(row.id), deps)))
  const attendees = await added?.from(pieces)
  const fees = charged?.from(pieces)
  return rows.map(row => {
    const facts = { row, stock: stock.get(row.id) ?? noStock(row), image: imageOf(row, images) }
    const shown = {
      ...ticketView(facts, deps),
      ...(seesFigures(caller, row.event_id) && managerMembers(facts)),
      attendees: attendees?.get(row.id) ?? [],
      ...(fees && seesFigures(caller, row.event_id) && { fees: fees.get(row.id) ?? [] }),
      ...forEditors(facts, showing),
    }
    return isLocked(row, showing) ? (masked(shown) as typeof shown) : shown
  })
}

const idsWhere = (rows: readonly TicketRow[], isWanted: (row: TicketRow) => boolean) =>
  rows.filter(isWanted).map(({ id }) => id)

const endingOf = (row: TicketRow, stock: Availability | undefined, { clock }: Deps) => ({
  ticket: { salePriceMinor: row.sale_price_minor, timezone: row.timezone },
  stock,
  now: clock.now(),
})

const imageOf = (row: TicketRow, images: ReadonlyMap<number, Image>) =>
  row.event_image_id === null ? undefined : images.get(row.event_image_id)

/** The stock of a ticket that was deleted after its row was read. */
const noStock = (row: TicketRow): Availability => ({
  ticketId: row.id,
  mode: 'own',
  capacity: 0,
  available: 0,
  sold: 0,
  held: 0,
  eventCapacity: null,
  nextExpiresAt: null,
})

export const eventOf = (row: TicketRow) => ({
  id: row.event_id,
  author_id: row.event_author_id,
  status: row.event_status,
})

function isLocked(row: TicketRow, { caller, unlocked }: TicketViewer): boolean {
  const open = row.event_password_hash === null || unlocked?.has(row.event_id)
  const isStaff = can(caller, 'attendees.read', row.event_id)
  return !open && !isStaff && !mayEditRecord(hereOf(caller, row), eventOf(row))
}

const hereOf = (caller: Caller, row: TicketRow) => atEvent(caller, row.event_id, 'tickets.write')

/** Callers who may change the ticket also get its settings and the nonces that changes need. */
function forEditors(facts: TicketFacts, { deps, caller, occasion }: TicketViewer) {
  const { row } = facts
  const userId = userIdOf(caller)
  if (userId === null || !mayEditRecord(hereOf(caller, row), eventOf(row))) return {}
  const nonce = (action: 'edit_ticket' | 'remove_ticket') =>
    issueNonce(deps.secrets.nonce, { action, userId, recordId: row.id }, deps.clock.now())
  return {
    ...(occasion === 'single' && editorMembers(facts)),
    ...(row.hidden && { hidden: true }),
    nonces: { edit: nonce('edit_ticket'), remove: nonce('remove_ticket') },
  }
}

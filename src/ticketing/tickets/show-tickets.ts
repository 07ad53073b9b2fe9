import { issueNonce } from '../../access/nonces/rules.ts'
import { mayEditRecord } from '../../access/records/rules.ts'
import { type Image, imageViews } from '../../catalogue/images/lookup.ts'
import { type Caller, userIdOf } from '../../core/caller.ts'
import type { Deps } from '../deps.ts'
import type { TicketingAdditions } from '../additions.ts'
import { type Availability, availability } from '../inventory/lookup.ts'
import { isManager, masked } from './rules.ts'
import type { TicketRow } from './store.ts'
import { editorMembers, managerMembers, type TicketFacts, ticketView } from './view.ts'

/** `list` and `written` lack what only the reading of one ticket has. */
export type Occasion = 'single' | 'list' | 'written'

export type Showing = {
  deps: Deps
  additions: TicketingAdditions
  caller: Caller
  occasion: Occasion
  /** Events whose password the caller has given. */
  unlocked?: ReadonlySet<number>
}

/** Attendees embedded in a ticket; all of them are in the attendee list, page by page. */
const attendeesMax = 100

/** Tickets as this caller may see them, with a constant number of statements. */
export async function showTickets(rows: readonly TicketRow[], showing: Showing) {
  const { deps, additions, caller, occasion } = showing
  const ids = rows.map(({ id }) => id)
  const manager = isManager(caller)
  const stock = await availability(deps.db, ids)
  const images = await imageViews(
    deps.db,
    rows.map(row => row.event_image_id),
    deps.publicRoot,
  )
  const attendees = manager ? await additions.attendees(deps.db, ids, attendeesMax) : undefined
  const fees = manager && occasion !== 'written' ? await additions.fees(deps.db, ids) : undefined
  return rows.map(row => {
    const facts = { row, stock: stock.get(row.id) ?? noStock(row), image: imageOf(row, images) }
    const shown = {
      ...ticketView(facts, deps),
      ...(manager && managerMembers(facts)),
      attendees: attendees?.get(row.id) ?? [],
      ...(fees && { fees: fees.get(row.id) ?? [] }),
      ...forEditors(facts, showing),
    }
    return isLocked(row, showing) ? (masked(shown) as typeof shown) : shown
  })
}

const imageOf = (row: TicketRow, images: ReadonlyMap<number, Image>) =>
  row.event_image_id === null ? undefined : images.get(row.event_image_id)

/** A ticket that was deleted since its row was read. */
const noStock = (row: TicketRow): Availability => ({
  ticketId: row.id,
  mode: 'own',
  capacity: 0,
  available: 0,
  sold: 0,
  held: 0,
  eventCapacity: null,
  nextExpiry: null,
})

export const eventOf = (row: TicketRow) => ({
  author_id: row.event_author_id,
  status: row.event_status,
})

function isLocked(row: TicketRow, { caller, unlocked }: Showing): boolean {
  const open = row.event_password_hash === null || unlocked?.has(row.event_id)
  return !open && !isManager(caller) && !mayEditRecord(caller, eventOf(row))
}

/** Who may change the ticket is told how: its settings and the nonces that changes need. */
function forEditors(facts: TicketFacts, { deps, caller, occasion }: Showing) {
  const { row } = facts
  const userId = userIdOf(caller)
  if (userId === null || !mayEditRecord(caller, eventOf(row))) return {}
  const nonce = (action: 'edit_ticket' | 'remove_ticket') =>
    issueNonce(deps.secrets.nonce, { action, userId, recordId: row.id }, deps.clock.now())
  return {
    ...(occasion === 'single' && editorMembers(facts)),
    nonces: { edit: nonce('edit_ticket'), remove: nonce('remove_ticket') },
  }
}

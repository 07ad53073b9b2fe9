import { Type } from 'typebox'
import { publishDue } from '../../catalogue/events/publish-due.ts'
import { shownTables } from '../../catalogue/shown-tables.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { TicketingAdditions } from '../additions.ts'
import { counted } from '../counted.ts'
import { checkEvents, pageOfTickets, tellBasisOfList } from './list-tickets.ts'
import { readTicket, unlockedBy } from './read-ticket.ts'
import { changeTicket, createTicket, removeTicket, type SavedTicket } from './save-ticket.ts'
import * as shapes from './schema.ts'
import { TicketList, TicketView } from './schema.view.ts'
import { type TicketViewer, showTickets } from './show-tickets.ts'

const saveErrors = [
  'forbidden',
  'bad_request',
  'tec-tickets-rest-invalid_price',
  'ticket-capacity-below-sold',
  'not_acceptable',
] as const

const versioned = {
  record: 'ticket',
  id: ({ params }: { params: { id: number } }) => params.id,
}

/** Routes of tickets. Everybody reads them; callers who may edit the event write them, with a nonce. */
export function ticketRoutes(api: Api, deps: Deps, additions: TicketingAdditions) {
  readRoutes(api, deps, additions)
  recordRoutes(api, deps, additions)
  route(api, {
    method: 'POST',
    path: '/tickets',
    summary:
      'Add a ticket to an event. Send `add_ticket_nonce`: `nonces.add` of the event, read while signed in as an editor',
    access: 'public',
    body: shapes.NewTicket,
    returns: TicketView,
    status: 202,
    errors: saveErrors,
    handle: async ({ body, caller, actor, attempt, request: { address } }) => {
      const own = actingAs(deps, actor)
      const creation = {
        eventId: Number(body.post_id),
        nonce: body.add_ticket_nonce,
        provider: shapes.kindNamed(body.provider),
        fields: body,
      }
      const saved = await createTicket(creation, { deps: own, caller, additions, address, attempt })
      return showSaved(saved, { deps, additions, caller, occasion: 'written' })
    },
  })
}

function recordRoutes(api: Api, deps: Deps, additions: TicketingAdditions) {
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: '/tickets/:id',
    summary:
      'Change a ticket; omitted members stay. Send `edit_ticket_nonce`: `nonces.edit` of the ticket',
    access: 'public',
    params: shapes.TicketParams,
    body: shapes.TicketChanges,
    returns: TicketView,
    status: 202,
    errors: [...saveErrors, 'ticket-not-found'],
    versioned,
    handle: async ({ params, body, caller, actor, request: { address } }) => {
      const own = actingAs(deps, actor)
      const change = { eventId: body.post_id, nonce: body.edit_ticket_nonce, fields: body }
      const saved = await changeTicket(params.id, change, { deps: own, caller, additions, address })
      return showSaved(saved, { deps, additions, caller, occasion: 'written' })
    },
  })
  route(api, {
    method: 'DELETE',
    path: '/tickets/:id',
    summary: 'Remove a ticket; its attendees stay',
    access: 'public',
    params: shapes.TicketParams,
    body: shapes.TicketRemoval,
    returns: Type.Boolean(),
    status: 202,
    errors: ['forbidden', 'ticket-not-found', 'ticket-not-accessible'],
    versioned,
    handle: async ({ params, body, caller, actor, request: { address } }) => {
      const row = await readTicket(deps.db, params.id, caller)
      const removal = { eventId: body.post_id, nonce: body.remove_ticket_nonce }
      const own = actingAs(deps, actor)
      return removeTicket(row, removal, { deps: own, caller, additions, address })
    },
  })
}

function readRoutes(api: Api, deps: Deps, additions: TicketingAdditions) {
  route(api, {
    method: 'GET',
    path: '/tickets',
    summary: 'List tickets',
    access: 'public',
    shared: shownTables.sale,
    list: true,
    query: shapes.TicketQuery,
    returns: TicketList,
    errors: ['invalid-page-number'],
    check: ({ query, caller, db }) => checkEvents(db, query, caller),
    handle: async input => {
      const { caller, db, basis } = input
      const reading = { ...deps, db }
      basis.until(await publishDue(deps))
      const { rows, ...page } = await pageOfTickets(input, reading)
      tellBasisOfList(input.query, basis)
      const shown = { deps: reading, additions, caller, occasion: 'list', basis } as const
      const tickets = await showTickets(rows, shown)
      return counted({ ...page, tickets })
    },
  })
  route(api, {
    method: 'GET',
    path: '/tickets/:id',
    summary: 'Read a ticket',
    access: 'public',
    shared: shownTables.sale,
    params: shapes.TicketParams,
    query: shapes.TicketPassword,
    returns: TicketView,
    errors: ['ticket-not-found', 'ticket-not-accessible'],
    versioned,
    handle: async ({ params, query, caller, request: { address }, basis }) => {
      await publishDue(deps)
      const row = await readTicket(deps.db, params.id, caller)
      const unlocked = await unlockedBy(deps, row, { password: query.password, address })
      for (const kind of ['event', 'stock']) basis.only(kind, [row.event_id])
      const showing = { deps, additions, caller, occasion: 'single', unlocked, basis } as const
      return onlyOne(await showTickets([row], showing))
    },
  })
}

async function showSaved({ row, warnings }: SavedTicket, showing: TicketViewer) {
  const shown = onlyOne(await showTickets([row], showing))
  return warnings.length > 0 ? { ...shown, warnings: [...warnings] } : shown
}

const onlyOne = <T>(shown: readonly T[]): T => shown[0] ?? fail('ticket-not-found')

import type { Static } from 'typebox'
import { can, type Caller, userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { formatDecimal } from '../../core/money.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { atEventOfBody, payByProblems } from './read-body.ts'
import { returnToBatch } from './return-batch.ts'
import * as shapes from './schema.batches.ts'
import { type DeskAct, sellAtDesk } from './sell-at-desk.ts'
import { type BatchRow, findBatch, listBatches } from './store.batches.ts'

/** Routes of batches: unnamed tickets on a sheet, which somebody else sells (contract.md 39.9). */
export function batchRoutes(api: Api, deps: Deps) {
  readingRoutes(api, deps)
  makingRoute(api, deps)
  returningRoute(api, deps)
}

/** A batch of an event at which the caller sells; others do not exist. */
async function batchHere({ db }: Pick<Deps, 'db'>, id: number, caller: Caller): Promise<BatchRow> {
  const batch = await findBatch(db, id)
  return batch && can(caller, 'boxoffice.sell', batch.event_id) ? batch : fail('batch-not-found')
}

const viewOf = (row: BatchRow): Static<typeof shapes.BatchView> => ({
  id: row.id,
  event: row.event_id,
  ticket: row.ticket_id,
  name: row.ticket,
  place: row.place,
  places: row.places,
  left: row.left,
  inside: row.inside,
  status: row.status,
  currency: row.currency,
  total: formatDecimal({ minor: row.total_minor, currency: row.currency }),
  pay_by: row.pay_by,
  reason: row.reason,
  created_at: row.at.toISOString(),
})

function readingRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/desk/batches',
    operation: 'listDeskBatches',
    ours: true,
    summary: 'List the batches of unnamed tickets of an event',
    access: {
      who: 'Callers with `boxoffice.sell` at the event.',
      when: ({ query, caller }) => can(caller, 'boxoffice.sell', query.event),
    },
    query: shapes.BatchesQuery,
    returns: shapes.BatchList,
    errors: ['rest-event-not-found'],
    handle: async ({ query: { event, limit = 50 } }) => {
      if (!(await findEvent(deps.db, event))) fail('rest-event-not-found')
      return { batches: (await listBatches(deps.db, event, limit)).map(viewOf) }
    },
  })
  route(api, {
    method: 'GET',
    path: '/desk/batches/:id',
    operation: 'getDeskBatch',
    ours: true,
    summary: 'Read a batch of unnamed tickets: how many came back, and what is owed',
    access: { needs: 'boxoffice.sell' },
    params: shapes.BatchParams,
    returns: shapes.BatchView,
    errors: ['batch-not-found'],
    handle: async ({ params, caller }) => viewOf(await batchHere(deps, params.id, caller)),
  })
}

type BatchBody = Static<typeof shapes.BatchRequest>

/** A batch is on account or given away, and has what belongs to it. */
function problemsOf({ pay_by: payBy, expected_total: total, reason, note }: BatchBody) {
  if ((payBy === undefined) === (reason === undefined)) {
    const message = 'Send pay_by for tickets on account, or reason for those that are given away.'
    return { pay_by: { message } }
  }
  if (payBy === undefined) {
    return total === undefined
      ? {}
      : { expected_total: { message: 'goes with pay_by: what is given away costs nothing.' } }
  }
  return {
    ...(total === undefined && {
      expected_total: { message: 'Send the total that the screen shows.' },
    }),
    ...(note !== undefined && { note: { message: 'goes with reason.' } }),
  }
}

const actOf = ({ pay_by: payBy, reason = 'other', note = '' }: BatchBody): DeskAct =>
  payBy === undefined ? { kind: 'comp', reason, note: note.trim() } : { kind: 'order', payBy }

function makingRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/desk/batches',
    operation: 'makeDeskBatch',
    ours: true,
    summary:
      'Take places of a ticket for somebody who sells or gives them out, as a sheet of codes',
    access: atEventOfBody,
    body: shapes.BatchRequest,
    returns: shapes.BatchView,
    status: 201,
    errors: [
      'rest-event-not-found',
      'ticket-does-not-exist',
      'desk-not-sold',
      'ticket-capacity-not-available',
      'cart-too-large',
      'sale-is-busy',
      'desk-total-changed',
      'comp-quota-used',
    ],
    check: async ({ body }) => ({ ...problemsOf(body), ...payByProblems(deps, body) }),
    handle: async ({ body, caller, actor, attempt }) => {
      if (!(await findEvent(deps.db, body.event))) fail('rest-event-not-found')
      const { orderId } = await sellAtDesk(deps, {
        eventId: body.event,
        lines: [{ ticketId: body.ticket, quantity: body.n }],
        expectedTotal: body.expected_total ?? '0',
        purchaser: { name: body.place.trim(), email: '' },
        locale: null,
        userId: userIdOf(caller),
        act: actOf(body),
        isBatch: true,
        actor,
        attempt,
      })
      return viewOf((await findBatch(deps.db, orderId)) ?? fail('batch-not-found'))
    },
  })
}

function returningRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/desk/batches/:id/returns',
    operation: 'returnUnsoldTickets',
    ours: true,
    summary: 'Take unsold tickets of a batch back by their codes: all that are named, or none',
    access: { needs: 'boxoffice.sell' },
    params: shapes.BatchParams,
    body: shapes.UnsoldRequest,
    returns: shapes.BatchView,
    status: 201,
    errors: [
      'batch-not-found',
      'batch-codes-refused',
      'batch-is-paid',
      'order-not-found',
      'order-move-not-allowed',
      'refund-not-possible',
    ],
    handle: async ({ params, body, caller, actor, attempt }) => {
      const batch = await batchHere(deps, params.id, caller)
      await returnToBatch(actingAs(deps, actor), { batch, codes: body.codes, attempt })
      return viewOf(await batchHere(deps, batch.id, caller))
    },
  })
}

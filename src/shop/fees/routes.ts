import type { Static } from 'typebox'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import { actingAs, actingOn } from '../../platform/db/acting.ts'
import { readAlone } from '../../platform/db/together.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Problems } from '../../platform/http/request/validation.ts'
import { storedAmount } from '../pricing/convert-amount.ts'
import { windowProblems } from '../pricing/read-window.ts'
import { feesOfTickets } from './lookup.ts'
import { changeFee, createFee } from './save-fee.ts'
import * as shapes from './schema.ts'
import { demandFees } from './select-fees.ts'
import { deleteFee, findFeeRow, listFees } from './store.ts'
import { feeListView, feeView, type TicketFees } from './view.ts'

const access = { needs: 'fees.write' } as const

const versioned = {
  record: 'fee',
  id: ({ params }: { params: { id: number } }) => params.id,
}

/** The administrators' routes of fees, and of the fees selected for a ticket. */
export function feeRoutes(api: Api, deps: Deps) {
  listRoutes(api, deps)
  recordRoutes(api, deps)
  ticketRoutes(api, deps)
}

function listRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/fees',
    summary: 'List the first hundred fees',
    access,
    query: shapes.FeeQuery,
    returns: shapes.FeeListView,
    handle: async ({ query }) =>
      feeListView(await listFees(deps.db, query.status ?? ['active']), deps.config),
  })
  route(api, {
    method: 'POST',
    path: '/fees',
    summary: 'Add a fee',
    access,
    body: shapes.NewFee,
    returns: shapes.FeeView,
    errors: ['tickets_fee_exists'],
    check: async ({ body }) => newFeeProblems(body, deps),
    handle: async ({ body, actor, attempt }) =>
      feeView(await createFee(actingAs(deps, actor), body, attempt), deps.config),
  })
}

function recordRoutes(api: Api, deps: Deps) {
  const { db, config } = deps
  const path = '/fees/:id'
  route(api, {
    method: 'GET',
    path,
    summary: 'Read a fee',
    access,
    params: shapes.FeeParams,
    versioned,
    returns: shapes.FeeView,
    errors: ['tickets_fee_not_found'],
    handle: async ({ params }) =>
      feeView((await findFeeRow(db, params.id)) ?? fail('tickets_fee_not_found'), config),
  })
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path,
    summary: 'Change a fee',
    access,
    params: shapes.FeeParams,
    versioned,
    body: shapes.FeeChanges,
    returns: shapes.FeeView,
    errors: ['tickets_fee_not_found', 'tickets_fee_exists'],
    check: async ({ body }) => windowProblems(body, deps),
    handle: async ({ params, body, actor }) =>
      feeView(await changeFee(actingAs(deps, actor), params.id, body), config),
  })
  route(api, {
    method: 'DELETE',
    path,
    summary: 'Delete a fee; orders keep what they were charged',
    access,
    params: shapes.FeeParams,
    versioned,
    returns: shapes.Deleted,
    errors: ['tickets_fee_not_found'],
    handle: async ({ params, actor }) =>
      (await transaction(actingOn(db, actor), tx => deleteFee(tx, params.id)))
        ? { deleted: true }
        : fail('tickets_fee_not_found'),
  })
}

function ticketRoutes(api: Api, deps: Deps) {
  const path = '/tickets/:ticket_id/fees'
  const read = async (ticketId: number): Promise<TicketFees> => {
    const fees = await readAlone(deps.db, feesOfTickets(deps.db, deps.config, [ticketId]))
    return fees.get(ticketId) ?? fail('tickets_fee_not_found')
  }
  route(api, {
    method: 'GET',
    path,
    summary: 'The fees of a ticket, and those that can be selected for it',
    access,
    params: shapes.TicketParams,
    returns: shapes.TicketFeesView,
    handle: ({ params }) => read(params.ticket_id),
  })
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path,
    summary: 'Set the selected fees of a ticket',
    access,
    params: shapes.TicketParams,
    body: shapes.Selection,
    returns: shapes.TicketFeesView,
    errors: ['tickets_commerce_update_fees_for_ticket_error'],
    handle: async ({ params, body, actor }) => {
      const db = actingOn(deps.db, actor)
      await transaction(db, tx => demandFees(tx, params.ticket_id, body.selected_fees))
      return read(params.ticket_id)
    },
  })
}

function newFeeProblems(body: Static<typeof shapes.NewFee>, deps: Deps): Problems {
  const read = storedAmount({ ...body, kind: body.sub_type ?? 'flat' }, deps.config.currency)
  const amount = 'stored' in read ? {} : { [read.param]: { message: read.message } }
  return { ...amount, ...windowProblems(body, deps) }
}

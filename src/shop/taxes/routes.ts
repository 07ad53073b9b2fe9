import type { Static } from 'typebox'
import { type Caller, can } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import { actingAs } from '../../platform/db/acting.ts'
import type { Db } from '../../platform/db/database.ts'
import { Deleted } from '../../platform/http/described/answer-shapes.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { readTicket } from '../../ticketing/tickets/read-ticket.ts'
import type { Deps } from '../deps.ts'
import { findFeeRow } from '../fees/lookup.ts'
import { percentText } from './rules.ts'
import { changeRate, createRate, dropRate, nameRateOfFee, nameRateOfTicket } from './save-rate.ts'
import * as shapes from './schema.ts'
import { listRates, rateOfFee, type RateRow, rateOfTicket } from './store.ts'

const access = { needs: 'fees.write' } as const

/** Tax rates of the site, and which of them tickets and fees name (contract.md 43). */
export function taxRoutes(api: Api, deps: Deps) {
  rateRoutes(api, deps)
  ticketRoutes(api, deps)
  feeRoutes(api, deps)
}

function rateRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/tax-rates',
    operation: 'listTaxRates',
    ours: true,
    summary: 'List the tax rates of the site',
    access: { needs: 'tickets.write' },
    returns: shapes.RateList,
    handle: async ({ db }) => ({ rates: (await listRates(db)).map(rateView) }),
  })
  route(api, {
    method: 'POST',
    path: '/tax-rates',
    operation: 'createTaxRate',
    ours: true,
    summary: 'Add a tax rate, which prices contain',
    access,
    body: shapes.NewRate,
    returns: shapes.RateView,
    status: 201,
    errors: ['too-many-tax-rates'],
    handle: async ({ body, actor, attempt }) =>
      rateView(await createRate(actingAs(deps, actor), body, attempt)),
  })
  route(api, {
    method: 'PATCH',
    path: '/tax-rates/:id',
    operation: 'updateTaxRate',
    ours: true,
    summary: 'Change a tax rate for orders made from now on',
    access,
    params: shapes.RateParams,
    body: shapes.RateChanges,
    returns: shapes.RateView,
    errors: ['tax-rate-not-found'],
    handle: async ({ params, body, actor }) =>
      rateView(await changeRate(actingAs(deps, actor), params.id, body)),
  })
  route(api, {
    method: 'DELETE',
    path: '/tax-rates/:id',
    operation: 'deleteTaxRate',
    ours: true,
    summary: 'Delete a tax rate; lines of orders keep it',
    access,
    params: shapes.RateParams,
    returns: Deleted,
    errors: ['tax-rate-not-found'],
    handle: async ({ params, actor }) => {
      await dropRate(actingAs(deps, actor), params.id)
      return { deleted: true } as const
    },
  })
}

const rateView = ({ bp, created_at, ...row }: RateRow): Static<typeof shapes.RateView> => ({
  ...row,
  percent: percentText(bp),
  created_at: created_at.toISOString(),
})

const ticketErrors = ['ticket-not-found', 'ticket-not-accessible'] as const

function ticketRoutes(api: Api, deps: Deps) {
  const path = '/tickets/:id/tax-rate'
  route(api, {
    method: 'GET',
    path,
    operation: 'getTicketTaxRate',
    ours: true,
    summary: 'Read which tax rate a ticket names',
    access: { needs: 'tickets.write' },
    params: shapes.TicketParams,
    returns: shapes.TicketChoice,
    errors: ticketErrors,
    handle: async ({ params: { id }, caller, db }) => {
      await demandTicket(db, id, caller)
      return { ticket: id, rate: await rateOfTicket(db, id) }
    },
  })
  route(api, {
    method: 'PUT',
    path,
    operation: 'setTicketTaxRate',
    ours: true,
    summary: 'Name the tax rate of a ticket, or none',
    access: { needs: 'tickets.write' },
    params: shapes.TicketParams,
    body: shapes.ChoiceRequest,
    returns: shapes.TicketChoice,
    errors: [...ticketErrors, 'tax-rate-not-found'],
    handle: async ({ params: { id }, body: { rate = null }, caller, actor }) => {
      await demandTicket(deps.db, id, caller)
      await nameRateOfTicket(actingAs(deps, actor), id, rate)
      return { ticket: id, rate }
    },
  })
}

async function demandTicket(db: Db, id: number, caller: Caller) {
  const ticket = await readTicket(db, id, caller)
  if (!can(caller, 'tickets.write', ticket.event_id)) fail('ticket-not-accessible')
}

function feeRoutes(api: Api, deps: Deps) {
  const path = '/fees/:id/tax-rate'
  route(api, {
    method: 'GET',
    path,
    operation: 'getFeeTaxRate',
    ours: true,
    summary: 'Read which tax rate a fee names',
    access,
    params: shapes.FeeParams,
    returns: shapes.FeeChoice,
    errors: ['tickets_fee_not_found'],
    handle: async ({ params: { id }, db }) => {
      await demandFee(db, id)
      return { fee: id, rate: await rateOfFee(db, id) }
    },
  })
  route(api, {
    method: 'PUT',
    path,
    operation: 'setFeeTaxRate',
    ours: true,
    summary: 'Name the tax rate of a fee, or none',
    access,
    params: shapes.FeeParams,
    body: shapes.ChoiceRequest,
    returns: shapes.FeeChoice,
    errors: ['tickets_fee_not_found', 'tax-rate-not-found'],
    handle: async ({ params: { id }, body: { rate = null }, actor }) => {
      await demandFee(deps.db, id)
      await nameRateOfFee(actingAs(deps, actor), id, rate)
      return { fee: id, rate }
    },
  })
}

async function demandFee(db: Db, id: number) {
  if (!(await findFeeRow(db, id))) fail('tickets_fee_not_found')
}

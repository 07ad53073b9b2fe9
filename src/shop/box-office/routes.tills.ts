import { can, type Caller, reachOf, userIdOf } from '../../core/caller.ts'
import { fail, failParams } from '../../core/errors.ts'
import { formatDecimal } from '../../core/money.ts'
import { findEvent } from '../../catalogue/events/lookup.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { refuse } from '../../platform/http/access.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Deps } from '../deps.ts'
import { takesCash } from './cash-switch.ts'
import { orderHere } from './order-here.ts'
import { minorOf } from './read-body.ts'
import * as shapes from './schema.ts'
import { findTill, lastCounted, listTillMoves, listTills, type TillRow } from './store.ts'
import { tillHead, tillView } from './view.ts'
import { closeTill, moveCash, openTill, voidTillSale } from './work-till.ts'

const access = { needs: 'boxoffice.sell' } as const

/** Routes of tills: cash lists from opening to closing (contract.md 39.2). */
export function tillRoutes(api: Api, deps: Deps) {
  readingRoutes(api, deps)
  openingRoute(api, deps)
  movingRoutes(api, deps)
  closingRoute(api, deps)
}

const isTheirs = (till: TillRow, caller: Caller) => till.opened_by === userIdOf(caller)

/** A till of the caller's, or any where the caller may read money; others do not exist. */
async function tillOf({ db }: Pick<Deps, 'db'>, id: number, caller: Caller): Promise<TillRow> {
  const till = await findTill(db, id)
  const sees =
    till && (isTheirs(till, caller) || can(caller, 'money.read', till.event_id ?? undefined))
  return till && sees ? till : fail('till-not-found')
}

/** A till that the caller opened, at whose event the caller still sells: nobody else answers for its cash. */
async function ownTill(deps: Pick<Deps, 'db'>, id: number, caller: Caller): Promise<TillRow> {
  const till = await tillOf(deps, id, caller)
  if (!isTheirs(till, caller)) refuse(caller, 'Only the person who opened a till works with it.')
  if (till.event_id !== null && !can(caller, 'boxoffice.sell', till.event_id)) {
    refuse(caller, 'You do not sell at the event of this till any more: count it, and close it.')
  }
  return till
}

async function show({ db }: Pick<Deps, 'db'>, id: number, caller: Caller) {
  const till = (await findTill(db, id)) ?? fail('till-not-found')
  return tillView(till, await listTillMoves(db, id), caller)
}

function readingRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/tills',
    operation: 'listTills',
    ours: true,
    summary: 'List your tills, and those of everybody at the events where you read money',
    access,
    query: shapes.TillsQuery,
    returns: shapes.TillList,
    handle: async ({ query: { limit = 50 }, caller }) => {
      const sight = { userId: userIdOf(caller), reach: reachOf(caller, 'money.read') }
      const tills = await listTills(deps.db, { ...sight, limit })
      const [own] = tills.filter(till => isTheirs(till, caller))
      const { currency } = deps.config
      const minor = own && (await lastCounted(deps.db, { name: own.name, currency }))
      return {
        tills: tills.map(till => tillHead(till, caller)),
        cash: await takesCash(deps),
        proposed_float: minor == null ? null : formatDecimal({ minor, currency }),
      }
    },
  })
  route(api, {
    method: 'GET',
    path: '/tills/:id',
    operation: 'getTill',
    ours: true,
    summary:
      'Read a till with everything that went through it: its X while open, its Z when closed',
    access,
    params: shapes.TillParams,
    returns: shapes.TillView,
    errors: ['till-not-found'],
    handle: async ({ params, caller }) => {
      const till = await tillOf(deps, params.id, caller)
      return show(deps, till.id, caller)
    },
  })
}

function openingRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/tills',
    operation: 'openTill',
    ours: true,
    summary: 'Open a till with the float that you counted into it',
    access: {
      who: 'Callers with `boxoffice.sell` at the event, or without one for the site.',
      when: ({ body, caller }) => can(caller, 'boxoffice.sell', body.event),
    },
    body: shapes.TillRequest,
    returns: shapes.TillView,
    status: 201,
    errors: ['rest-event-not-found', 'cash-is-off'],
    handle: async ({ body, caller, actor, attempt }) => {
      const { currency } = deps.config
      if (body.event !== undefined && !(await findEvent(deps.db, body.event))) {
        fail('rest-event-not-found')
      }
      const id = await openTill(actingAs(deps, actor), {
        name: body.name.trim(),
        eventId: body.event ?? null,
        currency,
        floatMinor: minorOf('float', body.float, currency),
        userId: userIdOf(caller),
        attempt,
      })
      return show(deps, id, caller)
    },
  })
}

function movingRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/tills/:id/moves',
    operation: 'moveTillCash',
    ours: true,
    summary: 'Note cash that was put into your open till, or taken out',
    access,
    params: shapes.TillParams,
    body: shapes.MoveRequest,
    returns: shapes.TillView,
    status: 201,
    errors: ['till-not-found', 'till-not-open', 'cash-is-off'],
    handle: async ({ params, body, caller, actor, attempt }) => {
      const till = await ownTill(deps, params.id, caller)
      const { kind, reason, witness = '' } = body
      const minor = minorOf('amount', body.amount, till.currency)
      if (minor === 0 || (minor < 0 && kind !== 'correction')) {
        failParams({ amount: { message: 'Send more than 0; only a correction may be negative.' } })
      }
      const move = { tillId: till.id, kind, minor, reason, witness, userId: userIdOf(caller) }
      await moveCash(actingAs(deps, actor), { ...move, attempt })
      return show(deps, till.id, caller)
    },
  })
  route(api, {
    method: 'POST',
    path: '/tills/:id/voids',
    operation: 'voidDeskSale',
    ours: true,
    summary: 'Void a sale of your open till: its money goes back, and its places are free',
    access,
    params: shapes.TillParams,
    body: shapes.VoidRequest,
    returns: shapes.TillView,
    status: 201,
    errors: [
      'till-not-found',
      'till-not-open',
      'till-sale-not-found',
      'cash-is-off',
      'order-not-found',
      'order-move-not-allowed',
      'refund-not-possible',
    ],
    handle: async ({ params, body, caller, actor, attempt }) => {
      const till = await ownTill(deps, params.id, caller)
      const { order: orderId, reason } = body
      await orderHere(deps, orderId, caller)
      const wish = { tillId: till.id, orderId, reason, userId: userIdOf(caller), attempt }
      await voidTillSale(actingAs(deps, actor), wish)
      return show(deps, till.id, caller)
    },
  })
}

function closingRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/tills/:id/close',
    operation: 'closeTill',
    ours: true,
    summary: 'Close a till with what you counted; the answer says what it should have held',
    access,
    params: shapes.TillParams,
    body: shapes.CloseRequest,
    returns: shapes.TillView,
    errors: ['till-not-found', 'till-not-open'],
    handle: async ({ params, body, caller, actor, attempt }) => {
      const till = await tillOf(deps, params.id, caller)
      if (isTheirs(till, caller) && body.counted === undefined) {
        failParams({ counted: { message: 'Count your till; a difference may stand.' } })
      }
      const minor = (name: string, value: string | undefined) =>
        value === undefined ? null : minorOf(name, value, till.currency)
      await closeTill(actingAs(deps, actor), {
        tillId: till.id,
        countedMinor: minor('counted', body.counted),
        counts: body.counts ?? null,
        terminalMinor: minor('terminal', body.terminal),
        note: body.note ?? '',
        handedTo: body.handed_to?.trim() ?? '',
        userId: userIdOf(caller),
        attempt,
      })
      return show(deps, till.id, caller)
    },
  })
}

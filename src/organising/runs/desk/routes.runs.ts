import { type Caller, canSomewhere, isInReach, reachOf, userIdOf } from '../../../core/caller.ts'
import { fail } from '../../../core/errors.ts'
import { actingAs } from '../../../platform/db/acting.ts'
import { refuse } from '../../../platform/http/access.ts'
import { type Api, route } from '../../../platform/http/route.ts'
import type { Deps } from '../../deps.ts'
import { kindOf } from '../all-kinds.ts'
import { kindNames } from '../record/rules.ts'
import { findItem, listItems, sumItems } from '../record/lookup.items.ts'
import { findRun, listRuns, type RunRow } from '../record/store.ts'
import { recordGiven } from '../refunds/give-back.ts'
import { moveRun } from '../working/move-run.ts'
import { startRun } from '../working/start-run.ts'
import { workOf } from '../working/work-run.ts'
import * as shapes from './schema.ts'
import { itemView, runHead, runView } from './view.ts'

const access = {
  who: 'Callers with `orders.refund`, `tickets.write` or `mails.write`, by the kind of the run, at its event.',
  when: ({ caller }: { caller: Caller }) =>
    (['orders.refund', 'tickets.write', 'mails.write'] as const).some(right =>
      canSomewhere(caller, right),
    ),
}

/** Whether the caller has what the run needs, where it needs it. */
const mayDo = ({ kind, event_id: event }: RunRow, caller: Caller) =>
  isInReach(reachOf(caller, kindOf(kind).right), event)

const runsAtOnce = 100

/** Routes of runs: plans that are being done, and their reports (contract.md 38). */
export function runRoutes(api: Api, deps: Deps) {
  startingRoute(api, deps)
  readingRoutes(api, deps)
  movingRoutes(api, deps)
}

async function runOf({ db }: Pick<Deps, 'db'>, id: number, caller: Caller): Promise<RunRow> {
  const run = await findRun(db, id)
  return run && mayDo(run, caller) ? run : fail('run-not-found')
}

async function show(deps: Deps, run: RunRow, caller: Caller) {
  const sums = await sumItems(deps.db, run.id)
  return runView(run, { userId: userIdOf(caller), root: deps.restRoot('admin'), sums })
}

function startingRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/runs',
    operation: 'startRun',
    ours: true,
    summary: 'Do what a plan of yours says; the same plan again returns its run',
    access,
    confirmed: true,
    body: shapes.RunRequest,
    returns: shapes.RunView,
    status: 201,
    errors: ['plan-not-found', 'plan-is-stale', 'plan-is-empty', 'refund-over-limit'],
    handle: async ({ body, caller, actor }) => {
      const request = { planId: body.plan, first: body.first }
      return show(deps, await startRun(actingAs(deps, actor), caller, request), caller)
    },
  })
}

function readingRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/runs',
    operation: 'listRuns',
    ours: true,
    summary: 'List the latest runs of your events',
    access,
    returns: shapes.RunList,
    handle: async ({ caller }) => {
      const reaches = kindNames.map(kind => ({
        kind,
        reach: reachOf(caller, kindOf(kind).right),
      }))
      const runs = await listRuns(deps.db, { reaches, limit: runsAtOnce })
      return { runs: runs.map(run => runHead(run, userIdOf(caller))) }
    },
  })
  route(api, {
    method: 'GET',
    path: '/runs/:id',
    operation: 'getRun',
    ours: true,
    summary: 'Read how far a run is, what became of its items, and its control sum',
    access,
    params: shapes.RunParams,
    returns: shapes.RunView,
    errors: ['run-not-found'],
    handle: async ({ params, caller }) => show(deps, await runOf(deps, params.id, caller), caller),
  })
  route(api, {
    method: 'GET',
    path: '/runs/:id/items',
    operation: 'listRunItems',
    ours: true,
    summary: 'List the items of a run with what became of each',
    access,
    params: shapes.RunParams,
    query: shapes.ItemsQuery,
    returns: shapes.RunItems,
    errors: ['run-not-found'],
    handle: async ({ params, query: { after = 0, limit = 50, ...narrowed }, caller }) => {
      const run = await runOf(deps, params.id, caller)
      const rows = await listItems(deps.db, run.id, { after, limit: limit + 1, ...narrowed })
      const page = rows.slice(0, limit)
      const ids = page.map(({ subject_id: subject }) => subject)
      const labels = await kindOf(run.kind).labels(deps.db, ids, { caller, wish: run.wish })
      return {
        items: page.map(item => itemView(item, labels.get(item.subject_id))),
        next: rows.length > limit ? (page.at(-1)?.n ?? null) : null,
      }
    },
  })
}

function movingRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/runs/:id/:move',
    operation: 'moveRun',
    ours: true,
    summary: 'Pause, continue or stop a run, or do again what failed',
    access,
    confirmed: true,
    params: shapes.MoveParams,
    returns: shapes.RunView,
    errors: ['run-not-found', 'run-move-not-allowed'],
    handle: async ({ params: { id, move }, caller, actor }) => {
      const run = await runOf(deps, id, caller)
      const goesOn = move === 'continue' || move === 'retry'
      if (goesOn && run.user_id !== userIdOf(caller)) {
        refuse(
          caller,
          'Only the person who began the run can go on with it; plan the rest yourself.',
        )
      }
      await moveRun(actingAs(deps, actor), id, move)
      return show(deps, await runOf(deps, id, caller), caller)
    },
  })
  route(api, {
    method: 'POST',
    path: '/runs/:id/items/:n/given',
    operation: 'recordGivenByHand',
    ours: true,
    summary: 'Record that the money of an item that is done by hand was given back',
    access: { needs: 'orders.refund' },
    confirmed: true,
    params: shapes.ItemParams,
    returns: shapes.RunView,
    errors: [
      'run-not-found',
      'run-move-not-allowed',
      'plan-is-stale',
      'refund-not-possible',
      'order-move-not-allowed',
      'order-not-found',
      'refund-over-limit',
      'sale-is-busy',
    ],
    handle: async ({ params: { id, n }, caller, actor }) => {
      const run = await runOf(deps, id, caller)
      const item = (await findItem(deps.db, id, n)) ?? fail('run-not-found')
      if (item.state === 'by_hand') {
        await recordGiven(actingAs(deps, actor), { ...workOf(run, item), caller })
      } else if (item.reason !== 'given') {
        fail('run-move-not-allowed', {
          message: `The item is ${item.state}, and not on the list by hand.`,
        })
      }
      return show(deps, await runOf(deps, id, caller), caller)
    },
  })
}

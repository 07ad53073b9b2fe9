import { Type } from 'typebox'
import { reachOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { AccessAdditions } from '../additions.ts'
import { workplacesOf } from '../records/rules.ts'
import { findAccount } from '../users/lookup.ts'
import { changeGrant, giveGrant, grantInReach, takeGrant } from './save-grant.ts'
import * as shapes from './schema.ts'
import { listGrants, titlesOf } from './store.ts'
import { grantView, meView } from './view.ts'

type TeamAdditions = Pick<AccessAdditions, 'stillOpen'> & {
  /** Undefined without a mail server. */
  invite: AccessAdditions['invite'] | undefined
}

const access = { needs: 'team.write' } as const

const versioned = {
  record: 'grant',
  id: ({ params }: { params: { id: number } }) => params.id,
}

/** Routes of the team: what the caller may do, and who may do what for the site or an event. */
export function teamRoutes(api: Api, deps: Deps, additions: TeamAdditions) {
  route(api, {
    method: 'GET',
    path: '/me',
    operation: 'getMe',
    ours: true,
    summary: 'Who sends this request, and what it may do for the site and at single events',
    access: { who: 'Anyone with an account.', when: ({ caller }) => caller.kind === 'user' },
    returns: shapes.Me,
    errors: ['rest_user_not_found'],
    handle: async ({ caller }) => {
      if (caller.kind !== 'user') return fail('rest_forbidden')
      const { login, display_name } =
        (await findAccount(deps.db, caller.userId)) ?? fail('rest_user_not_found')
      const titles = await titlesOf(deps.db, workplacesOf(caller))
      const { currency } = deps.config
      return meView(caller, { profile: { login, display_name }, titles, currency })
    },
  })
  route(api, {
    method: 'GET',
    path: '/team',
    operation: 'listTeam',
    ours: true,
    summary: 'List who has which set, for the site and for events whose team is yours',
    access,
    returns: Type.Array(shapes.GrantView),
    handle: async ({ caller }) =>
      (await listGrants(deps.db, reachOf(caller, 'team.write'))).map(row => grantView(row, caller)),
  })
  givingRoute(api, deps, additions)
  changingRoutes(api, deps, additions)
}

function givingRoute(api: Api, deps: Deps, { invite }: TeamAdditions) {
  route(api, {
    method: 'POST',
    path: '/team',
    operation: 'createGrant',
    ours: true,
    summary: 'Give a set to a person, who is invited if the address has no account',
    access,
    confirmed: true,
    body: shapes.NewGrant,
    returns: shapes.MadeGrant,
    status: 201,
    errors: [
      'rest_grant_exists',
      'rest_user_exists',
      'mail_not_configured',
      'rest_too_many_requests',
    ],
    handle: async ({ body, caller, actor }) => {
      const { email, set, event = null, refund_limit: refundLimit = null, locale } = body
      const draft = {
        email,
        displayName: body.display_name,
        set,
        eventId: event,
        refundLimit,
        locale,
      }
      const { row, invitation } = await giveGrant(actingAs(deps, actor), draft, {
        by: caller,
        invite,
      })
      return { ...grantView(row, caller), ...(invitation && { invitation }) }
    },
  })
}

function changingRoutes(api: Api, deps: Deps, { stillOpen }: TeamAdditions) {
  route(api, {
    method: 'GET',
    path: '/team/:id',
    operation: 'getGrant',
    ours: true,
    summary: 'Read a grant',
    access,
    params: shapes.GrantParams,
    versioned,
    returns: shapes.GrantView,
    errors: ['rest_grant_not_found'],
    handle: async ({ params, caller }) =>
      grantView(await grantInReach(deps.db, params.id, caller), caller),
  })
  route(api, {
    method: 'PATCH',
    path: '/team/:id',
    operation: 'updateGrant',
    ours: true,
    summary: 'Change the set or the refund limit of a grant',
    access,
    confirmed: true,
    params: shapes.GrantParams,
    versioned,
    body: shapes.GrantChanges,
    returns: shapes.GrantView,
    errors: ['rest_grant_not_found', 'rest_grant_exists'],
    handle: async ({ params, body: { set, refund_limit: refundLimit }, caller, actor }) => {
      const change = {
        ...(set !== undefined && { set }),
        ...(refundLimit !== undefined && { refundLimit }),
      }
      const changed = await changeGrant(actingAs(deps, actor), params.id, { change, by: caller })
      return grantView(changed, caller)
    },
  })
  route(api, {
    method: 'DELETE',
    path: '/team/:id',
    operation: 'deleteGrant',
    ours: true,
    summary: 'Take a grant back; it ends with the next request of the person',
    access,
    confirmed: true,
    params: shapes.GrantParams,
    versioned,
    returns: shapes.RemovedGrant,
    errors: ['rest_grant_not_found'],
    handle: async ({ params, caller, actor }) => {
      const userId = await takeGrant(actingAs(deps, actor), params.id, caller)
      return { deleted: true, still_open: await stillOpen(userId) }
    },
  })
}

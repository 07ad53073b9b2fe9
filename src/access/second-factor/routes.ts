import { fail } from '../../core/errors.ts'
import { userIdOf } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { actingAs } from '../../platform/db/acting.ts'
import { Deleted } from '../../platform/http/described/answer-shapes.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { inBrowser } from '../keys/in-person.ts'
import { removeOwnFactor } from './remove-factor.ts'
import * as shapes from './schema.ts'
import { beginSetUp, confirmFactor, renewRecovery } from './set-up-factor.ts'
import { showFactor } from './show-factor.ts'

const path = '/me/second-factor'
/** A browser only: whoever has an application password must not lock its person out. */
const own = { access: inBrowser, beforeFactor: true } as const

/** The second factor of the person who is signed in. */
export function secondFactorRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path,
    operation: 'getSecondFactor',
    summary: 'Show whether signing in takes a code, and whether the site demands it',
    access: inBrowser,
    returns: shapes.FactorView,
    handle: async ({ caller }) => {
      if (caller.kind !== 'user') return fail('rest_session_not_found')
      const { since, recoveryLeft, isDemanded } = await showFactor(deps, caller)
      return {
        enabled: since !== undefined,
        since: since?.toISOString() ?? null,
        recovery_codes_left: recoveryLeft,
        demanded: isDemanded,
      }
    },
  })
  route(api, {
    method: 'POST',
    path,
    operation: 'beginSecondFactor',
    ours: true,
    summary: 'Begin to set up a second factor; it has no effect before it is confirmed',
    ...own,
    confirmed: true,
    returns: shapes.BegunFactor,
    status: 201,
    errors: ['rest_second_factor_exists'],
    handle: ({ caller, actor }) => beginSetUp(actingAs(deps, actor), personOf(userIdOf(caller))),
  })
  codeRoutes(api, deps)
}

function codeRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: `${path}/confirm`,
    operation: 'confirmSecondFactor',
    ours: true,
    summary: 'Confirm the second factor by a code of the app; answers the recovery codes, once',
    ...own,
    body: shapes.CodeSent,
    returns: shapes.RecoveryCodes,
    errors: [
      'rest_second_factor_exists',
      'rest_second_factor_not_begun',
      'incorrect_code',
      'rest_too_many_requests',
    ],
    handle: async ({ body: { code }, caller, actor, request: { address } }) => {
      const proof = { userId: personOf(userIdOf(caller)), code, address }
      return { recovery_codes: await confirmFactor(actingAs(deps, actor), proof) }
    },
  })
  route(api, {
    method: 'POST',
    path: `${path}/recovery-codes`,
    operation: 'renewRecoveryCodes',
    ours: true,
    summary: 'Make new recovery codes; those before end',
    ...own,
    body: shapes.CodeSent,
    returns: shapes.RecoveryCodes,
    errors: ['incorrect_code', 'rest_too_many_requests'],
    handle: async ({ body: { code }, caller, actor, request: { address } }) => {
      const proof = { userId: personOf(userIdOf(caller)), code, address }
      return { recovery_codes: await renewRecovery(actingAs(deps, actor), proof) }
    },
  })
  route(api, {
    method: 'DELETE',
    path,
    operation: 'removeSecondFactor',
    ours: true,
    summary: 'Remove the second factor, with password and code',
    ...own,
    body: shapes.Removal,
    returns: Deleted,
    errors: [
      'rest_second_factor_missing',
      'incorrect_password',
      'incorrect_code',
      'rest_too_many_requests',
    ],
    handle: async ({ body: { password, code }, caller, actor, request: { address } }) => {
      const removal = { userId: personOf(userIdOf(caller)), password, code, address }
      await removeOwnFactor(actingAs(deps, actor), removal)
      return { deleted: true }
    },
  })
}

const personOf = (id: number | null): number => id ?? fail('rest_session_not_found')

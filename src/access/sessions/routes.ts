import { Type } from 'typebox'
import { type Caller, userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { actingAs, actingOn } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { AccessAdditions } from '../additions.ts'
import { anyPerson, inBrowser, ownOrManager } from '../keys/in-person.ts'
import { confirmSession } from './confirm-session.ts'
import { closeOthers, closeSession } from './close-session.ts'
import { createLink } from './create-link.ts'
import { browserSession } from './recognise-session.ts'
import { linkUrl, sessionNonce } from './rules.ts'
import * as shapes from './schema.ts'
import { showSessions } from './show-sessions.ts'

type SessionAdditions = Pick<AccessAdditions, 'confirmByMail'>

/** Routes of browser sessions: the own one, those of an account, and links that open one. */
export function sessionRoutes(api: Api, deps: Deps, { confirmByMail }: SessionAdditions) {
  currentSessionRoute(api, deps)
  confirmingRoute(api, deps, confirmByMail)
  ownSessionRoutes(api, deps)
  accountSessionRoutes(api, deps)
  linkRoute(api, deps)
}

function currentSessionRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/session',
    summary: 'Read the sign-in of this browser, with the nonce that its writes need',
    access: inBrowser,
    returns: shapes.CurrentSession,
    handle: async ({ request }) => {
      const session = (await browserSession(deps, request)) ?? fail('rest_session_not_found')
      const { id, login, displayName, caller } = session
      return {
        id,
        user: { id: caller.userId, login, display_name: displayName, role: caller.role },
        capabilities: [...caller.capabilities],
        nonce: sessionNonce(deps.secrets.nonce, id),
        fresh: caller.credentialEndsAt === null,
        second_factor_missing: caller.lacksFactor === true,
      }
    },
    errors: ['rest_session_not_found'],
  })
}

function confirmingRoute(api: Api, deps: Deps, mailLink: AccessAdditions['confirmByMail']) {
  route(api, {
    method: 'POST',
    path: '/session/confirm',
    operation: 'confirmSession',
    ours: true,
    summary: 'Give the password again, for ten minutes in which this browser changes what matters',
    access: inBrowser,
    body: shapes.Confirmation,
    returns: shapes.Confirmed,
    beforeFactor: true,
    errors: [
      'rest_session_not_found',
      'incorrect_password',
      'incorrect_code',
      'rest_too_many_requests',
      'mail_not_configured',
    ],
    handle: async ({ body: { password, code }, request, actor }) => {
      const session = (await browserSession(deps, request)) ?? fail('rest_session_not_found')
      const { address } = request
      const confirmation = { session, password, code, address, mailLink }
      const done = await confirmSession(actingAs(deps, actor), confirmation)
      return { fresh: done === 'confirmed', mailed: done === 'mailed' }
    },
  })
}

function ownSessionRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/me/sessions',
    operation: 'listMySessions',
    summary: 'List the browsers that are signed in to your account',
    access: anyPerson,
    returns: Type.Array(shapes.OwnSessionView),
    handle: async ({ caller }) => {
      const sessions = await showSessions(deps, userIdOf(caller) ?? 0)
      return sessions.map(session => ({ ...session, current: isOf(caller, session) }))
    },
  })
  route(api, {
    method: 'DELETE',
    path: '/me/sessions',
    operation: 'endOtherSessions',
    ours: true,
    summary: 'Sign all browsers of your account out but the one that asks',
    access: anyPerson,
    beforeFactor: true,
    returns: shapes.EndedSessions,
    handle: async ({ caller, actor }) => {
      const sessions = await showSessions(deps, userIdOf(caller) ?? 0)
      const except = sessions.find(session => isOf(caller, session))?.id
      const db = actingOn(deps.db, actor)
      return { ended: await closeOthers(db, { userId: userIdOf(caller) ?? 0, except }) }
    },
  })
}

const isOf = (caller: Caller, { id }: { id: number }) =>
  caller.kind === 'user' && caller.credential === `session:${id}`

function accountSessionRoutes(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/users/:id/sessions',
    summary: 'List the browsers that are signed in to an account',
    access: ownOrManager,
    params: shapes.UserParams,
    returns: Type.Array(shapes.SessionView),
    handle: ({ params }) => showSessions(deps, params.id),
  })
  route(api, {
    method: 'DELETE',
    path: '/users/:id/sessions/:session_id',
    summary: 'Sign a browser out',
    access: ownOrManager,
    params: shapes.UserSessionParams,
    returns: shapes.Deleted,
    errors: ['rest_session_not_found'],
    handle: async ({ params: { id: userId, session_id: id }, actor }) =>
      (await closeSession(actingOn(deps.db, actor), { id, userId }))
        ? { deleted: true }
        : fail('rest_session_not_found'),
  })
}

function linkRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'POST',
    path: '/users/:id/links',
    summary: 'Make a link with which a person sets a password or signs in, once',
    access: { needs: 'manage_users' },
    confirmed: true,
    params: shapes.UserParams,
    body: shapes.NewLink,
    returns: shapes.MadeLink,
    status: 201,
    errors: ['rest_user_not_found'],
    handle: async ({ params, body: { purpose }, caller, actor }) => {
      const made = await createLink(actingAs(deps, actor), {
        userId: params.id,
        purpose,
        by: caller,
      })
      return {
        url: linkUrl(deps.publicRoot, made.secret),
        purpose,
        expires_at: made.expiresAt.toISOString(),
      }
    },
  })
}

import { Type } from 'typebox'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { actingAs, actingOn } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { ownOrManager } from '../keys/in-person.ts'
import { closeSession } from './close-session.ts'
import { createLink } from './create-link.ts'
import { browserSession } from './recognise-session.ts'
import { linkUrl, sessionNonce } from './rules.ts'
import * as shapes from './schema.ts'
import { showSessions } from './show-sessions.ts'

/** Routes of browser sessions: the own one, those of an account, and links that open one. */
export function sessionRoutes(api: Api, deps: Deps) {
  currentSessionRoute(api, deps)
  accountSessionRoutes(api, deps)
  linkRoute(api, deps)
}

function currentSessionRoute(api: Api, deps: Deps) {
  route(api, {
    method: 'GET',
    path: '/session',
    summary: 'Read the sign-in of this browser, with the nonce that its writes need',
    access: {
      who: 'Anyone signed in with a cookie.',
      when: ({ caller }) => caller.kind === 'user' && caller.credential.startsWith('session:'),
    },
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
      }
    },
    errors: ['rest_session_not_found'],
  })
}

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

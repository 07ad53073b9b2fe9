import { Type } from 'typebox'
import { type Caller, can, credentialEndOf, userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { refuse } from '../../platform/http/access.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { mayGive } from '../users/rules.ts'
import { findUser } from '../users/lookup.ts'
import { anyPerson, ownOrManager } from './in-person.ts'
import { createApiKey, createApplicationPassword } from './create-key.ts'
import { endOf, type Lifetime, lifetimeProblems } from './rules.ts'
import * as shapes from './schema.ts'
import { exchangePassword } from './sign-in.ts'
import {
  deleteApiKey,
  deleteApplicationPassword,
  listApiKeys,
  listApplicationPasswords,
} from './store.ts'
import { keyView, passwordView } from './view.ts'

export function keyRoutes(api: Api, deps: Deps) {
  applicationPasswordRoutes(api, deps)
  signInRoute(api, deps)
  apiKeyRoutes(api, deps)
}

/** What is wrong with the requested lifetime of a credential. */
const lifetimeCheck =
  ({ clock }: Pick<Deps, 'clock'>) =>
  async ({ body, caller }: { body: Lifetime; caller: Caller }) =>
    lifetimeProblems(body, { now: clock.now(), latest: credentialEndOf(caller) })

function applicationPasswordRoutes(api: Api, deps: Deps) {
  const { db, random, clock } = deps
  const path = '/users/:id/application-passwords'
  route(api, {
    method: 'GET',
    path,
    summary: "List a person's application passwords",
    access: ownOrManager,
    params: shapes.UserParams,
    returns: Type.Array(shapes.PasswordView),
    handle: async ({ params }) => (await listApplicationPasswords(db, params.id)).map(passwordView),
  })
  route(api, {
    method: 'POST',
    path,
    summary: 'Make an application password',
    access: ownOrManager,
    confirmed: true,
    params: shapes.UserParams,
    body: shapes.NewPassword,
    returns: shapes.MadePassword,
    status: 201,
    errors: ['rest_user_not_found'],
    check: lifetimeCheck(deps),
    handle: async ({ params, body, caller, actor }) => {
      const user = (await findUser(db, params.id)) ?? fail('rest_user_not_found')
      if (!mayGive(caller, user)) refuse(caller)
      const expiresAt = endOf(body, { now: clock.now(), latest: credentialEndOf(caller) })
      const draft = { userId: user.id, name: body.name, expiresAt }
      const made = await createApplicationPassword(
        { db: actingOn(db, actor), random, by: caller },
        draft,
      )
      return { ...passwordView(made), password: made.secret }
    },
  })
  route(api, {
    method: 'DELETE',
    path: `${path}/:password_id`,
    summary: 'Revoke an application password',
    access: ownOrManager,
    params: shapes.UserPasswordParams,
    returns: shapes.Deleted,
    errors: ['rest_key_not_found'],
    handle: async ({ params, actor }) =>
      (await deleteApplicationPassword(actingOn(db, actor), params.id, params.password_id))
        ? { deleted: true }
        : fail('rest_key_not_found'),
  })
}

function signInRoute(api: Api, deps: Deps) {
  const { clock } = deps
  route(api, {
    method: 'POST',
    path: '/sign-in',
    operation: 'signIn',
    summary: "Exchange a person's password for an application password",
    access: 'public',
    body: shapes.SignIn,
    returns: shapes.MadePassword,
    status: 201,
    errors: [
      'incorrect_password',
      'rest_code_required',
      'incorrect_code',
      'rest_second_factor_required',
      'rest_too_many_requests',
    ],
    check: async ({ body }) => lifetimeProblems(body, { now: clock.now(), latest: null }),
    handle: async ({ body, request }) => {
      const expiresAt = endOf(body, { now: clock.now(), latest: null })
      const proof = { ...body, expiresAt }
      const made = await exchangePassword(deps, proof, request.address)
      return { ...passwordView(made), password: made.secret }
    },
  })
}

function apiKeyRoutes(api: Api, deps: Deps) {
  const { db, random, clock } = deps
  const ownerLimit = (caller: Caller) =>
    can(caller, 'manage_users') ? undefined : (userIdOf(caller) ?? 0)
  route(api, {
    method: 'GET',
    path: '/keys',
    summary: 'List API keys: your own, or all for callers with `manage_users`',
    access: anyPerson,
    returns: Type.Array(shapes.KeyView),
    handle: async ({ caller }) => (await listApiKeys(db, ownerLimit(caller))).map(keyView),
  })
  route(api, {
    method: 'POST',
    path: '/keys',
    summary: 'Make an API key with some of your own rights',
    access: anyPerson,
    confirmed: true,
    body: shapes.NewKey,
    returns: shapes.MadeKey,
    status: 201,
    check: lifetimeCheck(deps),
    handle: async ({ caller, body, actor }) => {
      const expiresAt = endOf(body, { now: clock.now(), latest: credentialEndOf(caller) })
      const { name, scopes } = body
      const draft = { userId: userIdOf(caller) ?? 0, name, scopes, expiresAt }
      const made = await createApiKey({ db: actingOn(db, actor), random, by: caller }, draft)
      return { ...keyView(made), api_key: made.secret }
    },
  })
  route(api, {
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Revoke an API key',
    access: anyPerson,
    params: shapes.KeyParams,
    returns: shapes.Deleted,
    errors: ['rest_key_not_found'],
    handle: async ({ caller, params, actor }) =>
      (await deleteApiKey(actingOn(db, actor), params.id, ownerLimit(caller)))
        ? { deleted: true }
        : fail('rest_key_not_found'),
  })
}

import { Type } from 'typebox'
import { fail, failParams } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { AccessAdditions } from '../additions.ts'
import { changeUser, createUser, removeUser } from './save-user.ts'
import { ChangedUser, DeletedUser, NewUser, UserChanges, UserParams, UserView } from './schema.ts'
import { findUserRow, listUsers } from './store.ts'
import { userView } from './view.ts'

type UserAdditions = Pick<AccessAdditions, 'stillOpen' | 'invite'>

const access = { needs: 'manage_users' } as const

const notBoth = { invite: { message: 'is for accounts without a `password`' } }

/**
 * Routes of accounts, for callers who may manage users. An account that can do more than the credential is
 * out of reach.
 */
export function userRoutes(api: Api, deps: Deps, additions: UserAdditions) {
  readingRoutes(api, deps)
  changingRoutes(api, deps, additions)
}

function readingRoutes(api: Api, { db }: Deps) {
  route(api, {
    method: 'GET',
    path: '/users',
    summary: 'List the accounts',
    access,
    returns: Type.Array(UserView),
    handle: async () => (await listUsers(db)).map(userView),
  })
  route(api, {
    method: 'GET',
    path: '/users/:id',
    summary: 'Read an account',
    access,
    params: UserParams,
    returns: UserView,
    errors: ['rest_user_not_found'],
    handle: async ({ params }) =>
      userView((await findUserRow(db, params.id)) ?? fail('rest_user_not_found')),
  })
}

function changingRoutes(api: Api, deps: Deps, { stillOpen, invite }: UserAdditions) {
  route(api, {
    method: 'POST',
    path: '/users',
    summary: 'Add an account',
    access,
    confirmed: true,
    body: NewUser,
    returns: UserView,
    status: 201,
    errors: ['rest_user_exists', 'mail_not_configured'],
    handle: async ({ body, caller, actor }) => {
      const { invite: isInvited = false, invite_locale: locale, ...draft } = body
      if (isInvited && draft.password !== undefined) failParams(notBoth)
      return userView(
        await createUser(actingOn(deps.db, actor), draft, {
          actor: caller,
          invite: isInvited ? (tx, user) => invite(tx, { ...user, locale }) : undefined,
        }),
      )
    },
  })
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: '/users/:id',
    summary: 'Change an account',
    access,
    confirmed: true,
    params: UserParams,
    body: UserChanges,
    returns: ChangedUser,
    errors: ['rest_user_not_found', 'rest_user_exists', 'rest_last_administrator'],
    handle: async ({ params: { id }, body, caller, actor }) => {
      const db = actingOn(deps.db, actor)
      const { user, ended } = await changeUser(db, { id, changes: body, actor: caller })
      if (body.password === undefined) return userView(user)
      return { ...userView(user), ended, still_open: await stillOpen(id) }
    },
  })
  route(api, {
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete an account; its records stay and lose their author',
    access,
    confirmed: true,
    params: UserParams,
    returns: DeletedUser,
    errors: ['rest_user_not_found', 'rest_last_administrator'],
    handle: async ({ params: { id }, caller, actor }) => {
      // After the deletion nothing records who made these keys, so they are collected before.
      const still_open = await stillOpen(id)
      await removeUser(actingOn(deps.db, actor), id, caller)
      return { deleted: true, still_open }
    },
  })
}

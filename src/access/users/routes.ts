import { Type } from 'typebox'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { type Api, route } from '../../platform/http/route.ts'
import { changeUser, createUser } from './save-user.ts'
import { NewUser, UserChanges, UserParams, UserView } from './schema.ts'
import { deleteUser, findUserRow, listUsers } from './store.ts'
import { userView } from './view.ts'

/** Accounts: for those who may manage users. */
export function userRoutes(api: Api, { db }: Deps) {
  const access = { needs: 'manage_users' } as const
  route(api, {
    method: 'GET',
    path: '/users',
    summary: 'List the accounts',
    access,
    returns: Type.Array(UserView),
    handle: async () => (await listUsers(db)).map(userView),
  })
  route(api, {
    method: 'POST',
    path: '/users',
    summary: 'Add an account',
    access,
    body: NewUser,
    returns: UserView,
    status: 201,
    errors: ['rest_user_exists'],
    handle: async ({ body }) => userView(await createUser(db, body)),
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
  route(api, {
    method: ['POST', 'PUT', 'PATCH'],
    path: '/users/:id',
    summary: 'Change an account',
    access,
    params: UserParams,
    body: UserChanges,
    returns: UserView,
    errors: ['rest_user_not_found', 'rest_user_exists'],
    handle: async ({ params, body }) => userView(await changeUser(db, params.id, body)),
  })
  route(api, {
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete an account; its records stay and lose their author',
    access,
    params: UserParams,
    returns: Type.Object({ deleted: Type.Boolean() }),
    errors: ['rest_user_not_found'],
    handle: async ({ params }) =>
      (await deleteUser(db, params.id)) ? { deleted: true } : fail('rest_user_not_found'),
  })
}

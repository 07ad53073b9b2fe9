import type { Static } from 'typebox'
import type { UserView } from './schema.ts'
import type { UserRow } from './store.ts'

/** An account as its administrators see it. Its grants for events are shown by `GET /team`. */
export const userView = (user: UserRow): Static<typeof UserView> => ({
  id: user.id,
  login: user.login,
  display_name: user.display_name,
  email: user.email,
  role: user.role,
  grants: user.grants,
  created_at: user.created_at.toISOString(),
})

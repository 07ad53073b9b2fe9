import type { Static } from 'typebox'
import type { UserView } from './schema.ts'
import type { UserRow } from './store.ts'

/** An account as its administrators see it. Its grants for events are shown by `GET /team`. */
export function userView({
  id,
  login,
  display_name,
  email,
  role,
  grants,
  created_at,
}: UserRow): Static<typeof UserView> {
  return {
    id,
    login,
    display_name,
    email,
    role,
    grants,
    created_at: created_at.toISOString(),
  }
}

import type { Static } from 'typebox'
import type { UserView } from './schema.ts'
import type { UserRow } from './store.ts'

export function userView(row: UserRow): Static<typeof UserView> {
  return { ...row, created_at: row.created_at.toISOString() }
}

import type { Static } from 'typebox'
import type { Role } from '../../core/capabilities.ts'
import type { UserView } from './schema.ts'
import type { UserRow } from './store.ts'

export function userView(row: UserRow): Static<typeof UserView> {
  return { ...row, role: row.role as Role, created_at: row.created_at.toISOString() }
}

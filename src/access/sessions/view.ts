import type { Static } from 'typebox'
import { sessionEnd } from './rules.ts'
import type { SessionView } from './schema.ts'
import type { SessionRow } from './store.ts'

export function sessionView(row: SessionRow): Static<typeof SessionView> {
  const { id, browser, created_at, used_at } = row
  return {
    id,
    browser,
    created_at: created_at.toISOString(),
    used_at: used_at.toISOString(),
    expires_at: sessionEnd(row).toISOString(),
  }
}

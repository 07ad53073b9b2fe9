import type { AuditEntry } from './lookup.ts'
import type { ColumnValue } from './schema.ts'

type Values = Record<string, ColumnValue> | null

export const entryView = (entry: AuditEntry) => ({
  id: entry.id,
  at: entry.at.toISOString(),
  actor: {
    type: entry.actor_kind,
    id: entry.actor_id,
    name: entry.actor_name,
    login: entry.actor_login,
  },
  request_id: entry.request_id,
  operation: entry.operation,
  action: entry.action,
  record: { type: entry.record, id: entry.record_id, part: entry.part },
  before: entry.before as Values,
  after: entry.after as Values,
  personal: entry.personal as Values,
})

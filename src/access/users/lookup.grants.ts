import { sql } from 'kysely'
import { grantOf, type GrantRow, heldThrough } from '../../core/rights.ts'

/** The grants of `users.id` in a statement that reads accounts, as JSON. */
export const grantRows = sql<GrantRow[]>`(
  select coalesce(json_agg(json_build_object('set', g.set, 'event_id', g.event_id,
    'refund_limit_minor', g.refund_limit_minor, 'currency', g.currency) order by g.id), '[]'::json)
  from grants g where g.user_id = users.id)`

/** What an account's grants lend to its credentials; with `scopes`, to an API key. */
export const heldBy = (rows: readonly GrantRow[], scopes?: readonly string[]) =>
  heldThrough(rows.map(grantOf), scopes)

import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { isOtherRecord } from '../../platform/db/record-kinds.ts'
import type { EventRow } from './lookup.ts'

/**
 * The event that was found, or the right refusal: 400 `rest-invalid-event-id` when the id is that of another kind of
 * record, else 404. Other kinds are looked up on this path only (contract.md 5.1, 9.1).
 */
export async function demandEvent(
  { db }: Pick<Deps, 'db'>,
  found: EventRow | undefined,
  params: object,
): Promise<EventRow> {
  if (found) return found
  const { id } = params as { id?: number }
  if (id !== undefined && (await isOtherRecord(db, id))) fail('rest-invalid-event-id')
  return fail('rest-event-not-found')
}

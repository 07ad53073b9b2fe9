import { mayDeleteRecord } from '../../access/records/rules.ts'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { record } from '../../platform/facts/record.ts'
import { refuse } from '../../platform/http/access.ts'
import { trashedSlug } from '../linked/rules.ts'
import { adjustTermCounts } from '../terms/attach-terms.ts'
import { countsForTerms } from '../terms/rules.ts'
import { demandNoTickets, type Hiding } from './hide-guard.ts'
import { type EventRow, findEvent } from './lookup.ts'
import { lockEvent, unusedSlug, updateEvent } from './store.ts'

export type Trashing = { id: number; caller: Caller } & Pick<Hiding, 'force' | 'ticketsOut'>

/**
 * Moves an event to the trash: it is in no list any more, and its slug is free. Fails with 410 when it is there, and with
 * 409 `event-has-orders` when people have tickets for it.
 */
export function trashEvent(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, caller, ...hiding }: Trashing,
): Promise<EventRow> {
  return transaction(db, async tx => {
    const before = (await lockEvent(tx, id)) ?? fail('rest-event-not-found')
    // It may have been published, or have changed hands, since the caller's right was checked.
    if (!mayDeleteRecord(caller, before)) refuse(caller)
    if (before.status === 'trash') fail('event-is-in-trash')
    await demandNoTickets(tx, { clock }, { ...hiding, before, status: 'trash' })
    const slug =
      before.slug === ''
        ? ''
        : await unusedSlug(tx, { wished: trashedSlug(before.slug), own: before.slug })
    await updateEvent(tx, id, { status: 'trash', slug, updated_at: clock.now() })
    await adjustTermCounts(tx, id, { wasCounted: countsForTerms(before), isCounted: false })
    await record(tx, 'event.deleted', { event_id: id })
    return (await findEvent(tx, id)) ?? fail('rest-event-not-found')
  })
}

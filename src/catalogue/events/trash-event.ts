import { mayDeleteRecord } from '../../access/records/rules.ts'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { record } from '../../platform/facts/record.ts'
import { refuse } from '../../platform/http/access.ts'
import { keepAddress } from '../addresses/keep-address.ts'
import { trashedSlug } from '../linked/rules.ts'
import { adjustTermCounts } from '../terms/attach-terms.ts'
import { countsForTerms } from '../terms/rules.ts'
import { demandNoTickets, type HideRequest } from './hide-guard.ts'
import { type EventRow, findEvent } from './lookup.ts'
import { lockEvent, unusedSlug, updateEvent } from './store.ts'

export type TrashRequest = { id: number; caller: Caller } & Pick<
  HideRequest,
  'force' | 'ticketsOut'
>

/**
 * Moves an event to the trash: lists no longer have it, and its slug is free. Fails with 410 when it is in
 * the trash already, and with 409 `event-has-orders` when it has valid tickets.
 */
export function trashEvent(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, caller, ...hiding }: TrashRequest,
): Promise<EventRow> {
  return transaction(db, async tx => {
    const before = (await lockEvent(tx, id)) ?? fail('rest-event-not-found')
    // The event may have been published, or got another author, since the caller's right was checked.
    if (!mayDeleteRecord(caller, before)) refuse(caller)
    if (before.status === 'trash') fail('event-is-in-trash')
    await demandNoTickets(tx, { clock }, { ...hiding, before, status: 'trash' })
    const slug =
      before.slug === ''
        ? ''
        : await unusedSlug(tx, { wished: trashedSlug(before.slug), own: before.slug })
    await updateEvent(tx, id, { status: 'trash', slug, updated_at: clock.now() })
    await keepAddress(tx, { kind: 'event', id, before, slug, status: 'trash' })
    await adjustTermCounts(tx, id, { wasCounted: countsForTerms(before), isCounted: false })
    await record(tx, 'event.deleted', { event_id: id })
    return (await findEvent(tx, id)) ?? fail('rest-event-not-found')
  })
}

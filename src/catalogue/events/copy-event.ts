import type { Caller } from '../../core/caller.ts'
import { userIdOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/facts/record.ts'
import { copyTerms } from '../terms/copy-terms.ts'
import { findEvent, type EventRow } from './lookup.ts'
import { shiftedSchedule, type WallShift } from './rules.copies.ts'
import { insertCopy, lockEvent, replaceOrganizers } from './store.ts'

export type EventCopy = { readonly from: number; readonly shift: WallShift }

/**
 * Makes a draft that has everything a person entered for the event, at another date: texts, place, organizers, terms, picture,
 * password, what visitors read. What came of the event stays there: its address, its state, its number in calendars and in
 * another system (contract.md 5.21). Fails with `rest-event-not-found`.
 */
export async function copyEvent(
  tx: Tx,
  { from, shift }: EventCopy,
  { caller, now }: { caller: Caller; now: Date },
): Promise<EventRow> {
  const source = (await lockEvent(tx, from)) ?? fail('rest-event-not-found')
  const id = await insertCopy(tx, from, {
    ...shiftedSchedule(source, shift),
    author_id: userIdOf(caller),
    now,
  })
  await replaceOrganizers(tx, id, source.organizer_ids)
  await copyTerms(tx, from, id)
  await record(tx, 'event.saved', { event_id: id })
  return (await findEvent(tx, id)) ?? fail('rest-event-not-found')
}

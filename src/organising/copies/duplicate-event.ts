import { copyEvent as copyRecord } from '../../catalogue/events/copy-event.ts'
import { type EventRow, findEvent } from '../../catalogue/events/lookup.ts'
import type { WallShift } from '../../catalogue/events/rules.copies.ts'
import { type Caller, userIdOf } from '../../core/caller.ts'
import { makeOnce } from '../../platform/idempotency/make-once.ts'
import type { Attempt } from '../../platform/idempotency/run-once.ts'
import { copyWording } from '../../messaging/wording/copy-wording.ts'
import { copySelections } from '../../shop/fees/copy-selections.ts'
import { copyRates } from '../../shop/taxes/copy-rates.ts'
import { copyQuestions } from '../../shop/questions/copy-questions.ts'
import { copyDoors } from '../../ticketing/door/copy-doors.ts'
import { copyTickets } from '../../ticketing/tickets/copy-tickets.ts'
import type { Deps } from '../deps.ts'

export type Duplicate = {
  readonly from: number
  readonly shift: WallShift
  readonly caller: Caller
  readonly attempt: Attempt | undefined
}

/**
 * Makes a draft with everything that makes an event and nothing that was sold, in one transaction (contract.md 5.21). Fails with
 * `rest-event-not-found`.
 */
export function duplicateEvent(
  deps: Pick<Deps, 'db' | 'clock'>,
  { from, shift, caller, attempt }: Duplicate,
): Promise<EventRow> {
  const { db, clock } = deps
  return makeOnce(db, {
    attempt,
    find: id => findEvent(db, id),
    make: async tx => {
      const now = clock.now()
      const copy = await copyRecord(tx, { from, shift }, { caller, now })
      const to = copy.id
      const authorId = userIdOf(caller)
      const tickets = await copyTickets(tx, { from, to, shift, authorId, now })
      await copySelections(tx, tickets)
      await copyRates(tx, tickets)
      await copyDoors(tx, { from, to, tickets })
      await copyQuestions(tx, { from, to, tickets })
      await copyWording(tx, { from, to, now })
      return copy
    },
  })
}

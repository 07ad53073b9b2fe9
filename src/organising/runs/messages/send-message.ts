import { callerNow } from '../../../access/callers/caller-now.ts'
import { can } from '../../../core/caller.ts'
import { writeToGuest } from '../../../messaging/guests/write-to-guest.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { ItemWork } from '../record/kinds.ts'
import type { Ending } from '../record/rules.ts'
import { endItem } from '../record/store.ts'
import { guestsOf } from './lookup.ts'
import type { MessageWish } from './rules.ts'

/**
 * Puts the mail to one guest into the outbox, to the address that the guest has now; the item ends in the same transaction, so nobody
 * gets it twice and nobody is forgotten.
 */
export function sendMessage(deps: Deps, work: ItemWork): Promise<Ending> {
  const { list, texts } = work.run.wish as MessageWish
  return transaction(deps.db, async (tx): Promise<Ending> => {
    if (!can(await callerNow(tx, work.caller), 'mails.write')) {
      return { state: 'pause', because: 'rights' }
    }
    const text = texts.find(({ locale }) => locale === work.method)
    const [guest] = await guestsOf(tx, list, [work.subjectId])
    if (!text || !guest) return { state: 'skipped', because: 'guest_gone' }
    const isNew = await writeToGuest(deps, tx, {
      runId: work.run.id,
      text,
      guest: {
        recipient: guest.email,
        orderId: guest.order_id,
        attendeeId: guest.attendee_id,
        eventId: work.run.eventId ?? guest.event_id,
      },
    })
    const ending: Ending = isNew
      ? { state: 'done', because: null }
      : { state: 'skipped', because: 'same_address' }
    await endItem(tx, work, ending)
    return ending
  })
}

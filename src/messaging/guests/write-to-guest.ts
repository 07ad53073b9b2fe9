import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../deps.ts'
import { queueMessages } from '../outbox/queue-messages.ts'
import type { GuestText } from './rules.ts'
import { keepText } from './store.ts'

/** Whom a message of a run is for: a purchaser by an order, or a holder by a place. */
export type Guest = {
  recipient: string
  orderId: number | null
  attendeeId: number | null
  eventId: number | null
}

/**
 * Puts the mail of a run to one guest into the outbox, in the caller's transaction. The same address gets one mail of a run, however
 * often this is called. Returns whether it is a new one; it is none for what is no address of a mail.
 */
export async function writeToGuest(
  deps: Deps,
  tx: Tx,
  { runId, text, guest }: { runId: number; text: GuestText; guest: Guest },
): Promise<boolean> {
  await keepText(tx, runId, text)
  const ids = await queueMessages(deps, tx, [
    {
      kind: 'guests.message',
      cause: `run ${runId}`,
      // As people write it differently, and get it in one mailbox.
      recipient: guest.recipient.trim().toLowerCase(),
      // With the cause this makes an address unique within the run.
      aboutKind: 'address',
      aboutId: runId,
      orderId: guest.orderId,
      attendeeId: guest.attendeeId,
      eventId: guest.eventId,
      locale: text.locale,
      details: { run: runId },
      sendAt: deps.clock.now(),
    },
  ])
  return ids.length > 0
}

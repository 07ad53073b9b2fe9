import { isMailAddress } from '../../../core/mail-address.ts'
import { localeOfOrder } from '../../../messaging/locale-of-order.ts'
import { queueMessages } from '../../../messaging/outbox/queue-messages.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findOrder } from '../../../shop/orders/record/lookup.ts'
import type { Deps } from '../../deps.ts'
import type { ItemWork } from '../record/kinds.ts'
import type { OfferedChoice } from './rules.ts'
import { insertChoice } from './store.ts'

/** Asks the buyer by mail, once for each item of a run, in the caller's transaction. Who has no address cannot be asked. */
export async function askBuyer(
  deps: Deps,
  tx: Tx,
  { work, offer }: { work: ItemWork; offer: OfferedChoice },
): Promise<void> {
  const order = await findOrder(tx, work.subjectId)
  if (!order || !isMailAddress(order.purchaser_email)) return
  const now = deps.clock.now()
  const item = { runId: work.run.id, n: work.n, orderId: order.id }
  const isNew = await insertChoice(tx, {
    ...item,
    until: new Date(offer.until),
    mayKeep: offer.mayKeep,
    at: now,
  })
  if (!isNew) return
  await queueMessages(deps, tx, [
    {
      kind: 'order.choice',
      cause: `choice ${work.run.id}`,
      recipient: order.purchaser_email,
      aboutKind: 'order',
      aboutId: order.id,
      orderId: order.id,
      eventId: work.run.eventId,
      locale: localeOfOrder(deps, order),
      details: { minor: work.amountMinor, ...offer },
      sendAt: now,
      network: '',
    },
  ])
}

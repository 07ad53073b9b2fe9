import { fail } from '../../core/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { buyersMail, hasLeft } from '../../messaging/outbox/lookup.to-buyer.ts'
import {
  type LimitedDraft,
  limitsOf,
  networksOf,
  queueWithin,
} from '../../messaging/outbox/queue-within.ts'
import { readdressMails } from '../../messaging/outbox/readdress.ts'
import { localeOfOrder } from '../../messaging/locale-of-order.ts'
import { correctPurchaser } from '../../shop/orders/desk/correct-purchaser.ts'
import { holdOrder } from '../../shop/orders/record/hold-order.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import type { Deps } from '../deps.ts'

type AddressCorrection = {
  email: string
  /** The browser that asks, as orders store it. */
  placedBy: string
}

/**
 * Corrects a mistyped address of an order for the browser that placed it; another one may only know its link (decision
 * 0067). Mails that wait follow, and the tickets are mailed to the new address. When a mail has left for the former one,
 * whoever reads it there has the link and the codes: both end, and that address is told. Returns the order with its
 * present link. Fails with `order-not-found`, with `rest_forbidden` in another browser, and with `order-move-not-allowed` for an
 * order that is not completed.
 */
export async function correctAddress(
  deps: Deps,
  orderId: number,
  { email, placedBy }: AddressCorrection,
): Promise<OrderRow> {
  return transaction(deps.db, async tx => {
    const before = (await holdOrder(tx, orderId)) ?? fail('order-not-found')
    if (before.placed_by !== placedBy) fail('rest_forbidden')
    if (before.status !== 'completed') fail('order-move-not-allowed')
    if (before.purchaser_email === email) return before
    // First, so that a mail which is taken for sending meanwhile counts as one that has left.
    await readdressMails(tx, orderId, { from: before.purchaser_email, to: email })
    const endsLink = await hasLeft(tx, before)
    const demand = async () => {}
    const { after, renewed } = await correctPurchaser(tx, orderId, { email, endsLink, demand })
    await queueWithin(deps, tx, await mailsAbout(deps, tx, { before, after, renewed }))
    return after
  })
}

type Corrected = Awaited<ReturnType<typeof correctPurchaser>>

/** The tickets for the new address, unless a waiting mail brings them; and a word to the former one about codes that ended. */
async function mailsAbout(deps: Deps, tx: Tx, { before, after, renewed }: Corrected) {
  const networks = await networksOf(tx, [after])
  const draft = (recipient: string, own: Pick<LimitedDraft, 'kind' | 'aboutKind' | 'aboutId'>) => ({
    ...limitsOf(after, networks, recipient),
    ...own,
    cause: `address ${after.id}/${deps.random.uuid()}`,
    recipient,
    orderId: after.id,
    eventId: after.event_id,
    locale: localeOfOrder(deps, after),
    sendAt: deps.clock.now(),
  })
  const mails: LimitedDraft[] = []
  if ((await buyersMail(tx, after))?.state !== 'queued') {
    const own = { kind: 'order.confirmed', aboutKind: 'order', aboutId: after.id } as const
    mails.push(draft(after.purchaser_email, own))
  }
  const [place] = renewed
  if (place) {
    const own = { kind: 'ticket.transferred', aboutKind: 'attendee', aboutId: place.id } as const
    const details = { to: 'former', generation: place.generation }
    mails.push({ ...draft(before.purchaser_email, own), attendeeId: place.id, details })
  }
  return mails
}

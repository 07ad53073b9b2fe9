import { fail } from '../../../core/errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { correctOwnHolders } from '../../../ticketing/attendees/correct-holders.ts'
import type { OrderRow } from '../record/lookup.ts'
import { lockOrder, updateOrder } from '../record/store.ts'

/** A purchaser with corrections; what is undefined stays. */
export type PurchaserCorrection = {
  name?: string | undefined
  email?: string | undefined
  /** Ends the link of the order and the codes of its buyer's places, because somebody else may have them. */
  endsLink?: boolean
}

type Corrected = {
  before: OrderRow
  after: OrderRow
  /** The places with new codes. */
  renewed: { id: number; generation: number }[]
}

/**
 * Corrects who bought an order, on its places, too. Places that are with the buyer follow, with codes and all; those that
 * were passed on stay with their holders. `demand` may refuse once the order is locked. Returns the order as it was, and
 * as it is. Fails with `order-not-found`.
 */
export async function correctPurchaser(
  tx: Tx,
  orderId: number,
  {
    name,
    email,
    endsLink = false,
    demand,
  }: PurchaserCorrection & { demand: (order: OrderRow) => Promise<void> },
): Promise<Corrected> {
  const before = (await lockOrder(tx, orderId)) ?? fail('order-not-found')
  await demand(before)
  const purchaser_name = name ?? before.purchaser_name
  const purchaser_email = email ?? before.purchaser_email
  const link_generation = before.link_generation + (endsLink ? 1 : 0)
  const after = { ...before, purchaser_name, purchaser_email, link_generation }
  if (purchaser_name === before.purchaser_name && purchaser_email === before.purchaser_email) {
    return { before, after: before, renewed: [] }
  }
  await updateOrder(tx, orderId, { purchaser_name, purchaser_email, link_generation })
  const renewed = await correctOwnHolders(tx, orderId, {
    before: { name: before.purchaser_name, email: before.purchaser_email },
    after: { name: purchaser_name, email: purchaser_email },
    renewsCodes: endsLink,
  })
  return { before, after, renewed }
}

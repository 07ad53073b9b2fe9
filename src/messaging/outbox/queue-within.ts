import { isMailAddress } from '../../core/mail-address.ts'
import type { Tx } from '../../platform/db/database.ts'
import { networksOfCarts } from '../../shop/cart/lookup.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'
import type { Deps } from '../deps.ts'
import { isToBuyer, networksOfOrders } from './lookup.withheld.ts'
import { countMails, type CountedMail, type MailLimit } from './mail-limits.ts'
import { type MessageDraft, queueMessages } from './queue-messages.ts'
import { unknownNetwork } from './release-mails.ts'

/** A message with the limit it counts under; without one it is not limited. */
export type LimitedDraft = MessageDraft & { limit?: MailLimit }

/**
 * The network that each order came from: that of its cart, or of its earlier mails once the cart is forgotten. Blank for
 * staff; an order is left out when no network is known.
 */
export async function networksOf(
  tx: Tx,
  orders: readonly OrderRow[],
): Promise<Map<number, string>> {
  const carts = await networksOfCarts(
    tx,
    orders.flatMap(({ cart_id: id }) => id ?? []),
  )
  const networks = new Map<number, string>()
  for (const { id, gateway, cart_id: cart } of orders) {
    const network = gateway === 'staff' ? '' : carts.get(cart ?? 0)
    if (network !== undefined) networks.set(id, network)
  }
  const unknown = orders.flatMap(({ id }) => (networks.has(id) ? [] : [id]))
  return new Map([...networks, ...(await networksOfOrders(tx, unknown))])
}

/**
 * The network of a mail about an order, and its limit: none for orders of staff, and none for the purchaser of an order
 * that brought money (contract.md 19.12). The sandbox moves none.
 */
export function limitsOf(
  order: OrderRow,
  networks: ReadonlyMap<number, string>,
  recipient: string,
): Pick<LimitedDraft, 'network' | 'limit'> {
  const network = networks.get(order.id)
  if (network === '') return { network }
  const isPaid = order.paid_minor > 0 && order.gateway !== 'sandbox'
  const about = network === undefined ? {} : { network }
  if (!isToBuyer({ recipient }, order)) return { ...about, limit: 'holder' }
  return isPaid ? about : { ...about, limit: 'unpaid' }
}

/** Queues messages; those beyond a limit are stored with the reason, and wait until somebody lets them leave. */
export async function queueWithin(deps: Deps, tx: Tx, drafts: readonly LimitedDraft[]) {
  const addressed = drafts.filter(({ recipient }) => isMailAddress(recipient))
  const limited = addressed.flatMap(draft => countedOf(draft) ?? [])
  const reasons = await countMails(deps, tx, limited)
  const reasonOf = new Map(limited.map(({ draft }, at) => [draft, reasons[at]]))
  await queueMessages(
    deps,
    tx,
    addressed.map(draft => ({ ...draft, withheld: reasonOf.get(draft) })),
  )
}

function countedOf(draft: LimitedDraft): (CountedMail & { draft: LimitedDraft }) | undefined {
  const { limit, network, recipient, orderId } = draft
  return limit && { limit, recipient, network: network ?? unknownNetwork(orderId ?? 0), draft }
}

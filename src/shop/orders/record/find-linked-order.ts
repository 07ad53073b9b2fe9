import type { Deps } from '../../../deps.ts'
import { findOrder, type OrderRow } from './lookup.ts'
import { orderSecretHolds } from './order-address.ts'

/** What the address of an order's page, calendar or PDF names, and the network address that sent it. */
type SentLink = { id: unknown; key: unknown; address: string }

/** The order of a link; undefined with a wrong secret, or with one that ended, which counts as a guess. */
export async function findLinkedOrder(
  { db, secrets, attempts }: Pick<Deps, 'db' | 'secrets' | 'attempts'>,
  { id, key, address }: SentLink,
): Promise<OrderRow | undefined> {
  if (typeof key !== 'string' || !/^\d{1,15}$/.test(String(id))) return undefined
  const order = await findOrder(db, Number(id))
  if (order && orderSecretHolds(secrets.order, order, key)) return order
  attempts.wrong('order link', { target: String(Number(id)), address })
  return undefined
}

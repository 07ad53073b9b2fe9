import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrderRow } from './lookup.ts'

/** Which link of an order: its number, and how often its link was renewed. */
export type OrderLink = Pick<OrderRow, 'id' | 'link_generation'>

/** The link of an order that was just placed. */
export const firstLink = (id: number): OrderLink => ({ id, link_generation: 0 })

/**
 * The secret in the link to a buyer's order. It is derived and not stored: nobody can make it without the installation's
 * key. The same order has the same link until a mistyped address is corrected (contract.md 26.12).
 */
function orderSecret(key: Buffer, { id, link_generation }: OrderLink): string {
  const text = link_generation === 0 ? `order|${id}` : `order|${id}|${link_generation}`
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 32)
}

export function orderSecretHolds(key: Buffer, link: OrderLink, secret: string): boolean {
  const [expected, given] = [Buffer.from(orderSecret(key, link)), Buffer.from(secret)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

type LinkContext = { publicRoot: string; key: Buffer }

/** The address of the order's page. It needs no sign-in, because it contains the secret. */
export function orderUrl({ publicRoot, key }: LinkContext, link: OrderLink): string {
  return `${publicRoot}/tickets-order/?tc-order-id=${link.id}&key=${orderSecret(key, link)}`
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { storedHash } from '../../shop/cart/cart-hash.ts'

/**
 * What forms about a cart carry: it shows that the form was made for the cart that the cookie names, and by us. It is
 * derived from the cart's secret and does not tell it.
 */
export const proofOf = (key: Buffer, cartHash: string): string =>
  createHmac('sha256', key)
    .update('cart form|')
    .update(storedHash(cartHash))
    .digest('base64url')
    .slice(0, 32)

export function proofHolds(key: Buffer, cartHash: string, sent: unknown): boolean {
  if (typeof sent !== 'string') return false
  const [expected, given] = [Buffer.from(proofOf(key, cartHash)), Buffer.from(sent)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { storedHash } from '../../shop/cart/cart-hash.ts'

/**
 * A proof in forms about a cart: the form was made by us for the cart in the cookie. It is derived from the cart's
 * secret without revealing it.
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

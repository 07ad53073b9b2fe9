import { createHmac, timingSafeEqual } from 'node:crypto'
import { storedHash } from '../../shop/cart/cart-hash.ts'
import type { OrderRow } from '../../shop/orders/record/lookup.ts'

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

export const proofHolds = (key: Buffer, cartHash: string, sent: unknown): boolean =>
  isSame(proofOf(key, cartHash), sent)

type Placed = Pick<OrderRow, 'id' | 'purchaser_name' | 'purchaser_email'>

const orderProofOf = (key: Buffer, { id, purchaser_name: name, purchaser_email: email }: Placed) =>
  createHmac('sha256', key)
    .update(`placed order|${JSON.stringify([id, name, email])}`)
    .digest('base64url')
    .slice(0, 32)

const orderCookie = 'marquee-placed'

/**
 * Remembers in a cookie that this browser placed the order for this purchaser. A cart can be handed on by its link, so
 * its secret alone must not lead to the order of whoever buys (contract.md 26.3).
 */
export function placedCookie(key: Buffer, order: Placed, { root, base }: Addresses): string {
  const secure = root.startsWith('https:') ? '; Secure' : ''
  return `${orderCookie}=${orderProofOf(key, order)}; Path=${base}/checkout; HttpOnly; SameSite=Lax${secure}`
}

type Addresses = { root: string; base: string }

/** Whether this browser placed the order. */
export const placedHere = (
  key: Buffer,
  order: Placed,
  cookies: Readonly<Record<string, string | undefined>>,
): boolean => isSame(orderProofOf(key, order), cookies[orderCookie])

function isSame(proof: string, sent: unknown): boolean {
  if (typeof sent !== 'string') return false
  const [expected, given] = [Buffer.from(proof), Buffer.from(sent)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

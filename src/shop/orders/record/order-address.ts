import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The secret in the link to a buyer's order. It is derived and not stored: an order always has the same link, and
 * nobody can make it without the installation's key.
 */
export function orderSecret(key: Buffer, orderId: number): string {
  return createHmac('sha256', key).update(`order|${orderId}`).digest('base64url').slice(0, 32)
}

export function orderSecretHolds(key: Buffer, orderId: number, secret: string): boolean {
  const [expected, given] = [Buffer.from(orderSecret(key, orderId)), Buffer.from(secret)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

type LinkContext = { publicRoot: string; key: Buffer }

/** The address of the order's page. It needs no sign-in, because it contains the secret. */
export function orderUrl({ publicRoot, key }: LinkContext, orderId: number): string {
  return `${publicRoot}/tickets-order/?tc-order-id=${orderId}&key=${orderSecret(key, orderId)}`
}

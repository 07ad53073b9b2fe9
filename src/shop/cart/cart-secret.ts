import { createHmac, hash } from 'node:crypto'
import { networkOf } from '../../platform/net/network-of.ts'
import type { Random } from '../../platform/random.ts'

export const cartCookie = 'marquee-cart'

const secretPattern = /^[A-Za-z0-9_-]{12,128}$/
const secretBytes = 24
const cookieSeconds = 24 * 60 * 60

/** A new secret that names a cart: 32 characters, stored only as a SHA-256. */
export const newCartSecret = (random: Random) => random.token(secretBytes)

/** The stored form of a cart's secret. */
export const secretHash = (cartSecret: string) => hash('sha256', cartSecret, 'buffer')

/**
 * The secrets that name a request's cart, in order of precedence: the parameter `cart_hash`, then the cookie.
 * A secret without a cart is skipped, so an outdated one does not hide the other.
 */
export function sentCartSecrets(
  cookies: Readonly<Record<string, string | undefined>>,
  cartSecret: string | undefined,
): string[] {
  const secrets = [cartSecret, cookies[cartCookie]]
  return [...new Set(secrets)].filter(
    text => text !== undefined && secretPattern.test(text),
  ) as string[]
}

/** Stores the secret in a cookie that scripts cannot read and other sites' forms cannot send. */
export function cartCookieHeader(cartSecret: string, publicRoot: string): string {
  const secure = publicRoot.startsWith('https:') ? '; Secure' : ''
  return `${cartCookie}=${cartSecret}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** Deletes the cart's cookie, once the cart is ordered. */
export const forgetCartHeader = (publicRoot: string) =>
  cartCookieHeader('', publicRoot).replace(/Max-Age=\d+/, 'Max-Age=0')

/**
 * The network a cart was opened from, as a keyed hash: enough to count open carts, too little to identify
 * people. A whole IPv6 network counts as one, since one buyer has all of it.
 */
export function networkKey(address: string, key: Buffer): string {
  return createHmac('sha256', key)
    .update(`cart|${networkOf(address)}`)
    .digest('base64url')
    .slice(0, 22)
}

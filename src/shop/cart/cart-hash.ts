import { createHash, createHmac } from 'node:crypto'
import { networkOf } from '../../platform/net/network-of.ts'
import type { Random } from '../../platform/random.ts'

const cartCookie = 'marquee-cart'

const hashPattern = /^[A-Za-z0-9_-]{12,128}$/
const tokenBytes = 24
const cookieSeconds = 24 * 60 * 60

/** A new secret that names a cart: 32 characters, of which we keep the SHA-256 only. */
export const newCartHash = (random: Random) => random.token(tokenBytes)

/** What is stored of a cart's secret. */
export const storedHash = (cartHash: string) => createHash('sha256').update(cartHash).digest()

/**
 * The secrets a request names its cart with, the one to prefer first: `cart_hash` sent with it, then the cookie. A
 * secret that names no cart is passed over, so an outdated one does not hide the other.
 */
export function sentCartHashes(
  cookies: Readonly<Record<string, string | undefined>>,
  cartHash: string | undefined,
): string[] {
  const sent = [cartHash, cookies[cartCookie]]
  return [...new Set(sent)].filter(text => text !== undefined && hashPattern.test(text)) as string[]
}

/** Lets the browser keep the secret; scripts cannot read it, other sites cannot send it along with their forms. */
export function cartCookieHeader(cartHash: string, publicRoot: string): string {
  const secure = publicRoot.startsWith('https:') ? '; Secure' : ''
  return `${cartCookie}=${cartHash}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** Has the browser forget its cart, once that is ordered. */
export const forgetCartHeader = (publicRoot: string) =>
  cartCookieHeader('', publicRoot).replace(/Max-Age=\d+/, 'Max-Age=0')

/**
 * Where a cart was opened from, as a keyed hash: enough to count open carts, too little to know people by. A whole
 * IPv6 network counts as one address, since one buyer has all of it.
 */
export function addressName(address: string, key: Buffer): string {
  return createHmac('sha256', key)
    .update(`cart|${networkOf(address)}`)
    .digest('base64url')
    .slice(0, 22)
}

import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../shop/deps.ts'
import type { Visit } from '../kit/pages.ts'

const cookieName = 'marquee-browser'
const shape = /^[A-Za-z0-9_-]{32}$/
const secretBytes = 24
const partLength = 16

/**
 * The browser of a visitor. Its secret is in a cookie until the browser closes, and nowhere else: what a browser ordered is
 * its own by this secret and not by the cart's, which whoever sent it the cart's link has too (contract.md 26.1).
 */
export type Browser = {
  readonly secret: string
  /** The cookie to set, for a browser without one. */
  readonly cookies: readonly string[]
}

export function browserOf({ random }: Pick<Deps, 'random'>, { cookies, site }: Visit): Browser {
  const kept = cookies[cookieName]
  if (kept !== undefined && shape.test(kept)) return { secret: kept, cookies: [] }
  const secret = random.token(secretBytes)
  const secure = site.root.startsWith('https:') ? '; Secure' : ''
  const line = `${cookieName}=${secret}; Path=${site.base}/; HttpOnly; SameSite=Lax${secure}`
  return { secret, cookies: [line] }
}

/** The browser as orders store it. */
export const placerOf = ({ secret }: Browser): string =>
  hash('sha256', `placer|${secret}`, 'base64url')

/** A proof in forms about a cart: we made the form, for this cart and this browser. */
export const proofOf = (key: Buffer, browser: Browser, cartId: number): string =>
  derived(key, ['cart form', String(cartId), browser.secret]).slice(0, 32)

export const proofHolds = (
  key: Buffer,
  browser: Browser,
  form: { cartId: number; proof: unknown },
) => isSame(proofOf(key, browser, form.cartId), form.proof)

/** A secret for a cart that this browser fills itself. */
export const freshCartSecret = (key: Buffer, browser: Browser, random: Deps['random']): string =>
  signed(key, browser, random.token(secretBytes).slice(0, partLength))

/**
 * The secret that a cart gets in this browser, in place of the one in the link by which it was opened. Every form of the
 * browser derives the same one, so that two sent at once find the same cart.
 */
export const movedCartSecret = (key: Buffer, browser: Browser, linked: string): string =>
  signed(key, browser, derived(key, ['cart link', linked, browser.secret]).slice(0, partLength))

/** Whether the secret of a cart was made for this browser, so that nobody else has it. */
export function isOwnCartSecret(key: Buffer, browser: Browser, cartSecret: string): boolean {
  return isSame(signed(key, browser, cartSecret.slice(0, partLength)), cartSecret)
}

const signed = (key: Buffer, { secret }: Browser, part: string): string =>
  part + derived(key, ['own cart', part, secret]).slice(0, 32)

const derived = (key: Buffer, parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')

function isSame(proof: string, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const [expected, given] = [Buffer.from(proof), Buffer.from(value)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

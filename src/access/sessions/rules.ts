import { createHmac, timingSafeEqual } from 'node:crypto'
import { halfMs } from '../second-factor/rules.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A session ends after twelve hours without use, and after thirty days at the latest (contract.md 21.1). */
export const idleMs = 12 * hourMs
export const lifeMs = 30 * dayMs
/** How long after signing in a session may create credentials that outlive it (contract.md 21.4). */
const freshMs = 10 * minuteMs
/** The last use is written at most this often. */
const noteEveryMs = 5 * minuteMs

/** `confirmed_at`: when the person last gave the password in this browser; null since signing in. */
export type SessionTimes = { created_at: Date; used_at: Date; confirmed_at?: Date | null }

/** When a session ends if it is not used from now on. */
export const sessionEnd = ({ created_at, used_at }: SessionTimes): Date =>
  new Date(Math.min(created_at.getTime() + lifeMs, used_at.getTime() + idleMs))

export const sessionLives = (session: SessionTimes, now: Date): boolean =>
  now.getTime() < sessionEnd(session).getTime()

/**
 * When credentials created in this session must expire: never, shortly after signing in or confirming; later at the
 * end of the session at the latest.
 */
export function credentialEnd({ created_at, confirmed_at }: SessionTimes, now: Date): Date | null {
  const age = now.getTime() - (confirmed_at ?? created_at).getTime()
  return age < freshMs ? null : new Date(created_at.getTime() + lifeMs)
}

export const isUseNoted = ({ used_at }: SessionTimes, now: Date): boolean =>
  now.getTime() - used_at.getTime() < noteEveryMs

/**
 * The name of the cookie. Behind https it has the prefix `__Host-`, with which browsers bind it to this host, to
 * https and to the whole site. A plain http://localhost cannot use that prefix.
 */
export const sessionCookie = (publicRoot: string): string =>
  publicRoot.startsWith('https:') ? '__Host-marquee-session' : 'marquee-session'

/** `Set-Cookie` for a new session; scripts cannot read it, and forms of other sites are sent without it. */
export function sessionCookieHeader(secret: string, publicRoot: string): string {
  const secure = publicRoot.startsWith('https:') ? '; Secure' : ''
  const seconds = secret === '' ? 0 : lifeMs / 1000
  return `${sessionCookie(publicRoot)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The cookie of a sign-in that waits for its code. */
export const halfCookie = (publicRoot: string): string =>
  publicRoot.startsWith('https:') ? '__Host-marquee-half-sign-in' : 'marquee-half-sign-in'

/** `Set-Cookie` for it; without a secret the cookie is taken away. */
export function halfCookieHeader(secret: string, publicRoot: string): string {
  const secure = publicRoot.startsWith('https:') ? '; Secure' : ''
  const seconds = secret === '' ? 0 : halfMs / 1000
  return `${halfCookie(publicRoot)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The nonce that proves that a write comes from our own pages. It is bound to the session. */
export function sessionNonce(key: Buffer, sessionId: number): string {
  return createHmac('sha256', key).update(`session|${sessionId}`).digest('base64url').slice(0, 24)
}

export function sessionNonceHolds(key: Buffer, sessionId: number, nonce: unknown): boolean {
  const wanted = Buffer.from(sessionNonce(key, sessionId))
  const given = Buffer.from(typeof nonce === 'string' ? nonce : '')
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * Whether the browser reports that the request comes from a page of this very origin. Browsers report the origin of
 * every write, so without a report the request counts as a read only.
 */
export function isSameOrigin(headers: Headers, publicRoot: string): boolean | undefined {
  const { origin, host } = headers
  if (typeof origin === 'string') {
    if (!URL.canParse(origin)) return false
    const from = new URL(origin)
    return from.origin === new URL(publicRoot).origin || from.host === host
  }
  const site = headers['sec-fetch-site']
  return site === undefined ? undefined : site === 'same-origin'
}

/**
 * Whether a read may use the cookie: from our own pages, and when somebody follows a link or opens an address, but
 * not from pages of other sites.
 */
export function mayReadWithCookie(headers: Headers, publicRoot: string): boolean {
  const isOpened = headers['origin'] === undefined && headers['sec-fetch-mode'] === 'navigate'
  const isTyped = headers['sec-fetch-site'] === 'none'
  return isOpened || isTyped || isSameOrigin(headers, publicRoot) !== false
}

/** The path after signing in: the requested one if it is on this site, or else the account's page. */
export function returnPath(wanted: unknown): string {
  const usual = '/account'
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return usual
  const here = 'http://here.invalid'
  return URL.canParse(wanted, here) && new URL(wanted, here).origin === here ? wanted : usual
}

/** How long a link is valid. One that sets no password opens the account at once, so it has the shortest time. */
export const linkLifeMs = {
  'set-up': 7 * dayMs,
  invitation: 7 * dayMs,
  reset: dayMs,
  'sign-in': 15 * minuteMs,
} as const

export type LinkPurpose = keyof typeof linkLifeMs

/** How long a link that was sent by mail is valid. Anybody may ask for a reset, so it ends soon. */
export const mailedLifeMs = {
  invitation: 7 * dayMs,
  reset: hourMs,
  'sign-in': 15 * minuteMs,
} as const satisfies { [Purpose in LinkPurpose]?: number }

export type MailedPurpose = keyof typeof mailedLifeMs

/** The purposes for which staff and the operator may create links. Only the first start creates one for set-up. */
export const givenPurposes = ['invitation', 'reset', 'sign-in'] as const satisfies LinkPurpose[]

export const linkPath = '/sign-in/link'

/** Where people have a link for a new password mailed to them. */
export const forgottenPath = '/sign-in/forgotten'

/** The address of a new link. */
export const linkUrl = (publicRoot: string, secret: string): string =>
  `${publicRoot}${linkPath}/${secret}`

/** Cut to one line of limited length, enough to recognise one's own browsers. */
export const browserName = (userAgent: unknown): string =>
  typeof userAgent === 'string' ? userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 200) : ''

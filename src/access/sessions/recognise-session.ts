import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import { isDemanded } from '../second-factor/rules.ts'
import { hashSecret } from '../keys/rules.ts'
import { callerOf } from '../users/caller-of.ts'
import {
  credentialEnd,
  isSameOrigin,
  isUseNoted,
  mayReadWithCookie,
  sessionCookie,
  sessionLives,
  sessionNonceHolds,
} from './rules.ts'
import { findSession, noteSessionUse } from './store.ts'

export type SessionDeps = {
  db: Db
  clock: Clock
  publicRoot: string
  /** Read at each use, because the database is read only after the service was put together. */
  secrets: { readonly nonce: Buffer }
  siteSettings: Deps['siteSettings']
}

export type SignedIn = {
  id: number
  login: string
  displayName: string
  caller: Extract<Caller, { kind: 'user' }>
}

type BrowserRequest = Pick<RequestInfo, 'headers' | 'cookies'>

/** The session of a browser, by its cookie alone: for pages, whose forms prove themselves by `demandForm`. */
export async function browserSession(
  deps: SessionDeps,
  request: BrowserRequest,
): Promise<SignedIn | undefined> {
  const secret = request.cookies[sessionCookie(deps.publicRoot)]
  if (!secret || !mayReadWithCookie(request.headers, deps.publicRoot)) return undefined
  const session = await findSession(deps.db, hashSecret(secret))
  const now = deps.clock.now()
  if (!session || !sessionLives(session, now)) return undefined
  if (!isUseNoted(session, now)) await noteSessionUse(deps.db, session.id, now)
  const { id, login, display_name: displayName, user_id: userId } = session
  const caller = callerOf(
    { ...session, userId },
    { credentialEndsAt: credentialEnd(session, now), credential: `session:${id}` },
  )
  const isLacking = !session.has_factor && isDemanded(deps.siteSettings().secondFactor, caller)
  return {
    id,
    login,
    displayName,
    caller: isLacking ? { ...caller, lacksFactor: true } : caller,
  }
}

/**
 * Finds who sent an API request with a session cookie. A write needs `X-WP-Nonce`, and is anonymous without it
 * (contract.md 21.2). A wrong nonce, or a page of another origin, fails with `rest_cookie_invalid_nonce`.
 */
export async function sessionCaller(
  deps: SessionDeps,
  request: BrowserRequest & Pick<RequestInfo, 'method'>,
  writes: boolean,
): Promise<Caller | undefined> {
  const nonce = request.headers['x-wp-nonce']
  if (writes && nonce === undefined) return undefined
  const session = await browserSession(deps, request)
  if (session && writes) demandOwnPage(deps, request, { session, nonce })
  return session?.caller
}

type Proof = { session: SignedIn; nonce: unknown }

/** Ends the request unless it comes from our own pages and carries the session's nonce. */
export function demandOwnPage(
  { secrets, publicRoot }: Pick<SessionDeps, 'secrets' | 'publicRoot'>,
  { headers }: Pick<RequestInfo, 'headers'>,
  { session, nonce }: Proof,
): void {
  const isOurs = isSameOrigin(headers, publicRoot) === true
  if (isOurs && sessionNonceHolds(secrets.nonce, session.id, nonce)) return
  fail('rest_cookie_invalid_nonce')
}

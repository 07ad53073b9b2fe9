import { anonymous, type Caller } from '../../core/caller.ts'
import { AppError, fail } from '../../core/errors.ts'
import type { AttemptLimit } from '../../platform/http/limits/attempts.ts'
import type { KnownCredentials } from '../../platform/http/request/known-credentials.ts'
import type { RequestInfo } from '../../platform/http/request/request.ts'
import type { AccessAdditions } from '../additions.ts'
import {
  apiKeyPrefix,
  endedMessage,
  hasEnded,
  hashSecret,
  narrow,
  seesOwn,
  withoutSpaces,
} from '../keys/rules.ts'
import { lettersOf } from '../keys/brought-hash.ts'
import { broughtPasswordsOf } from '../keys/lookup.brought.ts'
import { replaceBrought } from '../keys/replace-brought.ts'
import { sessionCaller, type SessionDeps } from '../sessions/recognise-session.ts'
import { callerOf } from '../users/caller-of.ts'
import { findUserByLogin, guessedAccount } from '../users/lookup.ts'
import { heldBy } from '../users/lookup.grants.ts'
import { capabilitiesOf } from '../users/rules.ts'
import { createOwners, noteUse, type Owners } from './store.ts'

type CallerDeps = SessionDeps & {
  attempts: AttemptLimit
  knownCredentials: KnownCredentials
  otherTokens: AccessAdditions['otherTokens']
  owners: Owners
}

/** Finds callers; simultaneous requests share the statements for it. */
export function createRecogniser(deps: Omit<CallerDeps, 'owners'>) {
  // Secrets are read late, so they stay what they are.
  const own = Object.create(deps, { owners: { value: createOwners(deps.db) } }) as CallerDeps
  return (request: RequestInfo, writes: boolean) => recogniseCaller(own, request, writes)
}

/**
 * Finds who sent the request. Without `Authorization` it is the browser's session, or nobody (contract.md 21). A
 * wrong credential is 401 even where anyone may call, because the client believes that it is signed in (contract.md
 * 4.5).
 */
async function recogniseCaller(
  deps: CallerDeps,
  request: RequestInfo,
  writes: boolean,
): Promise<Caller> {
  const { authorization } = request.headers
  if (typeof authorization !== 'string') {
    return (await sessionCaller(deps, request, writes)) ?? anonymous
  }
  const { knownCredentials } = deps
  try {
    const caller = await byHeader(deps, authorization, request)
    knownCredentials.note(authorization, caller)
    return caller
  } catch (error) {
    if (error instanceof AppError) knownCredentials.forget(authorization)
    throw error
  }
}

async function byHeader(
  deps: CallerDeps,
  authorization: string,
  request: RequestInfo,
): Promise<Caller> {
  const [scheme = '', value = ''] = authorization.trim().split(/\s+/, 2)
  if (scheme.toLowerCase() === 'basic') return byPassword(deps, value, request.address)
  if (scheme.toLowerCase() === 'bearer') return byToken(deps, value, request.address)
  return anonymous
}

const notForSigningIn =
  'The provided password is not valid. The interface takes an application password or a key, not the password for signing in.'

async function byPassword(deps: CallerDeps, encoded: string, address: string): Promise<Caller> {
  const [login, password] = splitOnce(Buffer.from(encoded, 'base64').toString('utf8'))
  const owner = await deps.owners.ofPassword(hashSecret(withoutSpaces(password)))
  const named = [owner?.login.toLowerCase(), owner?.email.toLowerCase()]
  if (!owner || login === '' || !named.includes(login.toLowerCase())) {
    const user = login.includes('\0') ? undefined : await findUserByLogin(deps.db, login)
    if (user && (await wasBrought(deps, { user, login, password, address }))) {
      return byPassword(
        deps,
        Buffer.from(`${login}:${lettersOf(password)}`).toString('base64'),
        address,
      )
    }
    deps.attempts.wrong('application password', { target: guessedAccount(user, login), address })
    const unknown = login.includes('@') ? 'invalid_email' : 'invalid_username'
    return user ? fail('incorrect_password', { message: notForSigningIn }) : fail(unknown)
  }
  if (hasEnded(owner.expires_at, deps.clock.now())) {
    const message = endedMessage('The application password', owner.expires_at)
    return fail('incorrect_password', { message })
  }
  await noteFirstUseToday(deps, 'application_passwords', owner)
  return callerOf(
    { ...owner, userId: owner.id },
    { credentialEndsAt: owner.expires_at, credential: `password:${owner.secret_id}` },
  )
}

type BroughtTry = {
  user: { id: number }
  login: string
  password: string
  address: string
}

/** A password that a program brought from another system is counted as a guess before it is hashed, and replaced by ours. */
async function wasBrought(
  { db, attempts }: CallerDeps,
  { user, login, password, address }: BroughtTry,
): Promise<boolean> {
  if ((await broughtPasswordsOf(db, user.id)).length === 0) return false
  const guess = { target: guessedAccount(user, login), address }
  const judged = await attempts.judge('sign-in', guess, async () =>
    (await replaceBrought(db, user.id, password)) ? true : undefined,
  )
  return judged === true
}

async function byToken(deps: CallerDeps, token: string, address: string): Promise<Caller> {
  const refused = () => {
    deps.attempts.wrong('token', { address })
    return fail('rest_invalid_token')
  }
  if (!token.startsWith(apiKeyPrefix)) {
    return (await deps.otherTokens(token)) ?? refused()
  }
  const owner = await deps.owners.ofKey(hashSecret(token))
  if (!owner) return refused()
  if (hasEnded(owner.expires_at, deps.clock.now())) {
    return fail('rest_invalid_token', { message: endedMessage('The API key', owner.expires_at) })
  }
  await noteFirstUseToday(deps, 'api_keys', owner)
  return {
    kind: 'user',
    userId: owner.id,
    role: owner.role,
    capabilities: narrow(capabilitiesOf(owner.role, owner.grants), owner.scopes),
    held: heldBy(owner.team, owner.scopes),
    seesOwn: seesOwn(owner.scopes),
    credentialEndsAt: owner.expires_at,
    credential: `key:${owner.secret_id}`,
  }
}

async function noteFirstUseToday(
  { db, clock }: CallerDeps,
  table: 'application_passwords' | 'api_keys',
  { secret_id, last_used_on }: { secret_id: number; last_used_on: string | null },
) {
  const day = clock.now().toISOString().slice(0, 10)
  if (last_used_on !== day) await noteUse(db, table, { id: secret_id, day })
}

function splitOnce(text: string): [string, string] {
  const colon = text.indexOf(':')
  return colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
}

import { createHmac, randomBytes } from 'node:crypto'
import { hashPassword, passwordMatches } from '../../access/users/password.ts'
import { AppError } from '../../core/errors.ts'
import type { AttemptLimit } from '../../platform/http/limits/attempts.ts'

type UnlockDeps = { readonly attempts: AttemptLimit }
type ProtectedEvent = { id: number; password_hash: string | null }
/** A password that a client sent for an event, and the client's network. */
export type Key = { password: string | undefined; address: string }

/**
 * Whether this password opens an event; an unprotected event is always open. Each different wrong password is
 * counted once. Fails with `rest_too_many_requests` after too many.
 */
export async function eventIsUnlocked(
  { attempts }: UnlockDeps,
  { id, password_hash: stored }: ProtectedEvent,
  { password, address }: Key,
): Promise<boolean> {
  if (stored === null) return true
  if (password === undefined) return false
  const { verdictOf, remember } = verdictsOf(attempts)
  const name = nameOf(stored, password)
  const guess = { target: String(id), address }
  const verdict = verdictOf.get(name)
  if (verdict === true) attempts.demand('event password', guess)
  if (verdict !== undefined) return verdict
  const opened = await attempts.judge('event password', guess, async () =>
    (verdictOf.get(name) ?? (await passwordMatches(stored, password))) ? true : undefined,
  )
  remember(name, opened === true)
  return opened === true
}

/**
 * `unlockEvent` for several events at once: a guess beyond the limit opens nothing, and the other events can
 * still be seen.
 */
export async function eventOpens(
  deps: UnlockDeps,
  event: ProtectedEvent,
  key: Key,
): Promise<boolean> {
  try {
    return await eventIsUnlocked(deps, event, key)
  } catch (error) {
    if (error instanceof AppError && error.code === 'rest_too_many_requests') return false
    throw error
  }
}

/** The stored form of an event's password; an empty password removes the protection. */
export function storedPassword(password: string): Promise<string> | null {
  return password === '' ? null : hashPassword(password)
}

type Verdicts = { verdictOf: Map<string, boolean>; remember(name: string, opens: boolean): void }

/**
 * Verdicts on passwords, by a hash under a key of this process. Without it a sale to many who know the
 * password would spend its time on argon2, and a client that repeats one wrong password would be counted each
 * time.
 */
const verdicts = new WeakMap<AttemptLimit, Verdicts>()
const verdictsMost = 10_000
const verdictKey = randomBytes(32)

const nameOf = (stored: string, password: string) =>
  createHmac('sha256', verdictKey).update(`${stored}\0${password}`).digest('base64')

function verdictsOf(attempts: AttemptLimit): Verdicts {
  const before = verdicts.get(attempts)
  if (before) return before
  const verdictOf = new Map<string, boolean>()
  const remember = (name: string, opens: boolean) => {
    verdictOf.set(name, opens)
    if (verdictOf.size > verdictsMost) verdictOf.delete(verdictOf.keys().next().value ?? '')
  }
  const made = { verdictOf, remember }
  verdicts.set(attempts, made)
  return made
}

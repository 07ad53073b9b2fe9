import { createHmac, randomBytes } from 'node:crypto'
import { hashPassword, passwordMatches } from '../../access/users/password.ts'
import { AppError } from '../../core/errors.ts'
import type { AttemptLimit } from '../../platform/http/attempts.ts'

type Means = { readonly attempts: AttemptLimit }
type Protected = { id: number; password_hash: string | null }
/** What somebody says the password is, and from where. */
export type Key = { password: string | undefined; address: string }

/**
 * Whether an event can be seen with this password; one without protection always can. Wrong passwords are counted, each
 * once; fails with `rest_too_many_requests` when there were too many.
 */
export async function eventIsUnlocked(
  { attempts }: Means,
  { id, password_hash: stored }: Protected,
  { password, address }: Key,
): Promise<boolean> {
  if (stored === null) return true
  if (password === undefined) return false
  const { known, remember } = verdictsOf(attempts)
  const name = nameOf(stored, password)
  const guess = { target: String(id), address }
  const verdict = known.get(name)
  if (verdict === true) attempts.demand('event password', guess)
  if (verdict !== undefined) return verdict
  const opened = await attempts.judge('event password', guess, async () =>
    (known.get(name) ?? (await passwordMatches(stored, password))) ? true : undefined,
  )
  remember(name, opened === true)
  return opened === true
}

/** The same where several events are asked at once: a guess too many opens nothing, and the rest can still be seen. */
export async function eventOpens(means: Means, event: Protected, key: Key): Promise<boolean> {
  try {
    return await eventIsUnlocked(means, event, key)
  } catch (error) {
    if (error instanceof AppError && error.code === 'rest_too_many_requests') return false
    throw error
  }
}

/** What is stored of an event's password; an empty one lifts the protection. */
export function storedPassword(password: string): Promise<string> | null {
  return password === '' ? null : hashPassword(password)
}

type Verdicts = { known: Map<string, boolean>; remember(name: string, opens: boolean): void }

/**
 * Passwords that were judged, by a hash under a key that this process alone has. A sale to many who know the password
 * would else spend its time on argon2, and a client that repeats a wrong one would be counted for nothing new.
 */
const verdicts = new WeakMap<AttemptLimit, Verdicts>()
const verdictsMost = 10_000
const verdictKey = randomBytes(32)

const nameOf = (stored: string, password: string) =>
  createHmac('sha256', verdictKey).update(`${stored}\0${password}`).digest('base64')

function verdictsOf(attempts: AttemptLimit): Verdicts {
  const before = verdicts.get(attempts)
  if (before) return before
  const known = new Map<string, boolean>()
  const remember = (name: string, opens: boolean) => {
    known.set(name, opens)
    if (known.size > verdictsMost) known.delete(known.keys().next().value ?? '')
  }
  const made = { known, remember }
  verdicts.set(attempts, made)
  return made
}

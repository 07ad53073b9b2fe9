import { createHash } from 'node:crypto'
import { type Caller, userIdOf } from '../../core/caller.ts'
import { roleCapabilities } from '../../core/capabilities.ts'
import type { Deps } from '../../deps.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { findUser } from '../users/lookup.ts'
import { deleteEndedNonces, deleteNonce, findNonce, insertNonce } from './store.ts'

/**
 * A one-time nonce for a round trip to another site, such as connecting a payment account. The browser comes
 * back without a sign-in, so the nonce issued to the administrator is the only link between both ends
 * (contract.md 4.12).
 */
export type SingleAction = 'connect-card' | 'connect-wallet'

const nonceBytes = 24
const livesMs = 60 * 60 * 1000

const hashOf = (nonce: string) => createHash('sha256').update(nonce).digest()

/** The time by which the round trip must end. */
export const signUpEndsAt = (now: Date) => new Date(now.getTime() + livesMs)

/** Deletes the nonces of all accounts that have ended. */
export const forgetNonces = (tx: Tx, now: Date) => deleteEndedNonces(tx, now)

/** Creates a nonce that works once, within an hour, on every process. */
export async function issueSingleNonce(
  { db, random, clock }: Pick<Deps, 'db' | 'random' | 'clock'>,
  { action, userId }: { action: SingleAction; userId: number },
): Promise<string> {
  const nonce = random.token(nonceBytes)
  const now = clock.now()
  const row = { hash: hashOf(nonce), action, user_id: userId, expires_at: signUpEndsAt(now) }
  await insertNonce(db, row)
  return nonce
}

export type SentNonce = { action: SingleAction; nonce: unknown; now: Date; caller: Caller }

/**
 * Whether a one-time nonce is valid: it has not ended, its owner is still an administrator, and no other user
 * is signed in. The nonce stays valid; `spendSingleNonce` uses it up.
 */
export async function singleNonceHolds(
  db: Db,
  { action, nonce, now, caller }: SentNonce,
): Promise<boolean> {
  if (typeof nonce !== 'string' || nonce === '') return false
  const ownerId = await findNonce(db, { hash: hashOf(nonce), action, now })
  if (ownerId === undefined) return false
  const callerId = userIdOf(caller)
  return (callerId === null || callerId === ownerId) && isAdministrator(db, ownerId)
}

/** Uses the nonce up in the caller's transaction. Of several concurrent callers one gets true. */
export async function spendSingleNonce(tx: Tx, nonce: SentNonce): Promise<boolean> {
  if (!(await singleNonceHolds(tx, nonce))) return false
  return deleteNonce(tx, hashOf(String(nonce.nonce)))
}

/** A user who is no longer an administrator cannot finish the round trip. */
export async function isAdministrator(db: Db, userId: number): Promise<boolean> {
  const user = await findUser(db, userId)
  const may: readonly string[] = user ? roleCapabilities[user.role] : []
  return may.includes('manage_site')
}

import { createHash } from 'node:crypto'
import { type Caller, userIdOf } from '../../core/caller.ts'
import { roleCapabilities } from '../../core/capabilities.ts'
import type { Deps } from '../../deps.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { findUser } from '../users/lookup.ts'
import { deleteNonce, findNonce, insertNonce } from './store.ts'

/**
 * What somebody begins here, is sent elsewhere for, and comes back from without being signed in. The nonce that was
 * issued to the signed-in administrator is all that connects the two, so it is good once (contract.md 4.12).
 */
export type SingleAction = 'connect-card' | 'connect-wallet'

const nonceBytes = 24
const livesMs = 60 * 60 * 1000

const hashOf = (nonce: string) => createHash('sha256').update(nonce).digest()

/** When what begins now must have come back. */
export const signUpEndsAt = (now: Date) => new Date(now.getTime() + livesMs)

/** A nonce that is good once and for an hour, on every process. */
export async function issueSingleNonce(
  { db, random, clock }: Pick<Deps, 'db' | 'random' | 'clock'>,
  { action, userId }: { action: SingleAction; userId: number },
): Promise<string> {
  const nonce = random.token(nonceBytes)
  const now = clock.now()
  const row = { hash: hashOf(nonce), action, user_id: userId, expires_at: signUpEndsAt(now) }
  await insertNonce(db, row, now)
  return nonce
}

export type SentNonce = { action: SingleAction; sent: unknown; now: Date; caller: Caller }

/**
 * Whether a nonce is good now: it lives, its owner still is an administrator, and nobody else is signed in. It stays
 * good; `spendSingleNonce` uses it up.
 */
export async function singleNonceHolds(
  db: Db,
  { action, sent, now, caller }: SentNonce,
): Promise<boolean> {
  if (typeof sent !== 'string' || sent === '') return false
  const ownerId = await findNonce(db, { hash: hashOf(sent), action, now })
  if (ownerId === undefined) return false
  const callerId = userIdOf(caller)
  return (callerId === null || callerId === ownerId) && isAdministrator(db, ownerId)
}

/** Uses a nonce up, in the transaction of what it is for; true for one of all who try. */
export async function spendSingleNonce(tx: Tx, sent: SentNonce): Promise<boolean> {
  if (!(await singleNonceHolds(tx, sent))) return false
  return deleteNonce(tx, hashOf(String(sent.sent)))
}

/** Whoever lost the right since the sign-up began connects nothing. */
export async function isAdministrator(db: Db, userId: number): Promise<boolean> {
  const user = await findUser(db, userId)
  const may: readonly string[] = user ? roleCapabilities[user.role] : []
  return may.includes('manage_site')
}

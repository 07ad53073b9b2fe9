import { actorBy } from '../../core/actor.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { hashSecret } from '../keys/rules.ts'
import { readCode } from './rules.ts'
import { findFactor, spendRecovery, spendStep } from './store.ts'
import { openSecret, stepOfCode } from './time-codes.ts'

export type CodeDeps = Pick<Deps, 'db' | 'clock' | 'attempts' | 'secrets'>

export type CodeProof = {
  userId: number
  code: string
  /** The network address, for counting guesses. */
  address: string
}

/**
 * Checks a code of an account with a confirmed second factor, of its app or for recovery, and uses it up. Fails with
 * `incorrect_code`, and with `rest_too_many_requests` after too many wrong ones at one account or from one network.
 */
export async function proveCode(deps: CodeDeps, proof: CodeProof): Promise<void> {
  const { userId, code, address } = proof
  const guess = { target: `second factor of ${userId}`, address }
  const isRight = await deps.attempts.judge('second factor', guess, async () =>
    (await isAccepted(deps, userId, code)) ? true : undefined,
  )
  if (!isRight) fail('incorrect_code')
}

async function isAccepted(deps: CodeDeps, userId: number, text: string): Promise<boolean> {
  const read = readCode(text)
  const factor = read && (await findFactor(deps.db, userId))
  if (!read || !factor || factor.confirmed_at === null) return false
  const now = deps.clock.now()
  if (read.kind === 'recovery') {
    const db = actingOn(deps.db, actorBy(userId, 'useRecoveryCode'))
    return spendRecovery(db, { userId, codeHash: hashSecret(read.code), now })
  }
  const step = stepOfCode(openSecret(deps.secrets.nonce, factor.secret), read.code, now)
  return step !== undefined && spendStep(deps.db, userId, step)
}

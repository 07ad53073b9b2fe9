import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { hashSecret } from '../keys/rules.ts'
import { findAddressee } from '../users/lookup.ts'
import { type CodeDeps, type CodeProof, proveCode } from './prove-code.ts'
import { readCode, recoveryCodeFrom, recoveryCodes, setUpMs, shownRecovery } from './rules.ts'
import { beginFactor, findFactor, markConfirmed, replaceRecovery, spendStep } from './store.ts'
import { newSecret, openSecret, sealSecret, shownSecret, stepOfCode } from './time-codes.ts'

type SetUpDeps = CodeDeps & Pick<Deps, 'random' | 'siteSettings'>

/** A set-up that waits for its first code: the secret as text, and as the address in a QR code. */
export type BegunFactor = { secret: string; uri: string }

/**
 * Begins the set-up of a second factor; it has no effect before `confirmFactor`. A set-up that was begun before is
 * replaced. Fails with `rest_second_factor_exists`.
 */
export async function beginSetUp(deps: SetUpDeps, userId: number): Promise<BegunFactor> {
  const { bytes, secret, uri } = newSecret(await namesOf(deps, userId))
  const sealed = sealSecret(deps.secrets.nonce, bytes)
  const begun = await beginFactor(deps.db, { userId, secret: sealed, now: deps.clock.now() })
  return begun ? { secret, uri } : fail('rest_second_factor_exists')
}

/** The set-up that was begun and waits for its first code; undefined when there is none. */
export async function begunSetUp(
  deps: SetUpDeps,
  userId: number,
): Promise<BegunFactor | undefined> {
  const bytes = await bytesOfBegun(deps, userId)
  return bytes && shownSecret(bytes, await namesOf(deps, userId))
}

/**
 * Confirms the set-up by a code of the app, and returns the recovery codes, which are stored as hashes only. Fails with
 * `rest_second_factor_not_begun`, `incorrect_code` and `rest_too_many_requests`.
 */
export async function confirmFactor(
  deps: SetUpDeps,
  { userId, code, address }: CodeProof,
): Promise<string[]> {
  const bytes = (await bytesOfBegun(deps, userId)) ?? fail('rest_second_factor_not_begun')
  const guess = { target: `second factor of ${userId}`, address }
  const read = readCode(code)
  const step = await deps.attempts.judge('second factor', guess, async () =>
    read?.kind === 'time' ? stepOfCode(bytes, read.code, deps.clock.now()) : undefined,
  )
  if (step === undefined) return fail('incorrect_code')
  return transaction(deps.db, async tx => {
    if (!(await markConfirmed(tx, userId, deps.clock.now()))) fail('rest_second_factor_exists')
    await spendStep(tx, userId, step)
    return writeRecovery(tx, deps, userId)
  })
}

/** Makes new recovery codes for somebody who proves a code; those before end. */
export async function renewRecovery(deps: SetUpDeps, proof: CodeProof): Promise<string[]> {
  await proveCode(deps, proof)
  return transaction(deps.db, tx => writeRecovery(tx, deps, proof.userId))
}

async function writeRecovery(tx: Tx, { random }: Pick<SetUpDeps, 'random'>, userId: number) {
  const codes = new Set<string>()
  while (codes.size < recoveryCodes) {
    const code = recoveryCodeFrom(random.bytes(32))
    if (code !== undefined) codes.add(code)
  }
  await replaceRecovery(tx, userId, [...codes].map(hashSecret))
  return [...codes].map(shownRecovery)
}

async function bytesOfBegun({ db, clock, secrets }: SetUpDeps, userId: number) {
  const factor = await findFactor(db, userId)
  if (!factor || factor.confirmed_at !== null) return undefined
  const isOver = clock.now().getTime() - factor.created_at.getTime() > setUpMs
  return isOver ? undefined : openSecret(secrets.nonce, factor.secret)
}

async function namesOf({ db, siteSettings }: SetUpDeps, userId: number) {
  const account = (await findAddressee(db, userId)) ?? fail('rest_user_not_found')
  return { login: account.login, site: siteSettings().name }
}

import { actorBy } from '../../core/actor.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { hashSecret } from '../keys/rules.ts'
import { takesCode } from '../second-factor/lookup.ts'
import { halfMs } from '../second-factor/rules.ts'
import { lockPasswordHash } from '../users/lookup.ts'
import { provePassword } from '../users/prove-password.ts'
import { browserName } from './rules.ts'
import { insertHalf, insertSession } from './store.ts'

type OpeningDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'attempts'>

const secretBytes = 32

/** The name with which the browser identifies itself (`User-Agent`). */
export type Browser = { userAgent: unknown }

export type PasswordProof = { login: string; password: string; address: string }

/**
 * Signs a browser in by login and password, and returns the secret of the new session, which is stored only as a
 * hash; or, for an account with a second factor, that of a sign-in that waits for its code. A session id sent by the browser is never adopted. Fails with `incorrect_password` and
 * `rest_too_many_requests`.
 */
export async function openSession(deps: OpeningDeps, proof: PasswordProof, browser: Browser) {
  const user = await provePassword(deps, proof)
  const db = actingOn(deps.db, actorBy(user.id, 'openSession'))
  return transaction(db, async (tx): Promise<Opened> => {
    // A simultaneous password reset must also end the session that the old password opens.
    if ((await lockPasswordHash(tx, user.id)) !== user.password_hash) fail('incorrect_password')
    return openOrAsk(tx, deps, { userId: user.id, browser })
  })
}

/** A new session, or half of one: the account has a second factor, and `finishSignIn` takes its code. */
export type Opened = { kind: 'session' | 'half'; secret: string }

/** Opens the session of an account whose password or link was right, or half of one. */
export async function openOrAsk(
  tx: Tx,
  deps: Pick<OpeningDeps, 'random' | 'clock'>,
  opening: { userId: number; browser: Browser },
): Promise<Opened> {
  const { userId } = opening
  if (!(await takesCode(tx, userId))) {
    return { kind: 'session', secret: (await createSession(tx, deps, opening)).secret }
  }
  const secret = deps.random.token(secretBytes)
  const expires_at = new Date(deps.clock.now().getTime() + halfMs)
  await insertHalf(tx, { user_id: userId, secret_hash: hashSecret(secret), expires_at })
  return { kind: 'half', secret }
}

/** Creates the session of a proven sign-in; the caller holds the lock on the user's row. */
export async function createSession(
  tx: Tx,
  { random, clock }: Pick<OpeningDeps, 'random' | 'clock'>,
  { userId, browser }: { userId: number; browser: Browser },
): Promise<{ id: number; secret: string }> {
  const secret = random.token(secretBytes)
  const now = clock.now()
  const row = {
    user_id: userId,
    secret_hash: hashSecret(secret),
    browser: browserName(browser.userAgent),
    created_at: now,
    used_at: now,
  }
  const { id } = await insertSession(tx, row)
  return { id, secret }
}

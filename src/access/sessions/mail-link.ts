import type { Actor } from '../../core/actor.ts'
import type { Deps } from '../../deps.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { hashSecret } from '../keys/rules.ts'
import { lockAddress } from '../users/lookup.ts'
import { linkUrl, mailedLifeMs, type MailedPurpose } from './rules.ts'
import { replaceMailedLink } from './store.ts'

const secretBytes = 32
/** The audit names the job that sends mail, because nobody who is known asks for a new password. */
const sender: Actor = { kind: 'job', name: 'mail.send' }

type LinkDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'publicRoot'>
type Draft = { userId: number; purpose: MailedPurpose; email: string }

/**
 * Makes the link of a mail that is about to leave to `email`, and returns its address; undefined when that is not the
 * account's address any more. The secret is stored only as a hash. The link of an earlier mail of this kind ends;
 * links that staff made stay (contract.md 21.7).
 */
export async function makeMailedLink(
  deps: LinkDeps,
  { userId, purpose, email }: Draft,
): Promise<string | undefined> {
  const { db, random, clock, publicRoot } = deps
  const now = clock.now()
  const secret = random.token(secretBytes)
  const expires_at = new Date(now.getTime() + mailedLifeMs[purpose])
  const row = { user_id: userId, purpose, secret_hash: hashSecret(secret), expires_at }
  return transaction(actingOn(db, sender), async tx => {
    // A change of the address waits for the lock, and then ends this link.
    if ((await lockAddress(tx, userId)) !== email) return undefined
    await replaceMailedLink(tx, row)
    return linkUrl(publicRoot, secret)
  })
}

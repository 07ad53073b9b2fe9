import { actorBy } from '../../core/actor.ts'
import { actingOn } from '../../platform/db/acting.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { hashSecret } from '../keys/rules.ts'
import { lockAddress, lockPasswordHash } from '../users/lookup.ts'
import { type Browser, openOrAsk, type Opened } from './open-session.ts'
import { replacePassword } from './replace-password.ts'
import { deleteLink, findLink, type FoundLink } from './store.ts'

export type { FoundLink }

type LinkDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'attempts'>

/** An opened link, and the network address of its visitor. */
export type SentLink = { secret: string; address: string }

/**
 * Returns what a link is for, and changes nothing. Fails with `rest_link_not_found`, which counts as a wrong guess.
 */
export async function readLink(
  { db, clock, attempts }: Pick<LinkDeps, 'db' | 'clock' | 'attempts'>,
  { secret, address }: SentLink,
): Promise<FoundLink> {
  const link = await findLink(db, hashSecret(secret), clock.now())
  if (link) return link
  attempts.wrong('token', { address })
  return fail('rest_link_not_found')
}

export type LinkUse = SentLink & { password?: string; keepKeys?: boolean; browser: Browser }

/**
 * Uses a link up and signs the browser in. All links except those for signing in set the password. A reset link also
 * ends the account's application passwords and API keys, unless they are to be kept. Of simultaneous callers one
 * succeeds.
 */
export async function useLink(deps: LinkDeps, use: LinkUse): Promise<Opened> {
  const { user_id: userId, purpose } = await readLink(deps, use)
  const db = actingOn(deps.db, actorBy(userId, 'useLink'))
  const spend = async (tx: Tx) => {
    const isMine = await deleteLink(tx, hashSecret(use.secret), deps.clock.now())
    if (!isMine) fail('rest_link_not_found')
  }
  if (purpose === 'sign-in') {
    return transaction(db, async (tx): Promise<Opened> => {
      await lockPasswordHash(tx, userId)
      await spend(tx)
      return openOrAsk(tx, deps, { userId, browser: use.browser })
    })
  }
  const { password = fail('rest_missing_callback_param'), keepKeys = purpose !== 'reset' } = use
  const { browser } = use
  const demand = async (tx: Tx) => {
    // Whoever mails a new link locks the account first, and then its links.
    await lockAddress(tx, userId)
    await spend(tx)
  }
  const open = (tx: Tx) => openOrAsk(tx, deps, { userId, browser })
  return replacePassword(db, { userId, password, keepKeys, demand, open })
}

import type { Static } from 'typebox'
import { type Caller, credentialEndOf } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { violatedConstraint } from '../../platform/db/violations.ts'
import { type EndedCredentials, endCredentials } from '../keys/end-credentials.ts'
import { demandCredential } from '../keys/lookup.ts'
import { endMailedLinks, endShownLinks, endSignIns } from '../sessions/end-sign-ins.ts'
import { countUsers } from './lookup.ts'
import { hashPassword } from './password.ts'
import { mayGive, type Powers } from './rules.ts'
import type { NewUser, UserChanges } from './schema.ts'
import {
  deleteUser,
  findUserRow,
  hasOtherAdministrator,
  insertUser,
  isNameTaken,
  lockAccounts,
  updateUser,
  type UserRow,
} from './store.ts'

/** The person who changes accounts: an API caller, or the operator at the command line. */
export type Actor = Caller | 'operator'

export type Draft = Omit<Static<typeof NewUser>, 'invite' | 'invite_locale'>
/** Who adds the account, and how its owner is invited. */
type Adding = { actor?: Actor; invite?: ((tx: Tx, user: UserRow) => Promise<void>) | undefined }
type Changes = Static<typeof UserChanges>
type Change<T> = {
  id: number
  changes: Changes
  actor?: Actor
  demand?: (tx: Tx) => Promise<void>
  followUp?: (tx: Tx) => Promise<T>
}

/**
 * Adds an account and returns it. Fails with `rest_user_exists` when another account has this login or
 * address, ignoring case, and with `rest_forbidden` when the account could do more than the actor.
 */
export async function createUser(
  db: Db,
  draft: Draft,
  { actor = 'operator', invite }: Adding = {},
): Promise<UserRow> {
  const { password, display_name = draft.login, ...rest } = draft
  if (password !== undefined || invite) demandLasting(actor)
  const password_hash = password === undefined ? null : await hashPassword(password)
  return changingAccounts(db, actor, async tx => {
    demandPowers(actor, { role: draft.role, grants: draft.grants ?? [], team: [] })
    await demandFreeNames(tx, [draft.login, draft.email], null)
    const user = await insertUser(tx, { ...rest, display_name, password_hash })
    await invite?.(tx, user)
    return user
  })
}

/** Adds the first account of a new database; undefined when another process was first. */
export const createFirstUser = (db: Db, draft: Draft): Promise<UserRow | undefined> =>
  changingAccounts(db, 'operator', async tx =>
    (await countUsers(tx)) > 0 ? undefined : createUser(tx, draft),
  )

/**
 * Changes only the given members. A new password ends the account's sessions and, without `keep_keys`, its
 * credentials, including that of the request; returns which. `demand` runs under the lock on accounts before anything
 * is changed, and fails when the right to change it is gone. `followUp` runs last in the same transaction. Fails with
 * `rest_user_not_found`, `rest_user_exists`, `rest_last_administrator`, and with `rest_forbidden` when the account,
 * before or after, has more rights than the actor.
 */
export async function changeUser<T = undefined>(
  db: Db,
  { id, changes, actor = 'operator', demand, followUp }: Change<T>,
): Promise<{ user: UserRow; ended: EndedCredentials; followed: T | undefined }> {
  const { password, keep_keys = false, ...rest } = changes
  if (password !== undefined) demandLasting(actor)
  const hashed = password === undefined ? {} : { password_hash: await hashPassword(password) }
  return changingAccounts(db, actor, async tx => {
    const before = (await findUserRow(tx, id)) ?? fail('rest_user_not_found')
    await demand?.(tx)
    demandPowers(actor, powersOf(before))
    demandPowers(actor, powersOf({ ...before, ...rest }))
    if (rest.role !== undefined && rest.role !== 'administrator') await demandAnother(tx, before)
    const { email = before.email } = rest
    const moves = email !== before.email
    if (moves) await demandAddress(tx, { actor, before, email })
    const user = await updateUser(tx, id, { ...rest, ...hashed })
    await endOldLinks(tx, before, { moves, role: rest.role })
    if (password !== undefined) await endSignIns(tx, id)
    const ends = password !== undefined && !keep_keys
    const ended = ends ? await endCredentials(tx, id) : nothing
    return { user, ended, followed: await followUp?.(tx) }
  })
}

/** Ends the links of an account that would open more than when they were made, or that are in another mailbox. */
async function endOldLinks(
  tx: Tx,
  { id, role: before }: UserRow,
  { moves, role = before }: { moves: boolean; role: UserRow['role'] | undefined },
) {
  if (moves) await endMailedLinks(tx, id)
  if (role !== before) await endShownLinks(tx, id)
}

const nothing: EndedCredentials = { application_passwords: [], api_keys: [] }

/** Deletes an account with its credentials. Fails like `changeUser`. */
export async function removeUser(db: Db, id: number, actor: Actor): Promise<void> {
  await changingAccounts(db, actor, async tx => {
    const before = (await findUserRow(tx, id)) ?? fail('rest_user_not_found')
    demandPowers(actor, powersOf(before))
    await demandAnother(tx, before)
    await deleteUser(tx, id)
  })
}

/** Locks accounts for one writer at a time, and checks that the writer's credential is still valid. */
export async function changingAccounts<T>(db: Db, actor: Actor, work: (tx: Tx) => Promise<T>) {
  try {
    return await transaction(db, async tx => {
      await lockAccounts(tx)
      if (actor !== 'operator') await demandCredential(tx, actor)
      return work(tx)
    })
  } catch (error) {
    // A process of an older release may have written the account at the same time.
    const taken = ['users_login_is_unique', 'users_email_is_unique']
    if (taken.includes(violatedConstraint(error) ?? '')) fail('rest_user_exists', { cause: error })
    throw error
  }
}

const powersOf = ({ role, grants, team }: Powers): Powers => ({ role, grants, team })

function demandPowers(actor: Actor, powers: Powers) {
  if (actor === 'operator' || mayGive(actor, powers)) return
  fail('rest_forbidden', {
    message: 'The account has more rights than this credential, which therefore cannot manage it.',
  })
}

/**
 * A password does not expire, so a credential that expires can neither set one nor an address to which one is mailed
 * (contract.md 4.7).
 */
function demandLasting(actor: Actor) {
  if (actor === 'operator' || credentialEndOf(actor) === null) return
  fail('rest_forbidden', {
    message:
      'A credential that expires can neither set a password, which does not, nor change the address to which one is mailed; use one that does not expire.',
  })
}

type Move = { actor: Actor; before: UserRow; email: string }

/** Fails unless the account may get its mail at this address from now on. */
async function demandAddress(tx: Tx, { actor, before, email }: Move) {
  demandLasting(actor)
  const isSame = email.toLowerCase() === before.email.toLowerCase()
  if (!isSame) await demandFreeNames(tx, [email], before.id)
}

async function demandFreeNames(tx: Tx, wanted: readonly string[], except: number | null) {
  const names = wanted.filter(name => name !== '')
  if (await isNameTaken(tx, { names, except })) fail('rest_user_exists')
}

async function demandAnother(tx: Tx, { id, role }: UserRow) {
  if (role !== 'administrator' || (await hasOtherAdministrator(tx, id))) return
  fail('rest_last_administrator')
}

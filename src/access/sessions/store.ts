import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { hasFactor } from '../second-factor/lookup.ts'
import { grantRows } from '../users/lookup.grants.ts'
import { idleMs, lifeMs, type LinkPurpose } from './rules.ts'

const columns = ['id', 'user_id', 'browser', 'created_at', 'used_at'] as const

export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number]

/** Stores a session. */
export async function insertSession(tx: Tx, row: Insertable<Database['sessions']>) {
  return tx.insertInto('sessions').values(row).returning(columns).executeTakeFirstOrThrow()
}

/** A session by its secret's hash, with its user, whether it has expired or not. */
export function findSession(db: Db, secretHash: Buffer) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.created_at', 'sessions.used_at'])
    .select('sessions.confirmed_at')
    .select(['users.login', 'users.display_name', 'users.role', 'users.grants'])
    .select(grantRows.as('team'))
    .select(hasFactor.as('has_factor'))
    .where('sessions.secret_hash', '=', secretHash)
    .executeTakeFirst()
}

export function listSessions(db: Db, userId: number) {
  return db
    .selectFrom('sessions')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function noteSessionUse(db: Db, id: number, now: Date) {
  await db.updateTable('sessions').set({ used_at: now }).where('id', '=', id).execute()
}

/** Returns whether the session was still open. */
export async function noteConfirmed(db: Db, id: number, now: Date): Promise<boolean> {
  const done = await db
    .updateTable('sessions')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Returns whether there was one to delete. */
export async function deleteSession(db: Db, { id, userId }: { id: number; userId: number }) {
  const gone = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Deletes the sessions of a user but one, and returns how many. */
export async function deleteOtherSessions(
  db: Db,
  { userId, except = 0 }: { userId: number; except: number | undefined },
): Promise<number> {
  const gone = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', except)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Stores a sign-in that waits for its code. */
export async function insertHalf(
  tx: Tx,
  row: { user_id: number; secret_hash: Buffer; expires_at: Date },
) {
  await tx.insertInto('half_sign_ins').values(row).execute()
}

/** The account of a sign-in that waits for its code. */
export function findHalf(db: Db, secretHash: Buffer, now: Date) {
  return db
    .selectFrom('half_sign_ins')
    .innerJoin('users', 'users.id', 'half_sign_ins.user_id')
    .select(['half_sign_ins.user_id', 'users.login'])
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses up a sign-in that waits for its code; true for one of simultaneous callers. */
export async function deleteHalf(tx: Tx, secretHash: Buffer, now: Date): Promise<boolean> {
  const gone = await tx
    .deleteFrom('half_sign_ins')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** Deletes the sessions of a user, and the links that would open the account. */
export async function deleteSignInsOf(tx: Tx, userId: number) {
  await Promise.all([
    tx.deleteFrom('sessions').where('user_id', '=', userId).execute(),
    tx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute(),
    tx.deleteFrom('half_sign_ins').where('user_id', '=', userId).execute(),
  ])
}

/** Deletes the sessions and links of all accounts that have expired. */
export async function deleteExpired(tx: Tx, now: Date) {
  await tx
    .deleteFrom('sessions')
    .where(or =>
      or.or([
        or('used_at', '<=', new Date(now.getTime() - idleMs)),
        or('created_at', '<=', new Date(now.getTime() - lifeMs)),
      ]),
    )
    .execute()
  await tx.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('half_sign_ins').where('expires_at', '<=', now).execute()
}

/** Stores a link. */
export async function insertLink(db: Db, row: Insertable<Database['sign_in_links']>) {
  await db.insertInto('sign_in_links').values(row).execute()
}

/** Deletes the links of a user that left by mail. */
export async function deleteMailedLinks(tx: Tx, userId: number) {
  await tx
    .deleteFrom('sign_in_links')
    .where('user_id', '=', userId)
    .where('mailed', '=', true)
    .execute()
}

/** Deletes the links of a user that somebody else was shown. */
export async function deleteShownLinks(tx: Tx, userId: number) {
  await tx
    .deleteFrom('sign_in_links')
    .where('user_id', '=', userId)
    .where('mailed', '=', false)
    .execute()
}

type LinkRow = Omit<Insertable<Database['sign_in_links']>, 'mailed'>

/**
 * Stores a link that will be mailed (to reset a password, or to accept an invitation). It replaces the earlier mailed
 * link of the same account and purpose; of two stored at once the one that is written last stays.
 */
export async function replaceMailedLink(tx: Tx, row: LinkRow) {
  await tx
    .deleteFrom('sign_in_links')
    .where('user_id', '=', row.user_id)
    .where('purpose', '=', row.purpose)
    .where('mailed', '=', true)
    .execute()
  const { secret_hash, expires_at } = row
  await tx
    .insertInto('sign_in_links')
    .values({ ...row, mailed: true })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'purpose'])
        .where(sql<boolean>`mailed`)
        .doUpdateSet({ secret_hash, expires_at }),
    )
    .execute()
}

export type FoundLink = { user_id: number; purpose: LinkPurpose; login: string }

/** A valid link with the account that it opens. */
export function findLink(db: Db, secretHash: Buffer, now: Date): Promise<FoundLink | undefined> {
  return db
    .selectFrom('sign_in_links')
    .innerJoin('users', 'users.id', 'sign_in_links.user_id')
    .select(['sign_in_links.user_id', 'sign_in_links.purpose', 'users.login'])
    .where('sign_in_links.secret_hash', '=', secretHash)
    .where('sign_in_links.expires_at', '>', now)
    .$castTo<FoundLink>()
    .executeTakeFirst()
}

/** Uses a link up; true for only one of simultaneous callers. */
export async function deleteLink(tx: Tx, secretHash: Buffer, now: Date): Promise<boolean> {
  const gone = await tx
    .deleteFrom('sign_in_links')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return gone.numDeletedRows === 1n
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '../../core/capabilities.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

export type KnownUser = { id: number; login: string; role: Role; grants: string[] }

/** The user with this id, for other capabilities that name people. */
export function findUser(db: Db, id: number): Promise<KnownUser | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'login', 'role', 'grants'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The name and address that a user's account carries. */
export function findProfile(
  db: Db,
  id: number,
): Promise<{ display_name: string; email: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['display_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The user with this login or e-mail address, ignoring case, with the hash of the password. */
export function findUserByLogin(db: Db, name: string) {
  return (
    db
      .selectFrom('users')
      .select(['id', 'login', 'role', 'grants', 'password_hash'])
      .where(or =>
        or.or([
          or(sql<string>`lower(login)`, '=', name.toLowerCase()),
          or.and([or(sql<string>`lower(email)`, '=', name.toLowerCase()), or('email', '<>', '')]),
        ]),
      )
      // Accounts of before 0018 may share a name: the login beats another's address.
      .orderBy(sql`lower(login) = ${name.toLowerCase()}`, 'desc')
      .executeTakeFirst()
  )
}

/** The hash of this account's password, which stays what it is until the transaction ends. */
export async function lockPasswordHash(tx: Tx, id: number): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.password_hash
}

/** The logins of administrators without an e-mail address. */
export async function administratorsWithoutEmail(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('login')
    .where('role', '=', 'administrator')
    .where('email', '=', '')
    .orderBy('id')
    .execute()
  return rows.map(({ login }) => login)
}

/**
 * What a guess at a password counts for: the account, whichever of its names was typed. A name that no account has counts
 * by itself, in the same way, so that no limit tells the one from the other.
 */
export function guessedAccount(account: { id: number } | undefined, name: string): string {
  if (account) return `account ${account.id}`
  const written = name.normalize('NFKC').trim().toLowerCase()
  return `name ${createHash('sha256').update(written).digest('base64url')}`
}

/** How many accounts there are; none means the database is new. */
export async function countUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

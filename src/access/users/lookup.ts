import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '../../core/capabilities.ts'
import type { Db } from '../../platform/db/database.ts'

export type KnownUser = { id: number; login: string; role: Role; grants: string[] }

/** The user with this id, for other capabilities that name people. */
export async function findUser(db: Db, id: number): Promise<KnownUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'login', 'role', 'grants'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, role: row.role as Role }
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
  return db
    .selectFrom('users')
    .select(['id', 'login', 'role', 'grants', 'password_hash'])
    .where(or =>
      or.or([
        or(sql<string>`lower(login)`, '=', name.toLowerCase()),
        or.and([or(sql<string>`lower(email)`, '=', name.toLowerCase()), or('email', '<>', '')]),
      ]),
    )
    .executeTakeFirst()
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

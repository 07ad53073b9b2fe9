import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '../../core/capabilities.ts'
import type { GrantRow } from '../../core/rights.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { grantRows } from './lookup.grants.ts'

export type KnownUser = {
  id: number
  login: string
  role: Role
  grants: string[]
  team: GrantRow[]
}

/** The user with this id, for capabilities that show people. */
export function findUser(db: Db, id: number): Promise<KnownUser | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'login', 'role', 'grants'])
    .select(grantRows.as('team'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The name and e-mail address of a user's account. */
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

/** How an account is called. */
export function findAccount(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['login', 'display_name'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** An account that gets a mail about itself. */
export type Addressee = {
  login: string
  display_name: string
  email: string
  has_password: boolean
}

export function findAddressee(db: Db, id: number): Promise<Addressee | undefined> {
  return db
    .selectFrom('users')
    .select(['login', 'display_name', 'email'])
    .select(sql<boolean>`password_hash is not null`.as('has_password'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The user with this login or e-mail address, ignoring case, and the hash of the password. */
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
      // Accounts made before migration 0018 may share a name: a login takes precedence over another account's
      // address.
      .orderBy(sql`lower(login) = ${name.toLowerCase()}`, 'desc')
      .executeTakeFirst()
  )
}

/** The account that gets its mail at this address. */
export function findUserAt(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .executeTakeFirst()
}

/** The password hash of this account, locked until the transaction ends. */
export async function lockPasswordHash(tx: Tx, id: number): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.password_hash
}

/** The address of this account, which one transaction at a time has until it ends. Its links are locked afterwards. */
export async function lockAddress(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.email
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
 * The key under which password guesses are counted: the account, whichever of its names was typed. A name
 * without an account gets a key in the same way, so the limit does not reveal which names exist.
 */
export function guessedAccount(account: { id: number } | undefined, name: string): string {
  if (account) return `account ${account.id}`
  const written = name.normalize('NFKC').trim().toLowerCase()
  return `name ${createHash('sha256').update(written).digest('base64url')}`
}

/** The number of accounts. Zero means the database is new. */
export async function countUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

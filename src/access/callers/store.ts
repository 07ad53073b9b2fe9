import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../../core/capabilities.ts'
import type { GrantRow } from '../../core/rights.ts'
import type { Db } from '../../platform/db/database.ts'
import { gather } from '../../platform/db/gather.ts'
import { grantRows } from '../users/lookup.grants.ts'

/** A credential that exists, also when it has ended, and the account it belongs to. */
type Owner = {
  secret_id: number
  expires_at: Date | null
  last_used_on: string | null
  /** The account. */
  id: number
  role: Role
  grants: string[]
  team: GrantRow[]
}
export type PasswordOwner = Owner & { login: string; email: string }
export type KeyOwner = Owner & { scopes: string[] }

const common = sql`
  encode(secret.secret_hash, 'hex') as hash, secret.id as secret_id, secret.expires_at,
  secret.last_used_on, users.id, users.role, users.grants, ${grantRows} as team`

/**
 * Finds owners of credentials by the hash of the secret. Simultaneous requests share a statement, and each statement
 * begins after its requests, so a credential that was ended before a request is not found for it.
 */
export function createOwners(db: Db) {
  const passwords = ownersBy<PasswordOwner>(
    db,
    sql`${common}, users.login, users.email from application_passwords as secret`,
  )
  const keys = ownersBy<KeyOwner>(db, sql`${common}, secret.scopes from api_keys as secret`)
  return {
    ofPassword: (secretHash: Buffer) => passwords(secretHash.toString('hex')),
    ofKey: (secretHash: Buffer) => keys(secretHash.toString('hex')),
  }
}

export type Owners = ReturnType<typeof createOwners>

const ownersBy = <Row extends Owner>(db: Db, columnsFrom: RawBuilder<unknown>) =>
  gather<string, Row>(async hashes => {
    const secrets = hashes.map(hash => Buffer.from(hash, 'hex'))
    const { rows } = await sql<Row & { hash: string }>`
      select ${columnsFrom} join users on users.id = secret.user_id
      where secret.secret_hash = any(${secrets}::bytea[])
    `.execute(db)
    return new Map(rows.map(row => [row.hash, row]))
  })

/** Records the day on which a credential was last used, so that people can find unused ones. */
export async function noteUse(
  db: Db,
  table: 'application_passwords' | 'api_keys',
  { id, day }: { id: number; day: string },
) {
  await db
    .updateTable(table)
    .set({ last_used_on: sql<string>`${day}::date` })
    .where('id', '=', id)
    .execute()
}

/** The scopes of an API key; undefined when it was deleted. */
export async function findScopes(db: Db, keyId: number): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('scopes')
    .where('id', '=', keyId)
    .executeTakeFirst()
  return row?.scopes
}

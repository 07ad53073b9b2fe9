import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'

/** Records permanently that these ways of paying were configured. */
export async function noteConfigured(db: Db, ways: readonly ('card' | 'wallet')[]) {
  if (ways.length === 0) return
  await db
    .insertInto('configured_gateways')
    .values(ways.map(gateway => ({ gateway })))
    .onConflict(conflict => conflict.column('gateway').doNothing())
    .execute()
}

/**
 * Ways of paying that were used or connected without a record of it, because an older release makes none and imported
 * data may lack it.
 */
export async function unnotedWays(db: Db): Promise<('card' | 'wallet')[]> {
  const { rows } = await sql<{ way: 'card' | 'wallet' }>`
    select way from unnest(array['card', 'wallet']) as ways (way)
    where not exists (select from configured_gateways where gateway = way)
      and (exists (select from merchant_accounts where gateway = way)
        or exists (select from orders where gateway = way))
  `.execute(db)
  return rows.map(({ way }) => way)
}

/** A row of `merchant_accounts`: a connected account, or an open invitation. */
export type AccountName = 'card' | 'wallet' | 'wallet-sign-up'

export async function loadAccount(db: Db, name: AccountName) {
  return db
    .selectFrom('merchant_accounts')
    .select(['details', 'secrets'])
    .where('gateway', '=', name)
    .executeTakeFirst()
}

/** Changes whenever an account is connected, changed or deleted, and when the first one is configured. */
export async function accountsVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string | null }>`
    select concat(
      md5(string_agg(concat_ws(' ', gateway, details, encode(secrets, 'hex')), ',' order by gateway)),
      (select count(*) from configured_gateways)) as version
    from merchant_accounts where gateway in ('card', 'wallet')
  `.execute(db)
  return rows[0]?.version ?? ''
}

export async function saveAccount(
  db: Db,
  name: AccountName,
  { details, secrets }: { details: Readonly<Record<string, unknown>>; secrets: Buffer },
) {
  const row = { details: JSON.stringify(details), secrets }
  await db
    .insertInto('merchant_accounts')
    .values({ gateway: name, ...row })
    .onConflict(conflict => conflict.column('gateway').doUpdateSet(row))
    .execute()
}

export async function deleteAccount(db: Db, name: AccountName) {
  await db.deleteFrom('merchant_accounts').where('gateway', '=', name).execute()
}

/**
 * Ends the sign-up with this sealed value; true for only one of simultaneous callers, false when a newer one replaced
 * it.
 */
export async function endSignUp(tx: Tx, sealed: Buffer): Promise<boolean> {
  const gone = await tx
    .deleteFrom('merchant_accounts')
    .where('gateway', '=', 'wallet-sign-up')
    .where('secrets', '=', sealed)
    .executeTakeFirst()
  return gone.numDeletedRows === 1n
}

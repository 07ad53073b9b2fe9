import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export async function loadSandboxPayment(db: Db, reference: string): Promise<unknown> {
  const row = await db
    .selectFrom('sandbox_payments')
    .select('state')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row?.state
}

/** True when nothing was stored under the reference yet. */
export async function insertSandboxPayment(db: Db, reference: string, state: string) {
  const made = await db
    .insertInto('sandbox_payments')
    .values({ reference, state, version: 1 })
    .onConflict(conflict => conflict.column('reference').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** True when the stored version was still the one to replace. */
export async function replaceSandboxPayment(
  db: Db,
  next: { reference: string; state: string; version: number },
  replaces: number,
) {
  const changed = await db
    .updateTable('sandbox_payments')
    .set({ state: next.state, version: next.version })
    .where('reference', '=', next.reference)
    .where('version', '=', replaces)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** A row of `merchant_accounts`: an account that is connected, or one that is about to be. */
export type AccountName = 'card' | 'wallet' | 'wallet-sign-up'

export async function loadAccount(db: Db, name: AccountName) {
  return db
    .selectFrom('merchant_accounts')
    .select(['details', 'secrets'])
    .where('gateway', '=', name)
    .executeTakeFirst()
}

/** Changes whenever an account is connected, changed or forgotten. */
export async function accountsVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string | null }>`
    select md5(string_agg(concat_ws(' ', gateway, details, encode(secrets, 'hex')), ',' order by gateway))
      as version
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

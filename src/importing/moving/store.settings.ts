import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The hash of the scanner key that came from this source before. */
export async function findScannerKeyHash(tx: Tx, sourceId: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer | null }>`
    select scanner_key_hash as hash from import_sources where id = ${sourceId}
  `.execute(tx)
  return rows[0]?.hash ?? undefined
}

/** A key of the same secret that is here already stays as it is. */
export async function bringScannerKey(
  tx: Tx,
  { sourceId, hash, name }: { sourceId: number; hash: Buffer; name: string },
): Promise<void> {
  await sql`
    with made as (
      insert into scanner_keys (name, secret_hash) values (${name}, ${hash})
      on conflict (secret_hash) do nothing returning id
    )
    insert into weak_scanner_keys (scanner_key_id) select id from made
  `.execute(tx)
  await sql`update import_sources set scanner_key_hash = ${hash} where id = ${sourceId}`.execute(tx)
}

/** What the site says of itself, unless somebody said it here. The environment wins over both. */
export async function saveSettingOnce(
  tx: Tx,
  name: 'name' | 'language',
  value: string,
): Promise<void> {
  await sql`
    insert into site_settings (name, value, updated_at) values (${name}, ${value}, clock_timestamp())
    on conflict (name) do nothing
  `.execute(tx)
}

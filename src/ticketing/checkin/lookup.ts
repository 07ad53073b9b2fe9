import { sql } from 'kysely'
import { hashSecret } from '../../access/keys/rules.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'

/** Tells a scanner's key from other bearer tokens at a glance. */
export const scannerKeyPrefix = 'mqs_'

/** A scanner key; `event_id` is null when it is for every event. */
export type ScannerKey = { id: number; name: string; event_id: number | null }

/** The scanner key with this secret (its SHA-256). Notes the day of use, once a day. */
export async function findScannerKey(db: Db, secretHash: Buffer): Promise<ScannerKey | undefined> {
  const { rows } = await sql<ScannerKey & { is_first_use_today: boolean }>`
    select id, name, event_id, last_used_on is distinct from current_date as is_first_use_today
    from scanner_keys where secret_hash = ${secretHash}
  `.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { is_first_use_today, ...key } = found
  if (is_first_use_today) {
    await sql`update scanner_keys set last_used_on = current_date where id = ${key.id}`.execute(db)
  }
  return key
}

/** Of callers of this process: what is known of their keys need not be read twice. */
const keysOfCallers = new WeakMap<Caller, ScannerKey>()

/** Whom a bearer token belongs to, if it is a scanner's. */
export async function recogniseScanner(db: Db, token: string): Promise<Caller | undefined> {
  if (!token.startsWith(scannerKeyPrefix)) return undefined
  const key = await findScannerKey(db, hashSecret(token))
  if (!key) return undefined
  const caller: Caller = { kind: 'scanner', scannerKeyId: key.id, eventId: key.event_id }
  keysOfCallers.set(caller, key)
  return caller
}

/** The key with which a caller was recognised; undefined for anyone but a scanner. */
export const keyOfCaller = (caller: Caller): ScannerKey | undefined => keysOfCallers.get(caller)

import { sql } from 'kysely'
import { endedMessage, hasEnded, hashSecret } from '../../access/keys/rules.ts'
import type { Caller } from '../../core/caller.ts'
import { fail } from '../../core/errors.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../../platform/db/database.ts'

/** The prefix that marks a scanner key among bearer tokens. */
export const scannerKeyPrefix = 'mqs_'

/** A scanner key; `event_id` is null when the key works for every event. */
export type ScannerKey = { id: number; name: string; event_id: number | null }

/**
 * The scanner key with this secret (its SHA-256), or a sentence that says why it is no longer valid. Notes
 * the day of use, once a day.
 */
export async function findScannerKey(
  db: Db,
  secretHash: Buffer,
  now: Date,
): Promise<ScannerKey | { ended: string } | undefined> {
  const { rows } = await sql<ScannerKey & { expires_at: Date | null; is_first_use_today: boolean }>`
    select id, name, event_id, expires_at,
      last_used_on is distinct from current_date as is_first_use_today
    from scanner_keys where secret_hash = ${secretHash}
  `.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { is_first_use_today, expires_at, ...key } = row
  if (hasEnded(expires_at, now)) return { ended: endedMessage('The scanner key', expires_at) }
  if (is_first_use_today) {
    await sql`update scanner_keys set last_used_on = current_date where id = ${key.id}`.execute(db)
  }
  return key
}

/** The scanner key of each caller in this process, so that a request reads it once. */
const keysOfCallers = new WeakMap<Caller, ScannerKey>()

/**
 * The scanner behind a bearer token; undefined for other tokens. Fails with `rest_invalid_token` for a key
 * that has ended.
 */
export async function recogniseScanner(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<Caller | undefined> {
  if (!token.startsWith(scannerKeyPrefix)) return undefined
  const key = await findScannerKey(db, hashSecret(token), clock.now())
  if (!key) return undefined
  if ('ended' in key) fail('rest_invalid_token', { message: key.ended })
  const caller: Caller = { kind: 'scanner', scannerKeyId: key.id, eventId: key.event_id }
  keysOfCallers.set(caller, key)
  return caller
}

/** The scanner key that this caller used; undefined for other callers. */
export const keyOfCaller = (caller: Caller): ScannerKey | undefined => keysOfCallers.get(caller)

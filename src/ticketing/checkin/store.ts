import type { Reach } from '../../core/caller.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'

/** One check-in decision, or the undoing of a check-in. */
export type ScanRow = {
  attendee_id: number
  kind: 'admitted' | 'refused' | 'undone'
  reason: string | null
  device_at: Date | null
  source: string
  user_id: number | null
  scanner_key_id: number | null
  nonce: string | null
}

type ScanOrigin = {
  readonly scannerKeyId: number | null
  readonly userId: number | null
  readonly nonce: string
}

const originRows = batchRows<ScanOrigin>(`named (
  "scannerKeyId" bigint, "userId" bigint, nonce text)`)

/** Earlier decisions about scans with these nonces. */
export async function findScans(tx: Tx, named: readonly ScanOrigin[]): Promise<ScanRow[]> {
  if (named.length === 0) return []
  const { rows } = await sql<ScanRow>`
    select c.attendee_id, c.kind, c.reason, c.device_at, c.source, c.user_id, c.scanner_key_id, c.nonce
    from ${originRows.of(named)}
    join check_ins c on c.nonce = named.nonce
      and coalesce(c.scanner_key_id, 0) = coalesce(named."scannerKeyId", 0)
      and coalesce(c.user_id, 0) = coalesce(named."userId", 0)
  `.execute(tx)
  return rows
}

const scanRows = batchRows<ScanRow>(`scan (
  attendee_id bigint, kind text, reason text, device_at timestamptz, source text,
  user_id bigint, scanner_key_id bigint, nonce text)`)

/** When another process has just stored this nonce, its decision is kept. */
export async function insertScans(
  tx: Tx,
  scans: readonly ScanRow[],
  at: Date | null = null,
): Promise<void> {
  if (scans.length === 0) return
  await sql`
    insert into check_ins (at, ${scanRows.names})
    select coalesce(${at}::timestamptz, clock_timestamp()), ${scanRows.names}
    from ${scanRows.of(scans)}
    on conflict do nothing
  `.execute(tx)
}

const forgottenAtOnce = 5000

/** Deletes one batch of nonces of scans whose events ended `keptDays` ago; returns its size, 0 when none is left. */
export async function forgetNonces(db: Db, keptDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update check_ins set nonce = null where id in (
      ${longAfterItsEvent(sql`c.nonce is not null`, keptDays)})
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The same with refused scans. */
export async function forgetRefusals(db: Db, keptDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from check_ins where id in (${longAfterItsEvent(sql`c.kind = 'refused'`, keptDays)})
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

const longAfterItsEvent = (which: RawBuilder<unknown>, keptDays: number) => sql`
  select c.id from check_ins c
  join attendees a on a.id = c.attendee_id join events e on e.id = a.event_id
  where ${which} and c.at < clock_timestamp() - make_interval(days => ${keptDays}::integer)
    and e.ends_at < clock_timestamp() - make_interval(days => ${keptDays}::integer)
  limit ${forgottenAtOnce}`

const keyColumns = ['id', 'name', 'event_id', 'created_at', 'expires_at', 'last_used_on'] as const

export function insertScannerKey(db: Db, row: Insertable<Database['scanner_keys']>) {
  return db.insertInto('scanner_keys').values(row).returning(keyColumns).executeTakeFirstOrThrow()
}

export function listScannerKeys(db: Db) {
  return db.selectFrom('scanner_keys').select(keyColumns).orderBy('id').execute()
}

/** The scanner keys of this person that have not ended. */
export function listOpenKeysOf(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('scanner_keys')
    .select(keyColumns)
    .where('created_by', '=', userId)
    .where(or => or.or([or('expires_at', 'is', null), or('expires_at', '>', now)]))
    .orderBy('id')
    .execute()
}

/** Deletes a scanner key; true when it existed. */
export async function deleteScannerKey(db: Db, id: number, reach: Reach): Promise<boolean> {
  const gone = await db
    .deleteFrom('scanner_keys')
    .where('id', '=', id)
    .$if(reach !== 'all', query =>
      query.where(
        'event_id',
        '=',
        sql<number>`any(${reach === 'all' ? [] : [...reach]}::bigint[])`,
      ),
    )
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function eventExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('events').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** The id of the newest signing key that is not retired; 1 before the first is made. */
export async function findSigningKeyId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id) filter (where retired_at is null), max(id) + 1, 1) as id from ticket_keys
  `.execute(db)
  return rows[0]?.id ?? 1
}

export async function insertPublicKey(db: Db, id: number, publicKey: Buffer): Promise<void> {
  await sql`
    insert into ticket_keys (id, public_key) values (${id}, ${publicKey}) on conflict do nothing
  `.execute(db)
}

/** All signing keys, retired ones included, oldest first. */
export async function listPublicKeys(db: Db): Promise<{ id: number; public_key: Buffer }[]> {
  return db.selectFrom('ticket_keys').select(['id', 'public_key']).orderBy('id').execute()
}

/** A retired key signs nothing more; tickets it has signed stay valid. */
export async function findPublicKey(db: Db, id: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('ticket_keys')
    .select('public_key')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.public_key
}

/** Notes of check-ins whether a scan came before them, of attendees that are locked. */
export async function writeConflicts(
  tx: Tx,
  rows: readonly { id: number; is_conflict: boolean }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update check_ins set is_conflict = changed.is_conflict
    from json_to_recordset(${JSON.stringify(rows)}::json) as changed (id bigint, is_conflict boolean)
    where check_ins.id = changed.id
  `.execute(tx)
}

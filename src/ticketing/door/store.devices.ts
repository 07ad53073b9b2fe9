import { type Insertable, sql } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'

const deviceColumns = [
  'id',
  'name',
  'event_ids',
  'gate_id',
  'created_at',
  'paired_at',
  'seen_at',
  'revoked_at',
  'pairing_ends_at',
  'app_version',
  'unsent',
  'battery',
  'last_seq',
  'profile',
] as const

export type DeviceRow = Awaited<ReturnType<typeof insertDevice>>

export function insertDevice(db: Db, row: Insertable<Database['door_devices']>) {
  return db
    .insertInto('door_devices')
    .values(row)
    .returning(deviceColumns)
    .executeTakeFirstOrThrow()
}

/** The phones of events in reach, newest first; those that were revoked for thirty days more. */
export function listDevices(db: Db, reach: Reach): Promise<DeviceRow[]> {
  return db
    .selectFrom('door_devices')
    .select(deviceColumns)
    .where(
      sql<boolean>`(revoked_at is null or revoked_at > clock_timestamp() - interval '30 days')`,
    )
    .where(inReach(reach))
    .where('profile', '<>', 'list')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
}

/** A phone belongs to whoever may pair phones at all its events. */
const inReach = (reach: Reach) =>
  reach === 'all' ? sql<boolean>`true` : sql<boolean>`event_ids <@ ${[...reach]}::bigint[]`

export function findDevice(db: Db, id: number, reach: Reach = 'all') {
  return db
    .selectFrom('door_devices')
    .select(deviceColumns)
    .where('id', '=', id)
    .where('profile', '<>', 'list')
    .where(inReach(reach))
    .executeTakeFirst()
}

export function findDeviceBySecret(db: Db, secretHash: Buffer) {
  return db
    .selectFrom('door_devices')
    .select(['id', 'event_ids', 'revoked_at'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
}

type Pairing = { pairingHash: Buffer; secretHash: Buffer; version: string; now: Date }

/** Uses a token of a pairing, once: whoever comes second finds none. */
export async function usePairing(
  db: Db,
  { pairingHash, secretHash, version, now }: Pairing,
): Promise<DeviceRow | undefined> {
  return db
    .updateTable('door_devices')
    .set({
      pairing_hash: null,
      pairing_ends_at: null,
      secret_hash: secretHash,
      paired_at: now,
      seen_at: now,
      app_version: version,
    })
    .where('pairing_hash', '=', pairingHash)
    .where('pairing_ends_at', '>', now)
    .where('revoked_at', 'is', null)
    .returning(deviceColumns)
    .executeTakeFirst()
}

/** A new token for a phone that is not paired yet; undefined for every other. */
export function renewPairing(
  db: Db,
  id: number,
  { pairingHash, endsAt }: { pairingHash: Buffer; endsAt: Date },
) {
  return db
    .updateTable('door_devices')
    .set({ pairing_hash: pairingHash, pairing_ends_at: endsAt })
    .where('id', '=', id)
    .where('paired_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(deviceColumns)
    .executeTakeFirst()
}

/** Ends the secret of a phone. Its scans stay, so its row does. False when it was revoked before. */
export async function revokeDevice(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('door_devices')
    .set({ revoked_at: now, pairing_hash: null, pairing_ends_at: null })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type LockedDevice = { id: number; name: string; last_seq: number; revoked_at: Date | null }

/** Locks phones by id, so that the scans of one are stored in their order. */
export async function lockDevices(tx: Tx, ids: readonly number[]): Promise<LockedDevice[]> {
  const { rows } = await sql<LockedDevice>`
    select id, name, last_seq, revoked_at from door_devices
    where id = any(${[...ids]}::bigint[]) order by id for no key update
  `.execute(tx)
  return rows
}

export type Sighting = {
  id: number
  last_seq: number
  version: string | undefined
  unsent: number | undefined
  battery: number | undefined
}

/** What phones that are locked said of themselves with their scans. */
export async function noteSightings(tx: Tx, now: Date, sightings: readonly Sighting[]) {
  await sql`
    update door_devices set last_seq = seen.last_seq, seen_at = ${now},
      app_version = coalesce(seen.version, app_version), unsent = coalesce(seen.unsent, door_devices.unsent),
      battery = coalesce(seen.battery, door_devices.battery)
    from json_to_recordset(${JSON.stringify(sightings)}::json) as seen (
      id bigint, last_seq bigint, version text, unsent integer, battery integer)
    where door_devices.id = seen.id
  `.execute(tx)
}

/** Notes that a phone asked for something, at most once a minute. */
export async function noteSeen(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    update door_devices set seen_at = ${now}
    where id = ${id} and (seen_at is null or seen_at < ${now}::timestamptz - interval '1 minute')
  `.execute(db)
}

/** The names of phones and gates, for lists of what they did. */
export async function namesOf(db: Db, eventId: number) {
  const { rows } = await sql<{ kind: 'device' | 'gate'; id: number; name: string }>`
    select 'device' as kind, id, name from door_devices where ${eventId} = any(event_ids)
    union all select 'gate', id, name from gates where event_id = ${eventId}
  `.execute(db)
  return rows
}

/** The names of these phones, by id. */
export async function deviceNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('door_devices')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The device of the printed list of an event, whose scans are its ticks. It has no secret. */
export async function listOfEvent(db: Db, eventId: number, now: Date): Promise<number> {
  const events = sql<number[]>`${[eventId]}::bigint[]`
  await db
    .insertInto('door_devices')
    .values({ name: 'Printed list', event_ids: events, profile: 'list', paired_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { id } = await db
    .selectFrom('door_devices')
    .select('id')
    .where('profile', '=', 'list')
    .where('event_ids', '=', events)
    .executeTakeFirstOrThrow()
  return id
}

/** The hash of a phone's secret and its profile, for what comes from it in other ways than by its requests. */
export function findDeviceKey(db: Db, id: number) {
  return db
    .selectFrom('door_devices')
    .select(['secret_hash', 'profile'])
    .where('id', '=', id)
    .executeTakeFirst()
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { keyHash } from '../../ticketing/checkin/carried-code.ts'
import type { Mapping } from './columns.ts'
import type { Guest, Refusal } from './guests.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const fromHex = (texts: readonly string[]) =>
  sql`array(select decode(text, 'hex') from unnest(${[...texts]}::text[]) as t (text))`

/** Which of these keys the event has. */
export async function presentKeys(
  db: Db,
  eventId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  const byHash = new Map(keys.map(key => [hex(keyHash(key)), key]))
  const present = new Set<string>()
  const hashes = [...byHash.keys()]
  for (let at = 0; at < hashes.length; at += 5000) {
    const { rows } = await sql<{ hash: string }>`
      select encode(key_hash, 'hex') as hash from carried_codes
      where event_id = ${eventId} and key_hash = any(${fromHex(hashes.slice(at, at + 5000))})
    `.execute(db)
    for (const { hash } of rows) present.add(byHash.get(hash) ?? '')
  }
  return present
}

/**
 * Takes the keys of guests that the event does not have yet, in one order everywhere, and returns them. Whoever takes the same
 * keys at once waits for this transaction.
 */
export async function claimKeys(
  tx: Tx,
  eventId: number,
  guests: readonly Guest[],
): Promise<Set<string>> {
  const byHash = new Map(
    guests.map(({ key, code }) => [hex(keyHash(key)), { key, isCode: code !== '' }]),
  )
  const wanted = [...byHash].map(([hash, { isCode }]) => ({ hash, isCode }))
  const { rows } = await sql<{ hash: string }>`
    insert into carried_codes (event_id, key_hash, is_code)
    select ${eventId}, decode(hash, 'hex'), "isCode"
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (hash text, "isCode" boolean) order by hash
    on conflict do nothing returning encode(key_hash, 'hex') as hash
  `.execute(tx)
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash)?.key ?? []))
}

/** Notes whose the keys are; keys that nobody got are free again. */
export async function giveKeys(
  tx: Tx,
  eventId: number,
  guests: readonly { guest: Guest; id: number }[],
): Promise<void> {
  const owners = guests.map(({ guest, id }) => ({ hash: hex(keyHash(guest.key)), id }))
  await sql`
    update carried_codes c set attendee_id = o.id
    from jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as o (hash text, id bigint)
    where c.event_id = ${eventId} and c.key_hash = decode(o.hash, 'hex')
  `.execute(tx)
  await sql`delete from carried_codes where event_id = ${eventId} and attendee_id is null`.execute(
    tx,
  )
}

const headHash = (head: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(head)).digest()

/** What the columns of a file with this head were chosen to be; undefined when there was none. */
export async function findMapping(db: Db, head: readonly string[]): Promise<unknown> {
  const row = await db
    .selectFrom('import_mappings')
    .select('mapping')
    .where('head_hash', '=', headHash(head))
    .executeTakeFirst()
  return row?.mapping
}

const mappingsMost = 200

/** Remembers what the columns of such a file are. The ones that were used last are kept. */
export async function rememberMapping(
  tx: Tx,
  head: readonly string[],
  mapping: Mapping,
): Promise<void> {
  await sql`
    insert into import_mappings (head_hash, mapping) values (${headHash(head)}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (head_hash) do update set mapping = excluded.mapping, used_at = clock_timestamp()
  `.execute(tx)
  await sql`
    delete from import_mappings where head_hash in (
      select head_hash from import_mappings order by used_at desc, head_hash offset ${mappingsMost})
  `.execute(tx)
}

export async function beginImport(
  db: Db,
  { eventId, userId, fileName }: { eventId: number; userId: number | null; fileName: string },
): Promise<number> {
  const row = await db
    .insertInto('attendee_imports')
    .values({ event_id: eventId, user_id: userId, file_name: fileName.slice(0, 200) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Refused lines that a report keeps. */
export const refusalsMost = 1000

export async function endImport(
  db: Db,
  id: number,
  {
    state,
    lines,
    made,
    codes,
    repeated,
    refused,
  }: {
    state: 'done' | 'failed'
    lines: number
    made: number
    codes: number
    repeated: number
    refused: readonly Refusal[]
  },
): Promise<void> {
  await db
    .updateTable('attendee_imports')
    .set({
      state,
      lines,
      made,
      codes,
      repeated,
      refused: refused.length,
      refusals: JSON.stringify(refused.slice(0, refusalsMost)),
      ended_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

export type ImportRow = {
  id: number
  event_id: number
  user: string | null
  file_name: string
  state: 'running' | 'done' | 'failed'
  started_at: Date
  ended_at: Date | null
  lines: number
  made: number
  codes: number
  repeated: number
  refused: number
  refusals: readonly Refusal[]
}

const columns = sql`i.id, i.event_id, u.display_name as user, i.file_name,
  case when i.state = 'running' and i.started_at < clock_timestamp() - interval '1 hour' then 'failed' else i.state end as state,
  i.started_at, i.ended_at, i.lines, i.made, i.codes, i.repeated, i.refused, i.refusals`

/** The imports into an event, the latest first. */
export async function importsOf(db: Db, eventId: number): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from attendee_imports i left join users u on u.id = i.user_id
    where i.event_id = ${eventId} order by i.id desc limit 50
  `.execute(db)
  return rows
}

export async function findImport(db: Db, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from attendee_imports i left join users u on u.id = i.user_id where i.id = ${id}
  `.execute(db)
  return rows[0]
}

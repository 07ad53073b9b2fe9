import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Wrong codes that a ticket with a brought code may be tried with, ever. */
const triesMost = 5

export type BroughtCode = { id: number; code_hash: Buffer }

/** The attendee whose printed code names this id, and the hash of that code; undefined for an id that no brought code names. */
export async function findBrought(db: Db, oldId: number): Promise<BroughtCode | undefined> {
  const { rows } = await sql<BroughtCode>`
    select attendee_id as id, code_hash from brought_codes
    where old_id = ${oldId} and code_hash is not null order by attendee_id limit 1
  `.execute(db)
  return rows[0]
}

/**
 * Counts a try of a code that was made elsewhere, before it is compared, so that simultaneous tries are all counted. False once
 * too many were wrong.
 */
export async function mayTryCode(db: Db, attendeeId: number): Promise<boolean> {
  const { rows } = await sql`
    update brought_codes set wrong_tries = wrong_tries + 1
    where attendee_id = ${attendeeId} and wrong_tries < ${triesMost} returning attendee_id
  `.execute(db)
  if (rows.length > 0) return true
  const row = await sql`select from brought_codes where attendee_id = ${attendeeId}`.execute(db)
  return row.rows.length === 0
}

/** Names of scanner keys whose secret somebody chose on another system. */
export async function weakScannerKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select k.name from weak_scanner_keys w join scanner_keys k on k.id = w.scanner_key_id order by k.id
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** A right code was no wrong try. */
export async function takeTryBack(db: Db, attendeeId: number): Promise<void> {
  await sql`
    update brought_codes set wrong_tries = greatest(0, wrong_tries - 1) where attendee_id = ${attendeeId}
  `.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Wrong codes that a ticket with a brought code may be tried with, ever. */
const triesMost = 5

/** The attendee whose printed code names this id; undefined for an id that no brought code names. */
export async function findBrought(db: Db, oldId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select attendee_id as id from brought_codes where old_id = ${oldId} order by attendee_id limit 1
  `.execute(db)
  return rows[0]?.id
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
  const known = await sql`select from brought_codes where attendee_id = ${attendeeId}`.execute(db)
  return known.rows.length === 0
}

/** A right code was no wrong try. */
export async function takeTryBack(db: Db, attendeeId: number): Promise<void> {
  await sql`
    update brought_codes set wrong_tries = greatest(0, wrong_tries - 1) where attendee_id = ${attendeeId}
  `.execute(db)
}

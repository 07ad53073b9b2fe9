import type { Db } from '../../src/platform/db/database.ts'
import { inGroups } from '../../src/ticketing/checkin/door-code.ts'

/** The code that somebody types at the door, as mails and papers show it. */
export async function doorCodeOf(db: Db, attendeeId: number): Promise<string> {
  const { code } = await db
    .selectFrom('door_codes')
    .select('code')
    .where('attendee_id', '=', attendeeId)
    .executeTakeFirstOrThrow()
  return inGroups(code)
}

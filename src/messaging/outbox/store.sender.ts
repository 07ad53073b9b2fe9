import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type Lease = { holder: string; now: Date; until: Date }

/**
 * Makes this process the one that sends, or keeps it so. Returns false while another process is, and while sending is
 * paused.
 */
export async function takeSender(db: Db, { holder, now, until }: Lease): Promise<boolean> {
  await sql`insert into mail_sender (id) values (1) on conflict (id) do nothing`.execute(db)
  const { numAffectedRows } = await sql`
    update mail_sender set holder = ${holder}, lease_until = ${until}
    where id = 1 and (holder is null or holder = ${holder} or lease_until < ${now})
      and (paused_until is null or paused_until <= ${now})
  `.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

type TurnExtension = {
  holder: string
  until: Date
  messagesUntil: Date
  messages: readonly { id: number; attempts: number }[]
}

/**
 * Renews the leases of the sender and of the messages it is sending; false when another process is the sender by now. A message that
 * another process took meanwhile has one more attempt, and stays that process's.
 */
export async function keepSender(
  db: Db,
  { holder, until, messagesUntil, messages }: TurnExtension,
): Promise<boolean> {
  const { rows } = await sql`
    with own as (
      update messages set lease_until = ${messagesUntil}
      from unnest(${messages.map(({ id }) => id)}::bigint[],
        ${messages.map(({ attempts }) => attempts)}::int[]) as mine (id, attempts)
      where messages.id = mine.id and messages.attempts = mine.attempts and state = 'sending'
    )
    update mail_sender set lease_until = ${until} where id = 1 and holder = ${holder}
    returning id
  `.execute(db)
  return rows.length > 0
}

export async function releaseSender(db: Db, holder: string) {
  await sql`
    update mail_sender set holder = null, lease_until = null where holder = ${holder}
  `.execute(db)
}

/** Pauses sending until a moment; returns how many pauses there were in a row. */
export async function readPauses(db: Db): Promise<number> {
  const row = await db.selectFrom('mail_sender').select('pauses').executeTakeFirst()
  return row?.pauses ?? 0
}

export async function pauseSender(
  db: Db,
  { until, pauses, problem }: { until: Date; pauses: number; problem: string | null },
) {
  await db.updateTable('mail_sender').set({ paused_until: until, pauses, problem }).execute()
}

/** Resets the pauses: the server accepted a mail. */
export async function clearPauses(db: Db) {
  await sql`
    update mail_sender set paused_until = null, pauses = 0, problem = null where pauses > 0
  `.execute(db)
}

export async function setConnections(db: Db, connections: number) {
  await db.updateTable('mail_sender').set({ connections }).execute()
}

import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { AnnouncedEvent } from './rules.ts'

type Change = {
  eventId: number
  /** The values before the change. */
  told: AnnouncedEvent
  now: Date
  /** When the change was saved, by the database's clock. */
  changedAt: Date
}

/** Notes a change: the first one with what guests knew before it. Returns the time of the first change. */
export async function openNotice(tx: Tx, { eventId, told, now, changedAt }: Change): Promise<Date> {
  const before = JSON.stringify(told)
  const { rows } = await sql<{ since: Date }>`
    insert into event_notices
      (event_id, since, due_at, told, first_change_at, changed_at, meanwhile)
    values (${eventId}, ${now}, ${now}, ${before}, ${changedAt}, ${changedAt}, ${before})
    on conflict (event_id) do update set due_at = excluded.due_at,
      changed_at = excluded.changed_at, meanwhile = excluded.meanwhile
    returning since
  `.execute(tx)
  return rows[0]?.since ?? now
}

export async function setDue(tx: Tx, eventId: number, due: Date) {
  await tx
    .updateTable('event_notices')
    .set({ due_at: due })
    .where('event_id', '=', eventId)
    .execute()
}

/** The changes of an event of which its guests are not told yet. Older notices have none of the nullable members. */
export type Notice = {
  event_id: number
  since: Date
  /** What guests knew before the first change. */
  told: AnnouncedEvent
  /** What they saw before the last change. */
  meanwhile: AnnouncedEvent | null
  /** When the first and the last change were saved, by the database's clock. */
  first_change_at: Date | null
  changed_at: Date | null
}

/** Takes one notice that is due. Another process skips it meanwhile. */
export async function takeDueNotice(tx: Tx, now: Date): Promise<Notice | undefined> {
  const { rows } = await sql<Notice>`
    delete from event_notices where event_id = (
      select event_id from event_notices where due_at <= ${now}
      order by due_at limit 1 for update skip locked)
    returning event_id, since, told, meanwhile, first_change_at, changed_at
  `.execute(tx)
  return rows[0]
}

/** Puts back a notice that was taken. It is due again at this moment. */
export async function keepNotice(tx: Tx, notice: Notice, due: Date) {
  const { told, meanwhile, ...rest } = notice
  const json = { told: JSON.stringify(told), meanwhile: meanwhile && JSON.stringify(meanwhile) }
  await tx
    .insertInto('event_notices')
    .values({ ...rest, ...json, due_at: due })
    .execute()
}

/**
 * Takes one event whose guests must be reminded now: published, scheduled, beginning within `hours`, and not reminded
 * of for this start. The time for the reminder came after `since`.
 */
export async function takeDueReminder(
  tx: Tx,
  { now, hours, since }: { now: Date; hours: number; since: Date },
): Promise<{ event_id: number; starts_at: Date } | undefined> {
  const { rows } = await sql<{ event_id: number; starts_at: Date }>`
    insert into event_reminders (event_id, starts_at)
    select id, starts_at from events
    where status = 'publish' and happening = 'scheduled'
      and starts_at > ${now} and starts_at <= ${now}::timestamptz + make_interval(hours => ${hours}::int)
      and starts_at - make_interval(hours => ${hours}::int) > ${since}
      and not exists (
        select from event_reminders r where r.event_id = events.id and r.starts_at = events.starts_at)
    order by starts_at, id limit 1
    on conflict (event_id) do update set starts_at = excluded.starts_at
    returning event_id, starts_at
  `.execute(tx)
  return rows[0]
}

/** Deletes records of reminders for events that are over, and old records of former holders. */
export async function forgetReminders(db: Db, before: Date) {
  await db.deleteFrom('event_reminders').where('starts_at', '<', before).execute()
}

export async function deleteNotices(db: Db, eventIds: readonly number[]) {
  await db
    .deleteFrom('event_notices')
    .where('event_id', 'in', [0, ...eventIds])
    .execute()
}

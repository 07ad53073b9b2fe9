import { sql } from 'kysely'
import type { Locale } from '../../core/locale.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type MessageRow, typed } from './lookup.ts'
import type { MessageKind, MessageState } from './rules.ts'

/** A message to be queued. */
export type MessageDraft = {
  kind: MessageKind
  /**
   * What the message is caused by. The same cause never makes two messages of a kind to one address about one
   * subject.
   */
  cause: string
  recipient: string
  aboutKind: 'order' | 'attendee' | 'event' | 'address' | 'account'
  aboutId: number
  orderId?: number | null
  eventId?: number | null
  attendeeId?: number | null
  locale: Locale
  details?: Readonly<Record<string, unknown>>
  sendAt: Date
}

/** Inserts the messages that do not exist yet, in one statement; returns their ids. */
export async function insertMessages(
  tx: Tx,
  drafts: readonly MessageDraft[],
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into messages (kind, cause, recipient, about_kind, about_id, order_id, event_id,
      attendee_id, locale, details, send_at, created_at)
    select kind, cause, recipient, "aboutKind", "aboutId", "orderId", "eventId", "attendeeId",
      locale, coalesce(details, '{}'), "sendAt", ${now}
    from rows from (json_to_recordset(${JSON.stringify(drafts)}::json) as (
      kind text, cause text, recipient text, "aboutKind" text, "aboutId" bigint, "orderId" bigint,
      "eventId" bigint, "attendeeId" bigint, locale text, details jsonb, "sendAt" timestamptz
    )) with ordinality
    order by ordinality
    on conflict (cause, kind, recipient, about_id) do nothing
    returning id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

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

/**
 * Takes the oldest due messages, and those of senders that died: `limit` at most with any plan, because a
 * materialised part of the statement chooses them once.
 */
export async function claimDue(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<Parameters<typeof typed>[0]>`
    with due as materialized (
      select id from messages
      where (state = 'queued' and send_at <= ${now}) or (state = 'sending' and lease_until < ${now})
      order by id limit ${limit} for update skip locked
    )
    update messages set state = 'sending', lease_until = ${until}, attempts = attempts + 1
    from due where messages.id = due.id
    returning messages.id, kind, cause, recipient, about_kind, about_id, order_id, event_id,
      attendee_id, locale, details, state, send_at, attempts, message_id, subject, bytes, smtp_code,
      response, error, created_at, sent_at, bounced_at
  `.execute(db)
  return rows.map(typed).sort((a, b) => a.id - b.id)
}

/** Stores the outcome of an attempt, or the end of a message without an attempt. */
export type MessageChange = {
  state: MessageState
  send_at?: Date
  attempts?: number
  message_id?: string
  subject?: string
  bytes?: number
  smtp_code?: number | null
  response?: string | null
  error?: string | null
  sent_at?: Date
  bounced_at?: Date
  details?: Readonly<Record<string, unknown>>
}

/** A message that was withdrawn meanwhile, because its recipient was erased, stays as it is. */
export async function changeMessage(db: Db, id: number, change: MessageChange) {
  const { details, ...columns } = change
  await db
    .updateTable('messages')
    .set({
      ...columns,
      lease_until: null,
      ...(details && { details: JSON.stringify(details) }),
    })
    .where('id', '=', id)
    .where('state', '<>', 'withdrawn')
    .execute()
}

/** Changes a message only while it is in one of these states and has an address; returns whether it was changed. */
export async function moveMessage(
  db: Db,
  id: number,
  { from, to, now }: { from: readonly MessageState[]; to: MessageState; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({
      state: to,
      ...(to === 'queued' && { send_at: now, attempts: 0, created_at: now, error: null }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .where('recipient', 'not like', 'erased:%')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Stores the Message-ID before the first attempt, so that every attempt has the same. Returns whether the message is
 * still to be sent: its recipient may have been erased since it was claimed.
 */
export async function noteLeaving(
  db: Db,
  id: number,
  { messageId, subject, bytes }: { messageId: string; subject: string; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ message_id: messageId, subject, bytes })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertCapture(
  tx: Tx,
  { messageId, raw, at }: { messageId: number; raw: Buffer; at: Date },
) {
  await tx
    .insertInto('captures')
    .values({ message_id: messageId, raw, at })
    .onConflict(conflict => conflict.column('message_id').doUpdateSet({ raw, at }))
    .execute()
}

/** Deletes captured mails older than a moment, and all but the newest ones. */
export async function deleteCaptures(db: Db, { before, keep }: { before: Date; keep: number }) {
  await sql`
    delete from captures where at < ${before} or message_id not in (
      select message_id from captures order by message_id desc limit ${keep})
  `.execute(db)
}

export type Suppression = { hash: Buffer; scope: string; reason: string; messageId: number | null }

export async function insertSuppression(
  db: Db,
  { hash, scope, reason, messageId }: Suppression,
  at: Date,
) {
  await db
    .insertInto('suppressions')
    .values({ address_hash: hash, scope, reason, message_id: messageId, at })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export function listSuppressions(db: Db, limit: number) {
  return db
    .selectFrom('suppressions')
    .select(['scope', 'reason', 'message_id', 'at'])
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
}

/** Lifts one suppression of an address; returns whether there was one. */
export async function deleteSuppression(
  db: Db,
  { hash, scope }: Pick<Suppression, 'hash' | 'scope'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressions')
    .where('address_hash', '=', hash)
    .where('scope', '=', scope)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Erases an address (in small letters) from messages and captured mails, whose rows stay. Returns how many there
 * were.
 */
export async function blankRecipients(tx: Tx, email: string): Promise<number> {
  await blankMentions(tx, email)
  const { rows } = await sql<{ id: number }>`
    update messages set recipient = 'erased:' || id, subject = '', response = null, error = null,
      state = case when state in ('queued', 'sending') then 'withdrawn' else state end
    where lower(recipient) = ${email}
    returning id
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from captures where message_id = any(${ids}::bigint[])`.execute(tx)
  return ids.length
}

/**
 * Erases what mails to others say of a person: mails about the same orders have the names of buyer and holders in them,
 * and the buyer's may be in a subject of one's own.
 */
async function blankMentions(tx: Tx, email: string) {
  const { rows } = await sql<{ id: number }>`
    select id from messages where order_id = any(array(
      select order_id from messages where lower(recipient) = ${email} and order_id is not null))
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from captures where message_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    update messages set subject = '' where id = any(${ids}::bigint[]) and kind = 'ticket.issued'
  `.execute(tx)
}

/** Withdraws the mails about these orders that have not been sent. */
export async function withdrawOfOrders(db: Db, orderIds: readonly number[], now: Date) {
  await sql`
    update messages set state = 'withdrawn', lease_until = null, error = 'The order is part of the demo.'
    where order_id = any(${[...orderIds]}::bigint[]) and state = 'queued' and created_at <= ${now}
  `.execute(db)
}

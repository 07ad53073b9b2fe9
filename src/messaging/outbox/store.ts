import { sql } from 'kysely'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Locale } from '../../core/locale.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { flowOf, type MessageKind, type MessageState } from './rules.ts'

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
  /** The network of the order, as its cart has it; blank for orders of staff. */
  network?: string | null
  /** Why the message may not leave yet, as a sentence for staff. */
  withheld?: string | undefined
}

const draftRows = batchRows<MessageDraft & { flow: string | null }>(`draft (
  kind text, cause text, recipient text, "aboutKind" text, "aboutId" bigint, "orderId" bigint,
  "eventId" bigint, "attendeeId" bigint, locale text, details jsonb, "sendAt" timestamptz,
  network text, flow text, withheld text)`)

/** Inserts the messages that do not exist yet, in one statement; returns their ids. */
export async function insertMessages(
  tx: Tx,
  drafts: readonly MessageDraft[],
  now: Date,
): Promise<number[]> {
  const queued = drafts.map(draft => ({ ...draft, flow: flowOf(draft) }))
  const { rows } = await sql<{ id: number }>`
    insert into messages (kind, cause, recipient, about_kind, about_id, order_id, event_id,
      attendee_id, locale, details, send_at, created_at, network, flow, state, error)
    select kind, cause, recipient, "aboutKind", "aboutId", "orderId", "eventId", "attendeeId",
      locale, coalesce(details, '{}'), "sendAt", ${now}, network, flow,
      case when withheld is null then 'queued' else 'withheld' end, withheld
    from ${draftRows.inOrder(queued)}
    order by ordinality
    on conflict (cause, kind, recipient, about_id) do nothing
    returning id
  `.execute(tx)
  return rows.map(({ id }) => id)
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
      // Whatever waits for a later moment gets its turn anew then.
      ...(columns.send_at && { turn: null }),
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
      ...(to === 'queued' && {
        send_at: now,
        turn: null,
        attempts: 0,
        created_at: now,
        error: null,
      }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .where('recipient', 'not like', 'erased:%')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Queues messages that were withheld, and returns the ids of those that still were. */
export async function queueWithheld(tx: Tx, ids: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update messages set state = 'queued', send_at = ${now}, turn = null, created_at = ${now}, error = null
    where id = any(${[...ids]}::bigint[]) and state = 'withheld' and recipient not like 'erased:%'
    returning id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

type Leaving = { messageId: string; subject: string; bytes: number; until: Date }

/**
 * Stores the Message-ID before the first attempt, so that every attempt has the same, and renews the lease. Returns
 * whether the message is still to be sent: since it was claimed its recipient may have been erased, or another process
 * may have taken it.
 */
export async function noteLeaving(
  db: Db,
  { id, attempts }: { id: number; attempts: number },
  { messageId, subject, bytes, until }: Leaving,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ message_id: messageId, subject, bytes, lease_until: until })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
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
      state = case when state in ('queued', 'sending', 'withheld') then 'withdrawn' else state end
    where lower(recipient) = ${email}
    returning id
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from captures where message_id = any(${ids}::bigint[])`.execute(tx)
  return ids.length
}

export async function blankMailsOf(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update messages set recipient = 'erased:' || id, subject = '', response = null, error = null,
      state = case when state in ('queued', 'sending', 'withheld') then 'withdrawn' else state end
    where order_id = any(${[...orderIds]}::bigint[])
    returning id
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from captures where message_id = any(${ids}::bigint[])`.execute(tx)
  return ids
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
    where order_id = any(${[...orderIds]}::bigint[]) and state in ('queued', 'withheld') and created_at <= ${now}
  `.execute(db)
}

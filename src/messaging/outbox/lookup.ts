import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Locale } from '../../core/locale.ts'
import type { MessageKind, MessageState } from './rules.ts'

const columns = [
  'id',
  'kind',
  'cause',
  'recipient',
  'about_kind',
  'about_id',
  'order_id',
  'event_id',
  'attendee_id',
  'locale',
  'details',
  'state',
  'send_at',
  'attempts',
  'message_id',
  'subject',
  'bytes',
  'smtp_code',
  'response',
  'error',
  'created_at',
  'sent_at',
  'bounced_at',
] as const

export const selectMessages = (db: Db) => db.selectFrom('messages').select(columns)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirst']>>>

export type MessageRow = Omit<Row, 'kind' | 'state' | 'locale' | 'details'> & {
  kind: MessageKind
  state: MessageState
  locale: Locale
  /** Values known to the cause of the message that are in no other record any more. */
  details: Readonly<Record<string, unknown>>
}

export const typed = (row: Row) => row as MessageRow

export async function findMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  const row = await selectMessages(db).where('id', '=', id).executeTakeFirst()
  return row && typed(row)
}

export type MessageFilter = {
  state?: MessageState | undefined
  /** Leaves out the mails in this state. */
  except?: MessageState | undefined
  kind?: MessageKind | undefined
  order?: number | undefined
  recipient?: string | undefined
}

/** Messages, newest first, and only those before a given id. */
export async function listMessages(
  db: Db,
  { state, except, kind, order, recipient }: MessageFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<MessageRow[]> {
  let query = selectMessages(db).orderBy('id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('id', '<', before)
  if (state !== undefined) query = query.where('state', '=', state)
  if (except !== undefined) query = query.where('state', '<>', except)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (order !== undefined) query = query.where('order_id', '=', order)
  if (recipient !== undefined) {
    query = query.where(sql<boolean>`lower(recipient) = ${recipient.toLowerCase()}`)
  }
  return (await query.execute()).map(typed)
}

/** Whether a message of this kind about the order was sent. */
export async function wasTold(db: Db, orderId: number, kind: MessageKind): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('state', 'in', ['sent', 'captured'])
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this cause ever made a message of this kind, whatever became of it. */
export async function wasCaused(db: Db, kind: MessageKind, cause: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('cause', '=', cause)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a message of this kind to an address (in small letters) was queued after a moment. */
export async function wasQueuedSince(
  db: Db,
  kind: MessageKind,
  { recipient, since }: { recipient: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where(sql<boolean>`lower(recipient) = ${recipient}`)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** The bytes of a captured mail. */
export async function findCapture(db: Db, messageId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('captures')
    .select('raw')
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row?.raw
}

export type SenderState = {
  pausedUntil: Date | null
  problem: string | null
  connections: number | null
  queued: number
  /** When the oldest waiting message was queued. */
  oldest: Date | null
}

/** The state of sending: how many messages wait, and the last refusal. */
export async function readSender(db: Db): Promise<SenderState> {
  const { rows } = await sql<{
    paused_until: Date | null
    problem: string | null
    connections: number | null
    queued: number
    oldest: Date | null
  }>`
    select s.paused_until, s.problem, s.connections, w.queued, w.oldest
    from (select count(*) as queued, min(created_at) as oldest from messages
          where state in ('queued', 'sending')) w
    left join mail_sender s on true
  `.execute(db)
  const [row] = rows
  return {
    pausedUntil: row?.paused_until ?? null,
    problem: row?.problem ?? null,
    connections: row?.connections ?? null,
    queued: row?.queued ?? 0,
    oldest: row?.oldest ?? null,
  }
}

/** Messages stored for an address (in small letters). */
export async function messagesOfPerson(db: Db, email: string) {
  const rows = await selectMessages(db)
    .where(sql<boolean>`lower(recipient) = ${email}`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, kind, subject, state, created_at, sent_at }) => ({
    id,
    kind,
    subject,
    state,
    created_at,
    sent_at,
  }))
}

/** Why an address gets no mail of these scopes; undefined when it does. */
export async function findSuppression(
  db: Db,
  hash: Buffer,
  scopes: readonly string[],
): Promise<{ scope: string; reason: string } | undefined> {
  return db
    .selectFrom('suppressions')
    .select(['scope', 'reason'])
    .where('address_hash', '=', hash)
    .where('scope', 'in', scopes)
    .executeTakeFirst()
}

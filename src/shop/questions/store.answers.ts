import { sql } from 'kysely'
import type { Answer } from '../../core/questions/values.ts'
import { batchRows } from '../../platform/db/batch-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

export type AnswerRow = {
  question_id: number
  order_id: number | null
  /** Null for an answer of the order. */
  attendee_id: number | null
  value: Answer
  version: number
  given_at: Date
  /** The login of who of the staff wrote it; null where the buyer did. */
  by: string | null
}

/** A valid place as questions see it. */
export type AnsweringPlace = {
  id: number
  order_id: number | null
  event_id: number
  ticket_id: number
  name: string
}

const placeColumns = sql`a.id, a.order_id, a.event_id, a.ticket_id, a.holder_name as name`

/** A place that was given back, or whose guest does not come, is asked nothing. */
const isAsked = sql`a.status = 'publish' and a.going is distinct from false
  and a.order_status in ('completed', 'yes')`

/** The places of these orders that are asked, by order and number. */
export async function placesOfOrders(
  db: Db,
  orderIds: readonly number[],
): Promise<AnsweringPlace[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<AnsweringPlace>`
    select ${placeColumns} from attendees a
    where a.order_id = any(${[...orderIds]}::bigint[]) and ${isAsked} order by a.order_id, a.id
  `.execute(db)
  return rows
}

/** A place by its number; undefined for one that is asked nothing. */
export async function findPlace(db: Db, id: number): Promise<AnsweringPlace | undefined> {
  const { rows } = await sql<AnsweringPlace>`
    select ${placeColumns} from attendees a where a.id = ${id} and ${isAsked}
  `.execute(db)
  return rows[0]
}

/** The answers of these orders and their places, and of these places. */
export async function listAnswers(
  db: Db,
  { orders = [], attendees = [] }: { orders?: readonly number[]; attendees?: readonly number[] },
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select a.question_id, a.order_id, a.attendee_id, a.value, a.version, a.given_at, u.login as by
    from answers a left join users u on u.id = a.user_id
    where a.order_id = any(${[...orders]}::bigint[]) or a.attendee_id = any(${[...attendees]}::bigint[])
    order by a.id
  `.execute(db)
  return rows
}

export type AnswerDraft = {
  question_id: number
  order_id: number | null
  attendee_id: number | null
  /** As JSON text; null takes the answer back. */
  value: string | null
  version: number
  /** Who of the staff writes it; null for the buyer. */
  user_id: number | null
}

const draftRows = batchRows<AnswerDraft>(`draft (
  question_id bigint, order_id bigint, attendee_id bigint, value text, version integer, user_id bigint)`)

/** Writes answers; one that stays what it was keeps its version and instant. */
export async function writeAnswers(tx: Tx, drafts: readonly AnswerDraft[]): Promise<void> {
  const [gone, given] = [drafts.filter(isGone), drafts.filter(draft => !isGone(draft))]
  if (gone.length > 0) {
    await sql`
      delete from answers a using ${draftRows.of(gone)}
      where a.question_id = draft.question_id and a.attendee_id is not distinct from draft.attendee_id
        and (a.attendee_id is not null or a.order_id = draft.order_id)
    `.execute(tx)
  }
  for (const target of [sql`(order_id, question_id) where attendee_id is null`, ofAttendees]) {
    const some = given.filter(draft => (draft.attendee_id === null) !== (target === ofAttendees))
    if (some.length === 0) continue
    await sql`
      insert into answers (question_id, order_id, attendee_id, value, version, user_id)
      select d.question_id, d.order_id, d.attendee_id, d.value::jsonb, d.version, d.user_id
      from (select * from ${draftRows.of(some)}) d join questions q on q.id = d.question_id
      on conflict ${target} do update
      set value = excluded.value, version = excluded.version, user_id = excluded.user_id,
        given_at = clock_timestamp()
      where answers.value <> excluded.value
    `.execute(tx)
  }
}

const ofAttendees = sql`(attendee_id, question_id) where attendee_id is not null`
const isGone = ({ value }: AnswerDraft) => value === null

export type CartAnswerRow = {
  question_id: number
  /** 0 for the order. */
  ticket_id: number
  place: number
  value: Answer
}

/** The answers that wait with a cart. */
export async function listCartAnswers(db: Db, cartId: number): Promise<CartAnswerRow[]> {
  const { rows } = await sql<CartAnswerRow>`
    select question_id, ticket_id, place, value from cart_answers where cart_id = ${cartId}
  `.execute(db)
  return rows
}

export type CartAnswerDraft = Omit<CartAnswerRow, 'value'> & { value: string; version: number }

const cartRows = batchRows<CartAnswerDraft>(`draft (
  question_id bigint, ticket_id bigint, place integer, value text, version integer)`)

/** Replaces the answers that wait with a cart. */
export async function replaceCartAnswers(
  tx: Tx,
  cartId: number,
  drafts: readonly CartAnswerDraft[],
): Promise<void> {
  await sql`delete from cart_answers where cart_id = ${cartId}`.execute(tx)
  if (drafts.length === 0) return
  await sql`
    insert into cart_answers (cart_id, question_id, ticket_id, place, value, version)
    select c.id, d.question_id, d.ticket_id, d.place, d.value::jsonb, d.version
    from (select * from ${cartRows.of(drafts)}) d
    join questions q on q.id = d.question_id join carts c on c.id = ${cartId} and c.state <> 'ordered'
    on conflict do nothing
  `.execute(tx)
}

/**
 * Gives the answers that waited with carts to their complete orders, and to the places in the order in which they were registered.
 * One statement; answers that were given since stay.
 */
export async function bindAnswers(db: Db | Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`
    with waiting as (
      delete from cart_answers c using orders o
      where o.id = any(${[...orderIds]}::bigint[]) and o.cart_id = c.cart_id and o.completed_at is not null
      returning o.id as order_id, c.question_id, c.ticket_id, c.place, c.value, c.version, c.given_at
    )
    insert into answers (question_id, order_id, attendee_id, value, version, given_at)
    select w.question_id, w.order_id, p.id, w.value, w.version, w.given_at from waiting w
    left join lateral (
      select a.id from attendees a
      where a.order_id = w.order_id and a.ticket_id = w.ticket_id and a.going is distinct from false
      order by a.id offset w.place limit 1
    ) p on w.ticket_id > 0
    where w.ticket_id = 0 or p.id is not null
    on conflict do nothing
  `.execute(db)
}

/** Binds what still waits with complete orders of an event, before its answers are counted or exported. */
export async function bindAnswersOfEvent(db: Db, eventId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct o.id from questions q join cart_answers c on c.question_id = q.id
    join orders o on o.cart_id = c.cart_id
    where q.event_id = ${eventId} and o.completed_at is not null
  `.execute(db)
  await bindAnswers(
    db,
    rows.map(({ id }) => id),
  )
}

/** The complete orders of these carts. */
export async function ordersOfCarts(tx: Tx, cartIds: readonly number[]): Promise<number[]> {
  if (cartIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct o.id from cart_answers c join orders o on o.cart_id = c.cart_id
    where c.cart_id = any(${[...cartIds]}::bigint[])
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those of these orders that have places of an event which asks something that must be answered. */
export async function ordersAsked(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct l.order_id as id from order_lines l join questions q on q.event_id = l.event_id
    where l.order_id = any(${[...orderIds]}::bigint[]) and q.required and not q.closed
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Marks an order whose answers are missing; returns whether it was not marked before. */
export async function markMissing(tx: Tx, orderId: number, missing: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    insert into unanswered_orders (order_id, missing) values (${orderId}, ${missing})
    on conflict (order_id) do nothing returning order_id as id
  `.execute(tx)
  return rows.length > 0
}

/** Writes how many answers of a marked order are still missing. */
export async function updateMissing(tx: Tx, orderId: number, missing: number): Promise<void> {
  await sql`
    update unanswered_orders set missing = ${missing} where order_id = ${orderId} and missing <> ${missing}
  `.execute(tx)
}

/** The marked orders with places of an event, in order, those after one. */
export async function markedOrders(
  db: Db,
  eventId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.order_id as id from unanswered_orders u
    where u.order_id > ${after} and exists (
      select from order_lines l where l.order_id = u.order_id and l.event_id = ${eventId})
    order by u.order_id limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** How many required answers of an order are missing, as it was last counted; undefined for one that was never marked. */
export async function findMissing(db: Db, orderId: number): Promise<number | undefined> {
  const { rows } = await sql<{ missing: number }>`
    select missing from unanswered_orders where order_id = ${orderId}
  `.execute(db)
  return rows[0]?.missing
}

/** Deletes the answers of these orders and places, and those that wait with the orders' carts. */
export async function deleteAnswersOf(
  tx: Tx,
  { order, attendee }: { order: readonly number[]; attendee: readonly number[] },
): Promise<void> {
  await sql`
    delete from answers where order_id = any(${[...order]}::bigint[]) or attendee_id = any(${[...attendee]}::bigint[])
  `.execute(tx)
  await sql`
    delete from cart_answers where cart_id in (
      select cart_id from orders where id = any(${[...order]}::bigint[]) and cart_id is not null)
  `.execute(tx)
  await sql`delete from unanswered_orders where order_id = any(${[...order]}::bigint[])`.execute(tx)
}

/** What a question said in each version. */
export async function listTexts(
  db: Db,
  questionIds: readonly number[],
): Promise<{ question_id: number; version: number; text: Record<string, string> }[]> {
  if (questionIds.length === 0) return []
  const { rows } = await sql<{
    question_id: number
    version: number
    text: Record<string, string>
  }>`
    select question_id, version, text from question_texts
    where question_id = any(${[...questionIds]}::bigint[])
  `.execute(db)
  return rows
}

/** Those of these attendees, or of those of these orders, whose event shows the door an answer to one of its questions. */
export async function shownAtDoor(
  tx: Tx,
  whose: { attendeeIds: readonly number[] } | { orderIds: readonly number[] },
): Promise<number[]> {
  const ids = 'orderIds' in whose ? whose.orderIds : whose.attendeeIds
  if (ids.length === 0) return []
  const which =
    'orderIds' in whose
      ? sql`a.order_id = any(${[...ids]}::bigint[])`
      : sql`a.id = any(${[...ids]}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    select a.id from attendees a where ${which}
      and exists (select from questions q where q.event_id = a.event_id and q.at_door) order by a.id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

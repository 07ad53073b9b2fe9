import { sql } from 'kysely'
import { pagePath } from '../../catalogue/addresses/rules.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Row } from '../kinds/imported.ts'

type Linked = { id: number; organizers: number[]; terms: number[]; uid: string }

/** The organizers, terms and calendar names of events; what they had before goes. */
export async function writeEventParts(tx: Tx, events: readonly Linked[]): Promise<void> {
  if (events.length === 0) return
  const ids = events.map(({ id }) => id)
  const json = JSON.stringify(events)
  await sql`delete from event_organizers where event_id = any(${ids}::bigint[])`.execute(tx)
  await sql`delete from event_terms where event_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    insert into event_organizers (event_id, organizer_id, ordinal)
    select e.id, o.value::bigint, o.ordinality
    from jsonb_to_recordset(${json}::jsonb) as e (id bigint, organizers jsonb)
    cross join jsonb_array_elements_text(e.organizers) with ordinality as o
  `.execute(tx)
  await sql`
    insert into event_terms (event_id, term_id)
    select e.id, t.value::bigint
    from jsonb_to_recordset(${json}::jsonb) as e (id bigint, terms jsonb)
    cross join jsonb_array_elements_text(e.terms) as t
  `.execute(tx)
  await sql`
    insert into calendar_uids (event_id, uid)
    select id, uid from jsonb_to_recordset(${json}::jsonb) as e (id bigint, uid text)
    on conflict (event_id) do update set uid = excluded.uid
  `.execute(tx)
}

/** Counts the events of each term anew. */
export async function recountTerms(tx: Tx): Promise<void> {
  await sql`lock table terms in share row exclusive mode`.execute(tx)
  await sql`
    update terms set published_count = counted.n
    from (
      select t.id, count(e.id)::integer as n from terms t
      left join event_terms et on et.term_id = t.id
      left join events e on e.id = et.event_id and e.status = 'publish' and not e.hide_from_listings
        and e.password_hash is null
      group by t.id
    ) as counted
    where counted.id = terms.id and counted.n <> terms.published_count
  `.execute(tx)
}

/** Former slugs lead to their records, unless something has the address since. */
export async function writeOldSlugs(
  tx: Tx,
  kind: 'event' | 'venue' | 'organizer',
  records: readonly { id: number; oldSlugs: readonly string[] }[],
): Promise<void> {
  const rows = records.flatMap(({ id, oldSlugs }) =>
    oldSlugs.map(slug => ({ path: pagePath(kind, slug), kind, record_id: id })),
  )
  if (rows.length === 0) return
  await sql`
    insert into old_addresses (path, kind, record_id)
    select distinct on (path) path, kind, record_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (path text, kind text, record_id bigint)
    order by path, record_id desc
    on conflict (path) do nothing
  `.execute(tx)
}

type OrderParts = {
  id: number
  lines: Row[]
  moves: Row[]
  refundMinor: number
  refundedAt: string
}

/** The lines, history and refunds of orders. Lines keep their ids when an order comes again, because attendees name them. */
export async function writeOrderParts(tx: Tx, orders: readonly OrderParts[]): Promise<void> {
  if (orders.length === 0) return
  const ids = orders.map(({ id }) => id)
  const lines = JSON.stringify(
    orders.flatMap(({ id, lines: own }) => own.map(line => ({ order_id: id, ...line }))),
  )
  const columns = sql`order_id bigint, ordinal int, kind text, ticket_id bigint, event_id bigint, fee_id bigint, coupon_id bigint,
    name text, quantity int, unit_minor bigint, regular_unit_minor bigint, total_minor bigint, refunded_quantity int,
    refunded_minor bigint, opted_out boolean`
  const names = [
    'order_id',
    'ordinal',
    'kind',
    'ticket_id',
    'event_id',
    'fee_id',
    'coupon_id',
    'name',
    'quantity',
    'unit_minor',
    'regular_unit_minor',
    'total_minor',
    'refunded_quantity',
    'refunded_minor',
    'opted_out',
  ]
  const all = sql.join(names.map(name => sql.ref(name)))
  const set = sql.join(names.slice(2).map(name => sql`${sql.ref(name)} = l.${sql.ref(name)}`))
  await sql`
    update order_lines own set ${set} from jsonb_to_recordset(${lines}::jsonb) as l (${columns})
    where own.order_id = l.order_id and own.ordinal = l.ordinal
  `.execute(tx)
  await sql`
    insert into order_lines (${all})
    select ${all} from jsonb_to_recordset(${lines}::jsonb) as l (${columns})
    where not exists (select from order_lines own where own.order_id = l.order_id and own.ordinal = l.ordinal)
    order by order_id, ordinal
  `.execute(tx)
  await sql`
    delete from order_lines own where order_id = any(${ids}::bigint[]) and not exists (
      select from jsonb_to_recordset(${lines}::jsonb) as l (order_id bigint, ordinal int)
      where own.order_id = l.order_id and own.ordinal = l.ordinal)
  `.execute(tx)
  const moves = JSON.stringify(
    orders.flatMap(({ id, moves: own }) => own.map(move => ({ order_id: id, ...move }))),
  )
  await sql`delete from order_moves where order_id = any(${ids}::bigint[]) and cause = 'import'`.execute(
    tx,
  )
  await sql`
    insert into order_moves (order_id, from_status, to_status, cause, at)
    select order_id, "from", "to", 'import', at
    from jsonb_to_recordset(${moves}::jsonb) as m (order_id bigint, "from" text, "to" text, at timestamptz)
    order by order_id, at
  `.execute(tx)
  const refunds = JSON.stringify(
    orders
      .filter(({ refundMinor }) => refundMinor > 0)
      .map(({ lines: _, moves: __, ...own }) => own),
  )
  await sql`
    insert into refunds (order_id, amount_minor, lines, state, idempotency_key, created_at, updated_at)
    select r.id, r."refundMinor", (
        select coalesce(jsonb_agg(jsonb_build_object('lineId', l.id, 'quantity', l.refunded_quantity, 'amountMinor', l.refunded_minor) order by l.ordinal), '[]')
        from order_lines l where l.order_id = r.id and (l.refunded_quantity > 0 or l.refunded_minor > 0)),
      'done', 'import ' || r.id, r."refundedAt", r."refundedAt"
    from jsonb_to_recordset(${refunds}::jsonb) as r (id bigint, "refundMinor" bigint, "refundedAt" timestamptz)
    on conflict (idempotency_key) do update set amount_minor = excluded.amount_minor, lines = excluded.lines
  `.execute(tx)
}

type DoorRow = { id: number; at: string; source: string; user_id: number | null }

/** Notes in the door's log who was inside, once. */
export async function writeCheckIns(tx: Tx, entries: readonly DoorRow[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into check_ins (attendee_id, kind, at, source, user_id)
    select id, 'admitted', at, source, user_id
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as d (id bigint, at timestamptz, source text, user_id bigint)
    where not exists (select from check_ins c where c.attendee_id = d.id and c.kind = 'admitted' and c.at = d.at)
    order by id
  `.execute(tx)
}

/** Marks codes that were made elsewhere. */
export async function writeBroughtCodes(
  tx: Tx,
  codes: readonly { id: number; oldId: number }[],
): Promise<void> {
  if (codes.length === 0) return
  await sql`
    insert into brought_codes (attendee_id, old_id)
    select id, "oldId" from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as c (id bigint, "oldId" bigint)
    on conflict (attendee_id) do nothing
  `.execute(tx)
}

type PasswordRow = { name: string; stored: string; created_at: string }

/** Application passwords of the old site, for the accounts of ours. */
export async function writeBroughtPasswords(
  tx: Tx,
  users: readonly { id: number; passwords: readonly PasswordRow[] }[],
): Promise<void> {
  const rows = users.flatMap(({ id, passwords }) => passwords.map(own => ({ user_id: id, ...own })))
  if (rows.length === 0) return
  await sql`
    insert into brought_passwords (user_id, name, stored, created_at)
    select user_id, name, stored, created_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p (user_id bigint, name text, stored text, created_at timestamptz)
    on conflict (user_id, stored) do nothing
  `.execute(tx)
}

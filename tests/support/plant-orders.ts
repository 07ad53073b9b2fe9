import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import type { TestApp } from './start-app.ts'

export type PlantedOrders = {
  count: number
  /** Events that they are spread over; each tenth order has places at the next one, too. */
  events: readonly number[]
  /** Draws names and amounts. */
  seed?: number
  /** When the newest was placed; each other one a minute before. */
  newest?: string
}

/**
 * Orders with lines and attendees as sales leave them, in a few statements, however many there are. Their names, amounts,
 * states and times follow from the seed.
 */
export async function plantOrders(app: Pick<TestApp, 'db'>, planted: PlantedOrders): Promise<void> {
  await app.db.transaction().execute(tx => plantWithin(tx, planted))
}

async function plantWithin(
  db: Db,
  { count, events, seed = 1, newest = '2026-11-21T12:00:00Z' }: PlantedOrders,
) {
  const drawn = (salt: number, most: number) =>
    sql`(abs(hashint8(n * 31 + ${seed}::bigint * 7919 + ${salt}::bigint)::bigint) % ${most}::bigint)::int`
  const oneOf = (salt: number, words: readonly string[]) =>
    sql`(${[...words]}::text[])[1 + ${drawn(salt, words.length)}]`
  const free = sql`(n % 5 = 0)`
  await sql`
    create temporary table planted on commit drop as
    select nextval('record_ids') as id, n,
      ${oneOf(1, firstNames)} || ' ' || ${oneOf(2, lastNames)} || case when n % 3 = 0 then '' else '-' || n end as name,
      'p' || n || '.' || lower(${oneOf(2, ['smith', 'muller', 'garcia'])}) || '@example.org' as email,
      (${[...events]}::bigint[])[1 + n % ${events.length}] as event_id,
      (${[...events]}::bigint[])[1 + (n + 1) % ${events.length}] as other_id,
      n % 10 = 0 and ${events.length} > 1 as is_over_two,
      case when ${free} then 'free' else ${oneOf(4, ['card', 'wallet', 'card', 'staff'])} end as gateway,
      case when ${free} then 0 else 100 * (1 + ${drawn(5, 90)}) + 50 * (n % 2) end as total,
      case when ${free} then 'completed' else ${oneOf(6, ['completed', 'completed', 'completed', 'pending', 'voided', 'denied', 'refunded'])} end as status,
      ${newest}::timestamptz - n * interval '1 minute' as at
    from generate_series(1, ${count}::int) n
  `.execute(db)
  await sql`
    insert into orders (id, event_id, gateway, gateway_order_id, status, currency, subtotal_minor, fees_minor, discount_minor,
      total_minor, paid_minor, refunded_minor, purchaser_name, purchaser_email, stock, created_at, completed_at)
    select id, case when is_over_two then null else event_id end, gateway,
      case when gateway in ('card', 'wallet') then 'pi_' || md5(id::text) end, status, 'USD', total, 0, 0, total,
      case when status in ('completed', 'refunded') then total else 0 end, case when status = 'refunded' then total else 0 end,
      name, email, 'taken', at, case when status in ('completed', 'refunded') then at end
    from planted
  `.execute(db)
  await sql`
    insert into order_lines (order_id, ordinal, kind, ticket_id, event_id, name, quantity, unit_minor, regular_unit_minor, total_minor)
    select id, 0, 'ticket', event_id, event_id, 'Stalls', 1, total, total, total from planted
    union all select id, 1, 'ticket', other_id, other_id, 'Box', 1, 0, 0, 0 from planted where is_over_two
  `.execute(db)
  await sql`
    insert into attendees (event_id, ticket_id, ticket_name, order_id, status, order_status, holder_name, holder_email,
      purchaser_name, purchaser_email, paid_minor, currency, stock, security_code, created_at, search_text)
    select event, event, 'Stalls', id, 'publish', status, case when n % 7 = 0 then '' else name end, email, name, email,
      total, 'USD', 'taken', encode(sha256(convert_to(id::text || event::text, 'UTF8')), 'hex'), at,
      search_form(case when n % 7 = 0 then '' else name end) || E'\n' || search_form(email)
    from planted, unnest(case when is_over_two then array[event_id, other_id] else array[event_id] end) as places (event)
    where status in ('completed', 'pending')
  `.execute(db)
}

const firstNames = [
  'Anna',
  'Zoë',
  'Søren',
  'José',
  'Łukasz',
  'Maria',
  'Ivan',
  'Иван',
  'Ada',
  '=cmd',
]
const lastNames = [
  'Smith',
  'Müller',
  'García',
  'O’Brien',
  'Nguyen',
  'van Dijk',
  'Großmann',
  'Byron',
  'Χατζή',
  '"Q", Jr',
]

/** The payments of all orders and three entries of the books for each, as the writer of the books leaves them. */
export async function plantMoney({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await sql`
    insert into payments (order_id, method, amount_minor, currency, at, reference)
    select id, case gateway when 'wallet' then 'wallet' when 'staff' then 'cash' else 'card' end, paid_minor, currency,
      completed_at, coalesce(gateway_order_id, '')
    from orders where paid_minor > 0 on conflict do nothing
  `.execute(db)
  await sql`
    insert into book_entries (at, event_id, order_id, kind, method, amount_minor, currency, cause_kind, cause_id, n)
    select p.at, l.event_id, p.order_id, e.kind, p.method, e.sign * p.amount_minor, p.currency, e.cause,
      case e.cause when 'order' then p.order_id else p.id end, 0
    from payments p
    join order_lines l on l.order_id = p.order_id and l.ordinal = 0
    cross join (values ('sale', 1, 'order'), ('payment', 1, 'payment'), ('refund', -1, 'refund')) as e (kind, sign, cause)
    where e.kind <> 'refund' or p.id % 40 = 0
    on conflict do nothing
  `.execute(db)
  await sql`
    insert into booked_orders (order_id, as_of) select id, updated_at from orders on conflict do nothing
  `.execute(db)
  await sql`
    insert into book_positions (name, looked_until) values ('orders', clock_timestamp())
    on conflict (name) do update set looked_until = excluded.looked_until
  `.execute(db)
}

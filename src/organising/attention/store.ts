import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '../../core/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Waiting } from './rules.ts'

/** At most so many of each kind are read; whoever has more has another trouble. */
export const mostOfAKind = 100

type Looking = { reach: Reach; now: Date }

export const within = (reach: Reach, event: RawBuilder<unknown>) =>
  reach === 'all' ? sql`true` : sql`${event} = any(${[...reach]}::bigint[])`

/** The events of an order that are in reach; none where the order is not. */
const eventsOf = (reach: Reach, order: RawBuilder<unknown>) => sql`
  lateral (
    select coalesce(array_agg(distinct event_id order by event_id), '{}') as events from order_lines
    where order_id = ${order} and event_id is not null and ${within(reach, sql`event_id`)}
  ) as own`

/**
 * The refunds of a part in reach: of all of the order, or with lines of events in reach. An amount without lines belongs to
 * the whole, and is shown to whoever has all of it (contract.md 28.2).
 */
const isOwnRefund = (reach: Reach) =>
  reach === 'all'
    ? sql`true`
    : sql`(not exists (select from order_lines l where l.order_id = r.order_id and l.event_id is not null
        and not ${within(reach, sql`l.event_id`)})
      or exists (select from jsonb_array_elements(r.lines) as part
        join order_lines l on l.id = (part ->> 'lineId')::bigint where ${within(reach, sql`l.event_id`)}))`

export async function rowsOf(db: Db, query: RawBuilder<unknown>): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select kind, id, since, deadline, events, "order", attendee, ticket from (${query}) as waiting
  `.execute(db)
  return rows.map(row => ({ ...row, events: row.events.map(Number) }))
}

/** Disputes without an end, and those of refunds and mails, by the orders whose events are in reach. */
export function waitingOrders(db: Db, { reach, now }: Looking): Promise<Waiting[]> {
  const isSeen = reach === 'all' ? sql`true` : sql`own.events <> '{}'`
  const isSeenRefund = sql`${isSeen} and ${isOwnRefund(reach)}`
  return rowsOf(
    db,
    sql`
    (select 'dispute' as kind, d.dispute_id as id, m.at as since, d.answer_by as deadline, own.events,
      d.order_id as "order", null::bigint as attendee, null::bigint as ticket
    from order_disputes d join orders o on o.id = d.order_id left join order_moves m on m.id = d.move_id,
      ${eventsOf(reach, sql`d.order_id`)}
    -- An inquiry about money that went back asks for nothing any more.
    where (d.state = 'open' or (d.state = 'inquiry' and o.status not in ('refunded', 'reversed'))) and ${isSeen} order by d.answer_by, d.order_id limit ${mostOfAKind})
    union all
    -- Solved by whoever gave the money back in another way afterwards.
    (select 'refund_failed', r.id::text, r.updated_at, null::timestamptz, own.events, r.order_id, null, null
    from refunds r, ${eventsOf(reach, sql`r.order_id`)}
    where r.state = 'failed' and ${isSeenRefund} and not exists (select from refunds later
      where later.order_id = r.order_id and later.id > r.id and later.state <> 'failed')
    order by r.id limit ${mostOfAKind})
    union all
    (select 'refund_pending', r.id::text, r.created_at, null, own.events, r.order_id, null, null
    from refunds r, ${eventsOf(reach, sql`r.order_id`)}
    where r.state in ('reserved', 'sent') and ${isSeenRefund}
      and r.created_at <= ${now}::timestamptz - interval '2 days'
    order by r.id limit ${mostOfAKind})
    union all
    -- Money that was given back at the provider, which names no places. Solved by ending a place or by a note about why not.
    (select 'refund_unplaced', r.id::text, r.created_at, null, own.events, r.order_id, null, null
    from refunds r join orders o on o.id = r.order_id, ${eventsOf(reach, sql`r.order_id`)}
    where r.idempotency_key like 'provider-%' and r.state = 'done' and o.status = 'completed' and ${isSeenRefund}
      and not exists (select from desk_notes n where n.order_id = r.order_id and n.at >= r.created_at)
      and not exists (select from attendees a where a.order_id = r.order_id and a.status <> 'publish'
        and a.updated_at >= r.created_at)
    order by r.id limit ${mostOfAKind})
    union all
    -- Solved by another address, by a mail that arrives there, or by the end of the event.
    (select distinct on (b.order_id, b.attendee_id, lower(b.recipient)) 'mail_bounced', b.id::text, b.bounced_at, null,
      array[e.id], b.order_id, b.attendee_id, null
    from messages b join attendees a on a.order_id = b.order_id or a.id = b.attendee_id
    join events e on e.id = a.event_id
    where b.state = 'bounced' and a.status = 'publish' and e.ends_at > ${now} and ${within(reach, sql`e.id`)}
      and lower(b.recipient) in (lower(a.holder_email), lower(a.purchaser_email))
      and not exists (select from messages later where lower(later.recipient) = lower(b.recipient)
        and later.id > b.id and later.state = 'sent')
    order by b.order_id, b.attendee_id, lower(b.recipient), b.id desc limit ${mostOfAKind})`,
  )
}

type LookingAtEvents = Looking & {
  /** Whether an account takes real money. */
  takesMoney: boolean
}

/** Events of the next day that cannot take their money. */
export function eventsWithoutAccount(db: Db, { reach, now, takesMoney }: LookingAtEvents) {
  if (takesMoney) return Promise.resolve([])
  return rowsOf(
    db,
    sql`
    select 'event_without_account' as kind, e.id::text as id, null::timestamptz as since, e.starts_at as deadline,
      array[e.id] as events, null::bigint as "order", null::bigint as attendee, null::bigint as ticket
    from events e
    where e.status = 'publish' and e.happening = 'scheduled' and ${within(reach, sql`e.id`)}
      and e.starts_at > ${now} and e.starts_at <= ${now}::timestamptz + interval '24 hours'
      and exists (select from tickets t where t.event_id = e.id and t.status = 'publish'
        and t.provider = 'tc' and t.price_minor > 0)
    order by e.starts_at, e.id limit ${mostOfAKind}`,
  )
}

/** Events of this evening, on the clock of their place, for which no phone is paired and no scanner has a key. */
export const eventsWithoutDoor = (db: Db, { reach, now }: Looking) =>
  rowsOf(
    db,
    sql`
    select 'event_without_door' as kind, e.id::text as id, null::timestamptz as since, e.starts_at as deadline,
      array[e.id] as events, null::bigint as "order", null::bigint as attendee, null::bigint as ticket
    from events e
    where e.status = 'publish' and e.happening = 'scheduled' and ${within(reach, sql`e.id`)}
      and e.ends_at > ${now} and e.starts_at <= ${now}::timestamptz + interval '24 hours'
      and e.starts_at > ${now}::timestamptz - interval '24 hours'
      and (e.starts_at at time zone e.timezone)::date = (${now}::timestamptz at time zone e.timezone)::date
      and exists (select from tickets t where t.event_id = e.id)
      and not exists (select from door_devices d
        where e.id = any(d.event_ids) and d.paired_at is not null and d.revoked_at is null
          and d.profile <> 'list')
      and not exists (select from scanner_keys k where k.event_id = e.id)
    order by e.starts_at, e.id limit ${mostOfAKind}`,
  )

/** Pools of coming events of which more than 95 of 100 places are held or sold. */
export const poolsNearlyFull = (db: Db, { reach, now }: Looking) =>
  rowsOf(
    db,
    sql`
    select 'pool_nearly_full' as kind, p.id::text as id, null::timestamptz as since, e.starts_at as deadline,
      array[e.id] as events, null::bigint as "order", null::bigint as attendee,
      (select min(t.id) from tickets t where t.pool_id = p.id) as ticket
    from pools p join events e on e.id = p.event_id
    where p.capacity > 0 and (p.held + p.sold) * 100::bigint > p.capacity * 95::bigint
      and e.status = 'publish' and e.happening = 'scheduled' and e.ends_at > ${now} and ${within(reach, sql`e.id`)}
    order by e.starts_at, p.id limit ${mostOfAKind}`,
  )

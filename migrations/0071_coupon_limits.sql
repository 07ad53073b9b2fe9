-- Tickets that nobody sees or buys without a coupon that opens them (contract.md 42.4). A table of its own, because 0.1.0 reads
-- rows of tickets whole.
create table hidden_tickets (
  ticket_id bigint primary key references tickets (id) on delete cascade
);
-- old code satisfies write_audit_entry: it does not write the table.
create trigger write_audit_entry after insert or update or delete on hidden_tickets for each row
  when (coalesce(current_setting('marquee.actor', true), '') like '{%')
  execute function write_audit_entry('ticket', 'ticket_id', 'hidden', '{}', '{}', '{}');
-- Answers are made of it (migration 0067).
create trigger tell_strange_write after insert or update or delete or truncate on hidden_tickets for each statement
  when (left(current_setting('application_name'), 8) <> 'marquee:') execute function tell_strange_write();

-- What a coupon is limited to, and which hidden tickets it opens (contract.md 42.1). A coupon without a row counts for everything.
-- Events and tickets are lists of ids, and not rows with foreign keys: a coupon for one ticket must not count for all when that
-- ticket is deleted.
create table coupon_limits (
  coupon_id bigint primary key references coupons (id) on delete cascade,
  event_ids bigint[] not null default '{}',
  ticket_ids bigint[] not null default '{}',
  opens bigint[] not null default '{}',
  min_total_minor bigint constraint coupon_limits_minimum_is_positive check (min_total_minor > 0),
  min_total_currency text,
  max_places integer constraint coupon_limits_places_are_positive check (max_places > 0),
  max_places_per_order integer
    constraint coupon_limits_places_per_order_are_positive check (max_places_per_order > 0),
  per_person integer constraint coupon_limits_uses_per_person_are_positive check (per_person > 0),
  tag text not null default '',
  constraint coupon_limits_minimum_has_a_currency
    check ((min_total_minor is null) = (min_total_currency is null))
);
create index coupon_limits_by_tag on coupon_limits (tag, coupon_id) where tag <> '';
-- old code satisfies write_audit_entry: it does not write the table.
create trigger write_audit_entry after insert or update or delete on coupon_limits for each row
  when (coalesce(current_setting('marquee.actor', true), '') like '{%')
  execute function write_audit_entry('coupon', 'coupon_id', 'limits', '{}', '{}', '{}');

-- The places for which a cart holds its coupon. An older release leaves 0 there: it knows no such limit.
alter table coupon_holds add column places integer not null default 0
  constraint coupon_holds_places_are_not_negative check (places >= 0);

-- What a limited coupon took its discount from in an order, and for how many places it was used. `counted` while the use is: from
-- the completion of the order until its use is given back.
create table order_coupons (
  order_id bigint primary key references orders (id) on delete cascade,
  coupon_id bigint references coupons (id) on delete set null,
  ticket_ids bigint[] not null,
  places integer not null constraint order_coupons_places_are_not_negative check (places >= 0),
  counted boolean not null default false
);
create index order_coupons_by_coupon on order_coupons (coupon_id) include (places) where counted;

create index orders_by_coupon_and_person on orders (coupon_id, lower(purchaser_email))
  where coupon_id is not null;

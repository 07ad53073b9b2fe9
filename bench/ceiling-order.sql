-- One whole order of two attendees in one transaction, as a service without lanes would write it: the same tables, the
-- same rows, the same hot row of stock. The cart was filled beforehand; so were the ids, which costs this side nothing.
select nextval('bench_carts') as cart, nextval('record_ids') as id \gset
begin;
select id, capacity, held, sold from pools where id = :pool for no key update;
update carts set state = 'ordered', updated_at = clock_timestamp(), expires_at = null where id = :cart;
update holds set state = 'sold' where cart_id = :cart;
update pools set held = held - 2, sold = sold + 2 where id = :pool;
insert into orders (id, cart_id, event_id, gateway, gateway_order_id, status, currency, subtotal_minor, fees_minor, discount_minor, total_minor, coupon_use, stock, purchaser_name, purchaser_email, completed_at) values (:id, :cart, :event, 'free', md5(:id::bigint::text), 'completed', 'USD', 0, 0, 0, 0, 'none', 'taken', 'Ann Example', 'ann@example.org', clock_timestamp());
insert into order_lines (order_id, ordinal, kind, ticket_id, event_id, name, quantity, unit_minor, regular_unit_minor, total_minor, names, opted_out) values (:id, 1, 'ticket', :ticket, :event, 'Seat', 2, 0, 0, 0, '[]', true) returning id as line \gset
insert into order_moves (order_id, to_status, cause) values (:id, 'completed', 'free order');
insert into attendees (event_id, ticket_id, ticket_name, order_id, order_line_id, status, order_status, holder_name, holder_email, purchaser_name, purchaser_email, opted_out, paid_minor, currency, pool_id, stock, security_code, search_text) select :event, :ticket, 'Seat', :id, :line, 'publish', 'completed', 'Ann Example', 'ann@example.org', 'Ann Example', 'ann@example.org', true, 0, 'USD', :pool, 'taken', md5(:id::bigint::text || n), 'ann example ann@example.org' from generate_series(1, 2) n returning id;
update tickets set attendees_count = attendees_count + 2 where id = :ticket;
insert into attendee_counts as counts (ticket_id, order_status, event_id, valid, inside, listed) values (:ticket, 'completed', :event, 2, 0, 0) on conflict (ticket_id, order_status) do update set valid = counts.valid + 2;
insert into facts (name, payload) values ('order.completed', jsonb_build_object('order_id', :id::bigint, 'event_ids', jsonb_build_array(:event::bigint), 'ticket_ids', jsonb_build_array(:ticket::bigint)));
commit;

-- When an order that has ended is compared with its provider again; null when never more.

alter table orders add column recheck_at timestamptz;
create index orders_to_recheck on orders (recheck_at) where recheck_at is not null;
update orders set recheck_at = updated_at + interval '1 hour'
where gateway in ('card', 'wallet') and gateway_order_id is not null
  and status not in ('created', 'pending', 'action-req', 'approved')
  and updated_at > now() - interval '30 days';

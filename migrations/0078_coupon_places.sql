-- For how many places a limited coupon was ordered, kept by the database in the statement that counts an order, in whatever release.
-- Every cart of the coupon reads it under the lock of the coupon; adding up its orders took milliseconds there.
create table coupon_places (
  coupon_id bigint primary key references coupons (id) on delete cascade,
  ordered integer not null
);

create function count_coupon_places() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into coupon_places (coupon_id, ordered)
    select coupon_id, sum(places) from became where counted group by coupon_id having coupon_id is not null
    order by coupon_id
    on conflict (coupon_id) do update set ordered = coupon_places.ordered + excluded.ordered;
  elsif tg_op = 'DELETE' then
    update coupon_places set ordered = ordered - gone.places
    from (select coupon_id, sum(places) as places from was where counted group by coupon_id) gone
    where coupon_places.coupon_id = gone.coupon_id;
  else
    -- A coupon that is being deleted leaves its orders; its count goes with it.
    insert into coupon_places (coupon_id, ordered)
    select coupon_id, sum(change) from (
      select coupon_id, places as change from became where counted
      union all select coupon_id, -places from was where counted) changes
    where exists (select from coupons where id = coupon_id)
    group by coupon_id having sum(change) <> 0 order by coupon_id
    on conflict (coupon_id) do update set ordered = coupon_places.ordered + excluded.ordered;
  end if;
  return null;
end $$;

-- old code satisfies count_coupon_places_added: it keeps the count for it.
create trigger count_coupon_places_added after insert on order_coupons
  referencing new table as became for each statement execute function count_coupon_places();
-- old code satisfies count_coupon_places_changed: it keeps the count for it.
create trigger count_coupon_places_changed after update on order_coupons
  referencing old table as was new table as became for each statement execute function count_coupon_places();
-- old code satisfies count_coupon_places_gone: it keeps the count for it.
create trigger count_coupon_places_gone after delete on order_coupons
  referencing old table as was for each statement execute function count_coupon_places();

insert into coupon_places (coupon_id, ordered)
select coupon_id, sum(places) from order_coupons where counted and coupon_id is not null group by coupon_id;

-- Counts by order status too: what a device at the door is shown, or a list asks for, is a sum of a few rows then.
drop table attendee_counts;
create table attendee_counts (
  ticket_id bigint not null,
  order_status text not null,
  event_id bigint not null references events (id),
  valid integer not null,
  inside integer not null,
  listed integer not null,
  primary key (ticket_id, order_status)
);
insert into attendee_counts (ticket_id, order_status, event_id, valid, inside, listed)
select ticket_id, order_status, event_id, count(*), count(checked_in_at),
  count(*) filter (where not opted_out and going is distinct from false
    and order_status in ('completed', 'yes'))
from attendees where status = 'publish' group by ticket_id, order_status, event_id;
create index attendee_counts_by_event on attendee_counts (event_id);

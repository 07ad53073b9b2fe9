-- Unnamed tickets that somebody else sells, such as a shop: one order of one ticket, printed as a sheet of codes.
create table desk_batches (
  order_id bigint primary key references orders (id),
  event_id bigint not null,
  ticket_id bigint not null,
  places integer not null constraint desk_batches_are_of_places check (places between 1 and 500),
  user_id bigint references users (id) on delete set null,
  at timestamptz not null default clock_timestamp()
);
create index desk_batches_by_event on desk_batches (event_id, order_id);
create index desk_batches_by_user on desk_batches (user_id) where user_id is not null;

-- old code satisfies write_audit_entry: it does not write this table.
create trigger write_audit_entry after insert or update or delete on desk_batches for each row
  when (coalesce(current_setting('marquee.actor', true), '') like '{%')
  execute function write_audit_entry('order', 'order_id', 'batch', '{}', '{}', '{}');

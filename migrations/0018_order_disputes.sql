-- How each dispute of an order stands. Its steps stay in the history; a process of release 0.1.0 writes them only there.
create table order_disputes (
  order_id bigint not null,
  -- The provider's own.
  dispute_id text not null,
  state text not null
    constraint order_disputes_have_a_known_state check (state in ('inquiry', 'open', 'won', 'lost')),
  -- The line of the history that says so; what a later one says is newer.
  move_id bigint not null,
  primary key (order_id, dispute_id)
);
insert into order_disputes (order_id, dispute_id, state, move_id)
select distinct on (order_id, split_part(cause, ' ', 3))
  order_id, split_part(cause, ' ', 3), split_part(cause, ' ', 2), id
from order_moves
where cause ~ '^dispute (inquiry|open|won|lost) [^ ]+$'
order by order_id, split_part(cause, ' ', 3), id desc;

-- When staff were told that the provider does not have the money of an order: they are told once.
alter table orders add column money_missed_at timestamptz;

-- Last, so that the history is not read while tables are locked that buyers write to.
alter table order_disputes
  add constraint order_disputes_order_id_fkey foreign key (order_id) references orders (id),
  add constraint order_disputes_move_id_fkey foreign key (move_id) references order_moves (id);

-- What becomes of the money of an order is asked of its buyer, who may choose until a moment. An item of a run waits so long.
create table refund_choices (
  run_id bigint not null references runs (id) on delete cascade,
  n integer not null,
  order_id bigint not null references orders (id) on delete cascade,
  until_at timestamptz not null,
  may_keep boolean not null,
  asked_at timestamptz not null,
  chosen text constraint refund_choices_are_known check (chosen in ('refund', 'donate', 'keep')),
  chosen_at timestamptz,
  primary key (run_id, n)
);
create index refund_choices_by_order on refund_choices (order_id);

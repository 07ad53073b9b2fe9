-- Orders of which names, addresses and remarks were emptied because their time was over.
create table emptied_orders (
  order_id bigint primary key references orders (id),
  at timestamptz not null
);

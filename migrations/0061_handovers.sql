-- Tickets that a visitor chose inside another site's page, until the checkout in a new tab takes them over (contract.md 37.8). The
-- code and the browser that it is for are hashed; a row lives two minutes, and no release before knows the table.
create table handovers (
  code_hash text primary key,
  browser_hash text not null,
  network text not null,
  event_id bigint not null references events (id) on delete cascade,
  quantities jsonb not null,
  expires_at timestamptz not null
);
create index handovers_by_network on handovers (network, expires_at);
create index handovers_by_end on handovers (expires_at);
create index handovers_by_event on handovers (event_id);

-- Ways of paying that a real account or key was ever configured for. Rows are never deleted: from the first one on the
-- sandbox does not come back by itself.
create table configured_gateways (
  gateway text primary key
    constraint configured_gateways_are_real check (gateway in ('card', 'wallet')),
  since timestamptz not null default clock_timestamp()
);
insert into configured_gateways (gateway)
select gateway from merchant_accounts where gateway in ('card', 'wallet')
union select gateway from orders where gateway in ('card', 'wallet');

-- Nonces that are good once, by the SHA-256 of what was handed out.
create table single_nonces (
  hash bytea primary key,
  action text not null,
  user_id bigint not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index single_nonces_by_user on single_nonces (user_id);

-- The slug of a coupon that was deleted while the cart had it: its buyer has to hear of it.
alter table carts add column lost_coupon text;

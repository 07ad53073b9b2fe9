-- What staff write to guests, as a run of messages says it, in each language. A mail is composed from it when it leaves.
create table message_texts (
  run_id bigint not null references runs (id) on delete cascade,
  locale text not null,
  subject text not null,
  body text not null,
  primary key (run_id, locale)
);

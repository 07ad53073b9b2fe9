-- Events whose guests are about to be told of a change: what they were last told, until it is compared.
create table event_notices (
  event_id bigint primary key,
  since timestamptz not null,
  due_at timestamptz not null,
  told jsonb not null
);

-- For which start the guests of an event were reminded.
create table event_reminders (
  event_id bigint primary key,
  starts_at timestamptz not null
);

-- Who held a ticket before it was passed on, so that the mail about it finds them.
create table holder_changes (
  attendee_id bigint not null,
  -- The generation that ended.
  generation integer not null,
  name text not null,
  email text not null,
  at timestamptz not null,
  primary key (attendee_id, generation)
);
create index holder_changes_by_age on holder_changes (at);

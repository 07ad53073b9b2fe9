-- Since when a ticket is with somebody who is not its purchaser, and the name that the purchaser gave when passing it on.
-- The name is empty once the ticket went on from there, because that is no business of the purchaser.
alter table attendees add column passed_on_at timestamptz;
alter table attendees add column passed_to text not null default '';

-- Codes that ended because the ticket was passed on, so that pages and doors can tell them from forged ones.
create table former_codes (
  attendee_id bigint not null,
  code_hash bytea not null,
  at timestamptz not null,
  primary key (attendee_id, code_hash)
);

-- In the database, so that the processes of an older release write it too.
create function note_passing_on() returns trigger language plpgsql as $$
begin
  insert into former_codes (attendee_id, code_hash, at)
  values (old.id, sha256(convert_to(old.security_code, 'UTF8')), clock_timestamp())
  on conflict do nothing;
  if lower(trim(new.holder_email)) = lower(trim(new.purchaser_email)) then
    new.passed_on_at := null;
    new.passed_to := '';
  elsif old.passed_on_at is null then
    new.passed_on_at := clock_timestamp();
    new.passed_to := new.holder_name;
  else
    new.passed_to := '';
  end if;
  return new;
end $$;

-- old code satisfies note_passing_on: it changes only the columns that the function fills.
create trigger note_passing_on before update of security_code on attendees for each row
  when (old.security_code is distinct from new.security_code)
  execute function note_passing_on();

-- The name given to a new holder is a person's, and stands in the entry as holder_name already.
drop trigger write_audit_entry on attendees;
-- old code satisfies write_audit_entry: it writes the columns that there were.
create trigger write_audit_entry after insert or update or delete on attendees for each row
  when (coalesce(current_setting('marquee.actor', true), '') like '{%')
  execute function write_audit_entry('attendee', 'id', '', '{search_text,updated_at,passed_on_at,passed_to}', '{security_code}',
    '{holder_name,holder_email,purchaser_name,purchaser_email}');

-- What was passed on before. Who had it in between is known for a few days only, so that no name is taken from there.
update attendees set passed_on_at = coalesce(
    (select min(at) from holder_changes where attendee_id = attendees.id), updated_at)
where status = 'publish' and generation > 1
  and lower(trim(holder_email)) <> lower(trim(purchaser_email));

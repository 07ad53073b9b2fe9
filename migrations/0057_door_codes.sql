-- The code of a ticket that people can read out and type: seven random letters and one that checks them (contract.md 34.7). In
-- a table of its own, which an older release neither reads nor writes.
create table door_codes (
  attendee_id bigint primary key references attendees (id) on delete cascade,
  code text not null constraint door_codes_are_unique unique
);

-- `src/ticketing/checkin/door-code.ts` reads what this writes: letters without look-alikes, whose weighted sum is a multiple of 23.
create function new_door_code() returns text language plpgsql volatile as $$
declare
  letters constant text := 'ABCDEFGHJKMNPQRSTUVWXYZ';
  -- Twelve random digits of a version 4 UUID.
  drawn bigint := ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))::bit(48)::bigint;
  code text := '';
  total integer := 0;
begin
  for weight in 1..7 loop
    code := code || substr(letters, (drawn % 23)::integer + 1, 1);
    total := total + weight * (drawn % 23)::integer;
    drawn := drawn / 23;
  end loop;
  -- 20 * 8 is -1 modulo 23.
  return code || substr(letters, (20 * total) % 23 + 1, 1);
end $$;

-- In the database, so that places that an older release sells have one too.
create function give_door_codes() returns trigger language plpgsql as $$
declare
  missing integer;
  given integer;
begin
  select count(*) into missing from written;
  while missing > 0 loop
    -- Whoever drew a code that there is draws again.
    insert into door_codes (attendee_id, code)
    select id, new_door_code() from written
    where not exists (select from door_codes where attendee_id = written.id)
    on conflict do nothing;
    get diagnostics given = row_count;
    missing := missing - given;
  end loop;
  return null;
end $$;

-- old code satisfies give_door_codes: it inserts attendees, which is all that this asks for.
create trigger give_door_codes after insert on attendees referencing new table as written
  for each statement execute function give_door_codes();

-- Who passes a ticket on keeps no code of it.
create function replace_door_code() returns trigger language plpgsql as $$
begin
  loop
    begin
      update door_codes set code = new_door_code() where attendee_id = new.id;
      return null;
    exception when unique_violation then
    end;
  end loop;
end $$;

-- old code satisfies replace_door_code: it changes security codes as before.
create trigger replace_door_code after update of security_code on attendees for each row
  when (old.security_code is distinct from new.security_code)
  execute function replace_door_code();

-- What was sold before.
do $$
begin
  while exists (select from attendees where not exists (select from door_codes where attendee_id = attendees.id)) loop
    insert into door_codes (attendee_id, code)
    select id, new_door_code() from attendees
    where not exists (select from door_codes where attendee_id = attendees.id)
    on conflict do nothing;
  end loop;
end $$;

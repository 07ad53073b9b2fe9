-- Descriptions and excerpts as they are shown (contract.md 12.1), written with their texts. Null where a release that does not
-- know these columns wrote the text: it is rendered at each read until a job has filled them.
alter table events add column description_html text, add column excerpt_html text;
alter table venues add column description_html text;
alter table organizers add column description_html text;
alter table terms add column description_html text;

-- In the database, so that what an older release writes is never shown as the text before it.
create function forget_rendered() returns trigger language plpgsql as $$
begin
  if new.description is distinct from old.description and new.description_html is not distinct from old.description_html then
    new.description_html := null;
  end if;
  return new;
end $$;

create function forget_rendered_excerpt() returns trigger language plpgsql as $$
begin
  if new.excerpt is distinct from old.excerpt and new.excerpt_html is not distinct from old.excerpt_html then
    new.excerpt_html := null;
  end if;
  return new;
end $$;

-- old code satisfies forget_rendered: it refuses nothing and changes columns that old code does not know.
-- old code satisfies forget_rendered_excerpt: as before.
create trigger forget_rendered before update of description on events
  for each row execute function forget_rendered();
create trigger forget_rendered_excerpt before update of excerpt on events
  for each row execute function forget_rendered_excerpt();
create trigger forget_rendered before update of description on venues
  for each row execute function forget_rendered();
create trigger forget_rendered before update of description on organizers
  for each row execute function forget_rendered();
create trigger forget_rendered before update of description on terms
  for each row execute function forget_rendered();

-- An entry has the text itself, once.
-- old code satisfies write_audit_entry: it writes the columns that there were.
do $$
declare
  written record;
begin
  for written in select * from (values
    ('events', 'event',
      '{search_text,updated_at,sequence,ticketed,ticket_prices_minor,ticket_prices_currency,description_html,excerpt_html}',
      '{password_hash}', '{}'),
    ('venues', 'venue', '{search_text,updated_at,description_html}', '{}', '{phone}'),
    ('organizers', 'organizer', '{search_text,updated_at,description_html}', '{}', '{phone,email}'),
    ('terms', 'term', '{published_count,description_html}', '{}', '{}')
  ) as t (name, record, left_out, secret, personal)
  loop
    execute format('drop trigger write_audit_entry on %I', written.name);
    execute format(
      'create trigger write_audit_entry after insert or update or delete on %I for each row
       when (coalesce(current_setting(''marquee.actor'', true), '''') like ''{%%'')
       execute function write_audit_entry(%L, ''id'', '''', %L, %L, %L)',
      written.name, written.record, written.left_out, written.secret, written.personal);
  end loop;
end $$;

-- Writes of connections that are none of Marquee's processes (psql, a script, monitoring, an older release) are told to
-- all processes by the database itself, with the transaction that makes them. Marquee's own processes announce their
-- writes outside of their transactions: transactions that notify are committed one after the other (decision 0029). The
-- condition is part of the trigger, so that a write of their own calls no function.
-- old code satisfies tell_strange_write: it reads no row and refuses nothing
create function tell_strange_write() returns trigger language plpgsql as $$
begin
  perform pg_notify('marquee_writes', '{"from":"","rows":[["' || tg_table_name || '"]]}');
  return null;
end $$;

do $$
declare shown text;
begin
  foreach shown in array array['events', 'event_organizers', 'event_terms', 'image_files', 'images', 'organizers',
    'site_settings', 'terms', 'users', 'venues', 'fees', 'holds', 'pools', 'shared_pools', 'ticket_fees',
    'ticket_minimums', 'tickets', 'whole_event_sales']
  loop
    execute format('create trigger tell_strange_write after insert or update or delete or truncate on %I
      for each statement when (left(current_setting(''application_name''), 8) <> ''marquee:'')
      execute function tell_strange_write()', shown);
  end loop;
end $$;

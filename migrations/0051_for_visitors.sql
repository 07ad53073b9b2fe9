-- What visitors want to know of an event (contract.md 37). The link of an online event is for holders of tickets: readers of
-- events select `online_url is not null`, never the link itself.
alter table events
  add column online_url text
    constraint events_online_url_is_short check (char_length(online_url) between 1 and 2000),
  -- On the clock of the event, so that doors stay at 18:30 when it moves to another day. At most a day before the start; on an
  -- event of whole days also during the first.
  add column doors_offset_s integer
    constraint events_doors_are_near check (doors_offset_s between -86400 and 86399),
  add column age_note text not null default '',
  add column access_note text not null default '';

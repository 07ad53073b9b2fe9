-- Phones that may search by name, and the printed list of an event, whose ticks are scans of their own.
alter table door_devices add column profile text not null default 'scan'
  constraint door_devices_have_a_known_profile check (profile in ('scan', 'search', 'list'));
create unique index door_devices_one_list on door_devices (event_ids) where profile = 'list';

-- Pictures are answered to whoever has their address, so that it must not be guessed: drafts have pictures too.
alter table images add column file_key text;
update images set file_key = replace(gen_random_uuid()::text, '-', '');
alter table images
  alter column file_key set not null,
  alter column file_key set default replace(gen_random_uuid()::text, '-', '');

-- A picture can be deleted: what shows it goes on without.
alter table events
  drop constraint events_image_id_fkey,
  add constraint events_image_id_fkey foreign key (image_id) references images (id) on delete set null;
alter table venues
  drop constraint venues_image_id_fkey,
  add constraint venues_image_id_fkey foreign key (image_id) references images (id) on delete set null;
alter table organizers
  drop constraint organizers_image_id_fkey,
  add constraint organizers_image_id_fkey foreign key (image_id) references images (id) on delete set null;
create index events_by_image on events (image_id) where image_id is not null;
create index venues_by_image on venues (image_id) where image_id is not null;
create index organizers_by_image on organizers (image_id) where image_id is not null;

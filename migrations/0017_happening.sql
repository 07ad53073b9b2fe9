-- Whether an event takes place as planned, and why not. What was there before takes place.
alter table events add column happening text not null default 'scheduled'
  check (happening in ('scheduled', 'cancelled', 'postponed'));
alter table events add column happening_reason text not null default '';

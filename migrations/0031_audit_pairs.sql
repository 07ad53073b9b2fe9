-- Pages of the audit by kind of actor and kind of record. The two go together: devices change attendees, jobs change
-- orders. The statistics tell the database so; without them it expects each kind of actor at each kind of record, and
-- reads all entries backwards for a pair that hardly occurs.
create index audit_entries_by_actor_and_record on audit_entries (actor_kind, record, id);
create statistics audit_entries_together (mcv) on actor_kind, record, operation from audit_entries;

-- Refused scans are forgotten some days after their event (ticketing/checkin/jobs.ts); entries and their undoing stay.
create index check_ins_refused on check_ins (at) where kind = 'refused';

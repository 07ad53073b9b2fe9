-- The code that is printed on a ticket of another system, as a hash (contract.md 35.7). The ticket itself has a strong code of ours.
alter table brought_codes add column code_hash bytea;
update brought_codes b set code_hash = sha256(convert_to(a.security_code, 'UTF8')) from attendees a where a.id = b.attendee_id;

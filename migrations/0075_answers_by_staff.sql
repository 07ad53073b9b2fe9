-- Who of the staff wrote an answer; null where the buyer did. No foreign key: the answer outlives the account.
alter table answers add column user_id bigint;

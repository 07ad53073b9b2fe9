-- By when the provider wants an answer to a dispute, where it says so.
alter table order_disputes add column answer_by timestamptz;

-- What waits for somebody (contract.md 29.9) is found by what is unusual.
create index order_disputes_unanswered on order_disputes (order_id) where state in ('inquiry', 'open');
create index refunds_unfinished on refunds (id) where state <> 'done';
create index refunds_made_elsewhere on refunds (id) where idempotency_key like 'provider-%';

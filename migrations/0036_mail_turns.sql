-- Mails take turns between networks and orders, and some wait until somebody lets them leave.

-- The network of the order, as a keyed hash like that of its cart; blank for orders of staff, null where it is unknown.
alter table messages add column network text;
-- Mails of one flow leave one after another; flows take turns.
alter table messages add column flow text;
-- The place in the queue; null until the sender gives it to a mail that is due.
alter table messages add column turn bigint;

-- old code satisfies messages_have_a_known_state: it writes the states that there were.
alter table messages drop constraint messages_have_a_known_state;
alter table messages add constraint messages_have_a_known_state
  check (state in ('queued', 'sending', 'sent', 'captured', 'failed', 'suppressed', 'bounced', 'withdrawn', 'withheld'));

create index messages_in_turn on messages (turn, attempts, id) where state = 'queued' and turn is not null;
create index messages_without_turn on messages (send_at, id) where state = 'queued' and turn is null;
create index messages_of_flow on messages (flow, turn) where state = 'queued' and turn is not null;
create index messages_withheld on messages (order_id, id) where state = 'withheld';

-- The turn of the latest mail that was claimed.
alter table mail_sender add column turn bigint not null default 0;

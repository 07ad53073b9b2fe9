-- Whether the answer to a question is shown at the door, sealed with the name under the code of the ticket.
alter table questions add column at_door boolean not null default false;

-- Messages are found however old they are, and kept for a year; an agent's server hears in order, however many processes
-- tell it.

-- What a message is found by. Beside it and not in it: its row changes with each attempt, and would take this index's
-- entries along each time.
create table shop.message_search (
  message_id bigint primary key references shop.message on delete cascade,
  -- "recipient text"
  words text not null
);
insert into shop.message_search select id, recipient || ' ' || text from shop.message;
-- Entered in portions: 25 us a message, where each by itself took 230. What is pending, every search has to read: so little.
create index message_search_words on shop.message_search using gin (words public.gin_trgm_ops)
  with (gin_pending_list_limit = 256);
grant select, insert, update, delete on shop.message_search to cedibook_api;

-- Until when one process has an agent's deliveries to itself; null, or past: nobody has.
alter table shop.webhook add column busy_until timestamptz;
drop index shop.webhook_delivery_fresh;
create index webhook_delivery_open on shop.webhook_delivery (user_id, id) where state in ('waiting', 'sending');

-- Admins can be told by push what waits in the office, in browsers in which they asked for it.
alter table shop.push_subscription add column office boolean not null default false;

-- Not everything that admins are told is an event of the log: books that do not balance are not. An empty body is written
-- when it is sent, with what waits then.
alter table shop.push_delivery alter column event_position drop not null;

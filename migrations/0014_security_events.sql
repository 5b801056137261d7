-- Who signed in, was refused, looked at private data or changed how people sign in.

-- Without names, numbers or secrets: a user's id and the address that limits count by. Without a foreign key: an event is
-- kept for its time, whatever becomes of the user.
create table shop.security_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text collate "C" not null,
  result text collate "C" not null check (result in ('done', 'refused')),
  -- The account that it is about; null if there is none.
  user_id uuid,
  -- Who did it; null if nobody was signed in, or if the shop did it.
  actor uuid,
  address text,
  -- Why it was refused, or what was seen or changed.
  detail text not null default '',
  -- Equal events of one second are one row.
  times integer not null default 1
);
create index security_event_kind on shop.security_event (kind, id);
create index security_event_user on shop.security_event (user_id, id);
create index security_event_actor on shop.security_event (actor, id);
create index security_event_at on shop.security_event (at);

-- Deleting expired rows locks them, which takes the right to update.
grant select, insert, update, delete on shop.security_event to cedibook_api;

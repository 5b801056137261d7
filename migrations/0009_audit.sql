-- The audit.

-- What a ticket opens: a socket, or one file.
alter table shop.live_ticket add column opens text not null default '/live';

-- Messages: SMS, email and agents' webhooks.

-- Where messages for the shop go, and the texts that admins have written.
alter table ledger.notice
  add column admin_phone text not null default '',
  add column card_number text not null default 'last four' check (card_number in ('last four', 'whole')),
  add column templates jsonb not null default '{}';
alter table ledger.notice
  alter column admin_phone drop default, alter column card_number drop default, alter column templates drop default;

-- How far the log was turned into messages. Null until a server first looks: what was before is told to nobody.
create table shop.message_follower (
  id boolean primary key default true check (id),
  position bigint
) with (fillfactor = 10);
insert into shop.message_follower values (true, null);

-- Each message once, whatever becomes of it.
create table shop.message (
  id bigint generated always as identity primary key,
  -- The event it tells of; null where it tells of none.
  event_position bigint,
  kind text collate "C" not null,
  channel text not null check (channel in ('sms', 'email')),
  -- Whom it is for, where that is a user and not the shop.
  user_id uuid references shop."user" on delete cascade,
  -- A number or an address; empty where there is none to send it to.
  recipient text not null,
  -- What may be read here and by admins.
  text text not null,
  -- The whole text, sealed (AES-256-GCM), where it holds what may not: a voucher's PIN, a form.
  sealed text,
  segments smallint not null,
  state text collate "C" not null
    check (state in ('waiting', 'sending', 'sent', 'refused', 'expired', 'unsent', 'cancelled')),
  attempts integer not null default 0,
  -- What the gateway last said.
  answer text not null default '',
  created_at timestamptz not null,
  -- From when on its age counts: of the event, or of the resending.
  fresh_at timestamptz not null,
  next_at timestamptz,
  started_at timestamptz,
  settled_at timestamptz,
  unique (event_position, kind)
) with (fillfactor = 70);
create index message_state on shop.message (state, id);
create index message_kind on shop.message (kind, id);
create index message_due on shop.message (next_at) where state in ('waiting', 'sending');
create index message_user on shop.message (user_id) where user_id is not null;

-- How each gateway answers of late; written when it changes.
create table shop.message_gateway (
  channel text primary key check (channel in ('sms', 'email')),
  state text not null check (state in ('well', 'failing', 'no credit')),
  since timestamptz not null,
  answer text not null
);

-- Where an agent wants to be told of his orders. The secret that signs it is sealed.
create table shop.webhook (
  user_id uuid primary key references shop."user" on delete cascade,
  url text not null,
  secret text not null,
  created_at timestamptz not null default now()
);

create table shop.webhook_delivery (
  id bigint generated always as identity primary key,
  user_id uuid not null references shop."user" on delete cascade,
  event_position bigint not null,
  event text not null,
  body text not null,
  state text collate "C" not null
    check (state in ('waiting', 'sending', 'delivered', 'expired', 'cancelled')),
  attempts integer not null default 0,
  answer text not null default '',
  created_at timestamptz not null,
  fresh_at timestamptz not null,
  next_at timestamptz,
  started_at timestamptz,
  settled_at timestamptz,
  unique (user_id, event_position)
) with (fillfactor = 70);
create index webhook_delivery_user on shop.webhook_delivery (user_id, id);
create index webhook_delivery_fresh on shop.webhook_delivery (user_id, id) where state = 'waiting' and attempts = 0;
create index webhook_delivery_due on shop.webhook_delivery (next_at) where state in ('waiting', 'sending');

grant select, update on shop.message_follower to cedibook_api;
grant select, insert, update, delete on shop.message, shop.message_gateway, shop.webhook, shop.webhook_delivery
  to cedibook_api;

-- The job queue (graphile-worker) makes and upgrades its own tables. Its rows have row security, which only their owner
-- passes: so the API's role is the owner here, of this schema alone. The first table is the one that the queue would
-- make together with the schema, which that role may not.
create schema jobs authorization cedibook_api;
create table jobs.migrations (
  id int primary key,
  ts timestamptz default now() not null,
  breaking boolean not null default false
);
alter table jobs.migrations owner to cedibook_api;

-- Messages: SMS, email, agents' webhooks and push notifications.

-- Up to which position messages have been made from the log. Null until a server first starts, because events before that
-- make no messages.
create table shop.message_follower (
  id boolean primary key default true check (id),
  position bigint
) with (fillfactor = 10);
insert into shop.message_follower values (true, null);

-- One row for each message, whether or not it was sent.
create table shop.message (
  id bigint generated always as identity primary key,
  -- The event it is about; null if there is none.
  event_position bigint,
  kind text collate "C" not null,
  channel text not null check (channel in ('sms', 'email')),
  -- The user it is for, or null if it is for the shop.
  user_id uuid references shop."user" on delete cascade,
  -- A number or an address; empty if there is none.
  recipient text not null,
  -- The text without secrets, for admins.
  text text not null,
  -- The whole text, sealed (AES-256-GCM), if it holds a voucher's PIN or a form.
  sealed text,
  segments smallint not null,
  state text collate "C" not null
    check (state in ('waiting', 'sending', 'sent', 'refused', 'expired', 'unsent', 'cancelled')),
  attempts integer not null default 0,
  -- The gateway's last answer.
  answer text not null default '',
  created_at timestamptz not null,
  -- When its age starts to count: at the event, or when it was sent again.
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

-- The search index of messages. It is a separate table because a message's row changes with each attempt, which would
-- rewrite the entries of this index each time.
create table shop.message_search (
  message_id bigint primary key references shop.message on delete cascade,
  -- "recipient text"
  words text not null
);
-- With a pending list, an insert takes 25 µs per message; without it, 230 µs. Every search reads the list, so it must be
-- small.
create index message_search_words on shop.message_search using gin (words public.gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- The state of each gateway; written when it changes.
create table shop.message_gateway (
  channel text primary key check (channel in ('sms', 'email')),
  state text not null check (state in ('well', 'failing', 'no credit')),
  since timestamptz not null,
  answer text not null
);

-- The address that is called when an agent's orders change. The secret that signs the calls is sealed.
create table shop.webhook (
  user_id uuid primary key references shop."user" on delete cascade,
  url text not null,
  secret text not null,
  created_at timestamptz not null default now(),
  -- Until then, only one process delivers to this agent, so that the deliveries arrive in order.
  busy_until timestamptz
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
create index webhook_delivery_open on shop.webhook_delivery (user_id, id) where state in ('waiting', 'sending');
create index webhook_delivery_due on shop.webhook_delivery (next_at) where state in ('waiting', 'sending');

-- What a user is to be told. A job turns it into messages and deletes it in one transaction, so nothing is told twice.
create table shop.notice (
  id bigint generated always as identity primary key,
  user_id uuid not null references shop."user" on delete cascade,
  kind text collate "C" not null check (kind in ('new_device', 'password_changed', 'phone_changed', 'sign_in_help',
    'paid_twice')),
  -- The device, or the numbers.
  detail jsonb not null,
  at timestamptz not null default now()
);
create index notice_at on shop.notice (at);
create index notice_user on shop.notice (user_id);

-- The key pair that signs push notifications (VAPID), if the environment has none. Made once: a browser's subscription
-- belongs to the public key. The private key is sealed (AES-256-GCM).
create table shop.push_key (
  id boolean primary key default true check (id),
  public_key text not null,
  private_key text not null
);

-- Browsers that show a notification when an order or a top-up of their user is decided. A subscription is removed with its
-- session, except at midnight: an order of the evening may be completed in the morning. The page renews it when its user
-- signs in again.
create table shop.push_subscription (
  id bigint generated always as identity primary key,
  user_id uuid not null references shop."user" on delete cascade,
  session_id uuid not null references shop.session on delete cascade,
  -- SHA-256 of the address at the push service, and of the browser's keys. Both are long and random.
  endpoint_hash bytea not null unique check (length(endpoint_hash) = 32),
  keys_hash bytea not null check (length(keys_hash) = 32),
  -- The address and the keys (AES-256-GCM).
  sealed text not null,
  -- The shop's key that the browser subscribed with.
  public_key text not null,
  renewed_at timestamptz not null default now(),
  -- Whether an admin wants to be told in it what waits in the office.
  office boolean not null default false
);
create index push_subscription_user on shop.push_subscription (user_id, renewed_at);
create index push_subscription_renewed on shop.push_subscription (renewed_at);
create index push_subscription_session on shop.push_subscription (session_id);

create table shop.push_delivery (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references shop.push_subscription on delete cascade,
  -- Null if it is no event of the log that they are told: books that do not balance are none.
  event_position bigint,
  -- The order or top-up that it is about: at the push service, a newer one replaces an older one.
  topic text not null,
  -- Empty: written when it is sent, with what waits then.
  body text not null,
  state text collate "C" not null
    check (state in ('waiting', 'sending', 'delivered', 'refused', 'expired')),
  attempts integer not null default 0,
  answer text not null default '',
  created_at timestamptz not null,
  fresh_at timestamptz not null,
  next_at timestamptz,
  started_at timestamptz,
  settled_at timestamptz,
  unique (subscription_id, event_position)
) with (fillfactor = 70);
create index push_delivery_waiting on shop.push_delivery (subscription_id, id) where state = 'waiting';
create index push_delivery_due on shop.push_delivery (next_at) where state in ('waiting', 'sending');

grant select, update on shop.message_follower to cedibook_api;
grant select, insert, update, delete on shop.message, shop.message_search, shop.message_gateway, shop.webhook,
  shop.webhook_delivery, shop.notice, shop.push_key, shop.push_subscription, shop.push_delivery to cedibook_api;

-- The job queue (graphile-worker) creates and upgrades its own tables. They have row security, which only their owner
-- passes, so the API's role owns this one schema. graphile-worker would create the first table together with the schema,
-- which that role may not.
create schema jobs authorization cedibook_api;
create table jobs.migrations (
  id int primary key,
  ts timestamptz default now() not null,
  breaking boolean not null default false
);
alter table jobs.migrations owner to cedibook_api;

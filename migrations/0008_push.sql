-- Push notifications.

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
  renewed_at timestamptz not null default now()
);
create index push_subscription_user on shop.push_subscription (user_id, renewed_at);
create index push_subscription_renewed on shop.push_subscription (renewed_at);
create index push_subscription_session on shop.push_subscription (session_id);

create table shop.push_delivery (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references shop.push_subscription on delete cascade,
  event_position bigint not null,
  -- The order or top-up that it is about: at the push service, a newer one replaces an older one.
  topic text not null,
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

grant select, insert, update, delete on shop.push_key, shop.push_subscription, shop.push_delivery to cedibook_api;

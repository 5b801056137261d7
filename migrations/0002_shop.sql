-- What the log leaves out: who people are, how they sign in, whom an order is for. Ordinary tables; a person can be
-- forgotten here while the log, which has only ids, is kept for ever.

create schema shop;

create table shop."user" (
  id uuid primary key,
  username text not null,
  phone text not null,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  password_hash text not null
);
create unique index user_username on shop."user" (username);
create unique index user_phone on shop."user" (phone);
create unique index user_email on shop."user" (email);

-- One signed-in device. Its refresh tokens are derived from id and counter with the server's secret, so nothing
-- here lets anyone sign in.
create table shop.session (
  id uuid primary key,
  user_id uuid not null references shop."user" on delete cascade,
  counter integer not null default 0,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_of_user on shop.session (user_id);
create index session_expiry on shop.session (expires_at);

-- One-time tickets that open a websocket; only their SHA-256 is kept.
create table shop.live_ticket (
  hash bytea primary key,
  session_id uuid not null references shop.session on delete cascade,
  expires_at timestamptz not null
);
create index live_ticket_expiry on shop.live_ticket (expires_at);

-- The reference a user's next top-up request will have, so that the payment notice can show it beforehand.
create sequence shop.recharge_number start 10001;
create table shop.recharge_reservation (
  user_id uuid primary key references shop."user" on delete cascade,
  recharge bigint not null unique
);

-- Whom an order is for. `form` is sealed (AES-256-GCM) before it gets here.
create table shop.order_detail (
  order_id bigint primary key,
  receiver text not null,
  form text
);

grant usage on schema shop to cedibook_api;
grant select, insert, update, delete on all tables in schema shop to cedibook_api;
grant usage, select, update on all sequences in schema shop to cedibook_api;

-- Personal data, which the log leaves out: who people are and how they sign in. It can be deleted here, while the log,
-- which has only ids, is kept permanently.

create schema shop;

create table shop."user" (
  id uuid primary key,
  username text not null,
  phone text not null,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  password_hash text not null,
  -- A deleted user gives up phone, email and username: numbers change hands, and a customer may come back.
  deleted boolean not null default false
);
create unique index user_username on shop."user" (username) where not deleted;
create unique index user_phone on shop."user" (phone) where not deleted;
create unique index user_email on shop."user" (email) where not deleted;
create index user_text on shop."user" using gin
  (username public.gin_trgm_ops, phone public.gin_trgm_ops, email public.gin_trgm_ops) with (fastupdate = off);

-- One signed-in device. Its refresh tokens are derived from id and counter with the server's secret, so nothing here
-- lets anyone sign in.
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

-- One-time tickets that open a websocket or download one file; only their SHA-256 is kept.
create table shop.live_ticket (
  hash bytea primary key,
  session_id uuid not null references shop.session on delete cascade,
  expires_at timestamptz not null,
  -- The path it opens.
  opens text not null default '/live'
);
create index live_ticket_expiry on shop.live_ticket (expires_at);

-- Links that set a new password: only the SHA-256 of their token is kept. A used link stays until it expires, so that a
-- retry can be distinguished from a second use.
create table shop.password_reset (
  hash bytea primary key check (length(hash) = 32),
  user_id uuid not null references shop."user" on delete cascade,
  expires_at timestamptz not null
);
create index password_reset_of_user on shop.password_reset (user_id);
create index password_reset_expiry on shop.password_reset (expires_at);

-- Recent attempts to sign in and the like. The keys are keyed hashes: no phone number or address can be read from them. Unlogged: after a crash
-- counting starts again, and no attempt waits for the disk.
create unlogged table shop.attempt (
  key bytea primary key check (length(key) = 32),
  count integer not null,
  resets_at timestamptz not null
);
create index attempt_resets on shop.attempt (resets_at);

-- The second factor: codes of an authenticator app (RFC 6238), and recovery codes for when the app is lost.
create table shop.totp (
  user_id uuid primary key references shop."user" on delete cascade,
  -- Sealed (AES-256-GCM) before it gets here.
  secret text not null,
  -- Null until the user has proven with a code that their app has the secret. Until then, sign-in asks for no code.
  confirmed_at timestamptz,
  -- The time step of the last accepted code, so that no code is accepted twice.
  last_step bigint not null default 0
);
create table shop.recovery_code (
  user_id uuid not null references shop."user" on delete cascade,
  -- A keyed hash, so that a person who can read the table cannot test codes against it.
  hash bytea not null check (length(hash) = 32),
  primary key (user_id, hash)
);

-- An agent's API key is derived from their id and this counter with the server's secret, so nobody can sign in with what
-- is stored here. Without a row the counter is 0.
create table shop.api_key (
  user_id uuid primary key references shop."user" on delete cascade,
  counter integer not null default 0,
  created_at timestamptz not null default now(),
  -- Precise to the minute.
  last_used_at timestamptz
);

-- Phone numbers that a user has given a name.
create table shop.beneficiary (
  user_id uuid not null references shop."user" on delete cascade,
  phone text not null,
  name text not null,
  primary key (user_id, phone)
);

grant usage on schema shop to cedibook_api;
grant select, insert, update, delete on all tables in schema shop to cedibook_api;

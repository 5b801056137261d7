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
  deleted boolean not null default false,
  -- When they proved that these are theirs.
  phone_proved_at timestamptz,
  email_proved_at timestamptz,
  -- When a deleted user's data was erased, and later the numbers that they bought for. The log says when they were deleted.
  erased_at timestamptz,
  receivers_erased_at timestamptz,
  -- What an admin has changed of how they sign in since they last used their rights; null if nothing. Its first use is told
  -- to all admins.
  unused_change text collate "C" check (unused_change in ('phone number', 'password', 'second factor'))
);
create unique index user_username on shop."user" (username) where not deleted;
create unique index user_phone on shop."user" (phone) where not deleted;
create unique index user_email on shop."user" (email) where not deleted;
create index user_text on shop."user" using gin
  (username public.gin_trgm_ops, phone public.gin_trgm_ops, email public.gin_trgm_ops) with (fastupdate = off);
-- Those who are still to be erased. Few of all users are deleted.
create index user_unerased on shop."user" (id) where deleted and receivers_erased_at is null;
-- Hashes of passwords that another shop has made: a login looks whether there are any left.
create index user_foreign_hash on shop."user" (id)
  where not deleted and password_hash <> '' and not starts_with(password_hash, '$argon2id$v=19$m=19456,t=2,p=1$');

-- A proof is for one number or address. Not left to the statements that change them, so that none can forget it.
create function shop.forget_proof() returns trigger language plpgsql as $$
begin
  if new.phone <> old.phone then
    new.phone_proved_at := null;
  end if;
  if new.email <> old.email then
    new.email_proved_at := null;
  end if;
  return new;
end $$;
create trigger forget_proof before update of phone, email on shop."user"
  for each row execute function shop.forget_proof();

-- One signed-in device. Its refresh tokens are derived from id and counter with the server's secret, so nothing here
-- lets anyone sign in.
create table shop.session (
  id uuid primary key,
  user_id uuid not null references shop."user" on delete cascade,
  counter integer not null default 0,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Its browser and system, so that its user recognizes it: "Chrome on Android". Nothing finer, and no address.
  device text not null default '',
  -- When its user last proved again who they are.
  stepped_up_at timestamptz
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
  expires_at timestamptz not null,
  -- How often somebody has entered a wrong phone number with this link.
  wrong_phones smallint not null default 0,
  used_at timestamptz
);
create index password_reset_of_user on shop.password_reset (user_id);
create index password_reset_expiry on shop.password_reset (expires_at);

-- The one code with which a user can prove their phone or email, or set a new password, now.
create table shop.proof_code (
  user_id uuid not null references shop."user" on delete cascade,
  -- reset: a code for a new password that went out by SMS. support: one that an admin has read out, which no message carries.
  channel text not null check (channel in ('phone', 'email', 'reset', 'support')),
  -- Where it was sent. It proves nothing else.
  address text not null,
  -- A keyed hash, so that a person who can read the table cannot try all codes against it.
  hash bytea not null check (length(hash) = 32),
  -- How often somebody has entered a code.
  attempts smallint not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The message that carries it. It is not sent once another code has replaced this one.
  message_id bigint,
  primary key (user_id, channel)
);
create index proof_code_expiry on shop.proof_code (expires_at);

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
  last_used_at timestamptz,
  -- Until when the key before the present one still works; null: it does not.
  previous_until timestamptz
);

-- Phone numbers that a user has given a name.
create table shop.beneficiary (
  user_id uuid not null references shop."user" on delete cascade,
  phone text not null,
  name text not null,
  primary key (user_id, phone)
);

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

grant usage on schema shop to cedibook_api;
grant select, insert, update, delete on all tables in schema shop to cedibook_api;

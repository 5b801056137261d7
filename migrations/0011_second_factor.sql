-- A second factor at sign-in: codes of an authenticator app (RFC 6238), and codes on paper for when it is lost.

create table shop.totp (
  user_id uuid primary key references shop."user" on delete cascade,
  -- Sealed (AES-256-GCM) before it gets here.
  secret text not null,
  -- Null until its owner has shown that his app has it; until then nobody is asked for a code.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: none is taken twice.
  last_step bigint not null default 0
);

create table shop.recovery_code (
  user_id uuid not null references shop."user" on delete cascade,
  -- Keyed hash: whoever reads the table cannot try codes against it.
  hash bytea not null check (length(hash) = 32),
  primary key (user_id, hash)
);

grant select, insert, update, delete on shop.totp, shop.recovery_code to cedibook_api;

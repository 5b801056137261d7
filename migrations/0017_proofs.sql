-- Which phone numbers and email addresses their users have proved to be theirs, and what users are told about changes of
-- their accounts.

alter table shop."user"
  add column phone_proved_at timestamptz,
  add column email_proved_at timestamptz,
  -- Reset links go to this address although it is not proved: the user registered before addresses could be proved, and
  -- has had no reason to do it.
  add column may_reset_unproved boolean not null default true;
alter table shop."user" alter column may_reset_unproved set default false;

-- A proof is for one number or address. Not left to the statements that change them, because a process of the previous
-- version may run one too.
create function shop.forget_proof() returns trigger language plpgsql as $$
begin
  if new.phone <> old.phone then
    new.phone_proved_at := null;
  end if;
  if new.email <> old.email then
    new.email_proved_at := null;
    new.may_reset_unproved := false;
  end if;
  return new;
end $$;
create trigger forget_proof before update of phone, email on shop."user"
  for each row execute function shop.forget_proof();

-- The one code with which a user can prove their phone or email now.
create table shop.proof_code (
  user_id uuid not null references shop."user" on delete cascade,
  channel text not null check (channel in ('phone', 'email')),
  -- Where it was sent. It proves nothing else.
  address text not null,
  -- A keyed hash, so that a person who can read the table cannot try all codes against it.
  hash bytea not null check (length(hash) = 32),
  -- How often somebody has entered a code.
  attempts smallint not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The message that carries it. It is not sent once another code has replaced this one.
  message_id bigint not null,
  primary key (user_id, channel)
);
create index proof_code_expiry on shop.proof_code (expires_at);

-- What a user is to be told. A job turns it into messages and deletes it in one transaction, so nothing is told twice.
create table shop.notice (
  id bigint generated always as identity primary key,
  user_id uuid not null references shop."user" on delete cascade,
  kind text collate "C" not null check (kind in ('new_device', 'password_changed', 'phone_changed')),
  -- The device, or the numbers.
  detail jsonb not null,
  at timestamptz not null default now()
);
create index notice_at on shop.notice (at);
create index notice_user on shop.notice (user_id);

grant select, insert, update, delete on shop.proof_code, shop.notice to cedibook_api;

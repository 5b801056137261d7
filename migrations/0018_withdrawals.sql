-- Money that users take out of their wallets.

create table ledger.withdrawal (
  id uuid primary key,
  user_id uuid not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  requested bigint not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  action_at timestamptz,
  position bigint not null,
  version integer not null,
  attempt integer not null,
  first boolean not null,
  status text collate "C" not null check (status in ('requested', 'sent', 'paid', 'failed', 'rejected')),
  rail text collate "C" check (rail in ('momo', 'telecel', 'paystack')),
  transaction text,
  reason text
);
create index withdrawal_user on ledger.withdrawal (user_id, requested);
create index withdrawal_requested on ledger.withdrawal (requested);
-- Those that are not decided yet: they are listed first, and rails are asked about those that were sent.
create index withdrawal_open on ledger.withdrawal (status, requested) where status in ('requested', 'sent');

create table audit.withdrawal (like ledger.withdrawal, primary key (id));

alter table ledger.settings add column withdrawal_rules jsonb not null
  default '{"fee": 0, "min": 1000, "who": "agents", "isOn": false, "what": "earnings", "day_max": 50000}';
alter table audit.settings add column withdrawal_rules jsonb not null
  default '{"fee": 0, "min": 1000, "who": "agents", "isOn": false, "what": "earnings", "day_max": 50000}';

-- `payouts`: what was withdrawn and not paid yet.
alter table ledger.house_account drop constraint house_account_name_check, add constraint house_account_name_check check (name in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'payouts', 'held',
    'float:datamart', 'float:hubnet', 'float:reloadly', 'float:stock'));
insert into ledger.house_account (name, balance, position) values ('payouts', 0, 0);
insert into audit.house_account (name, balance, position) values ('payouts', 0, 0);

-- Everything that is there was allowed before, so nothing is read to know it: a long log need not wait.
alter table ledger.event drop constraint event_counterparty_check, add constraint event_counterparty_check check (counterparty in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'payouts', 'held',
    'float:datamart', 'float:hubnet', 'float:reloadly', 'float:stock')) not valid;
alter table ledger.event drop constraint event_house_check, add constraint event_house_check check (house in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'payouts', 'held',
    'float:datamart', 'float:hubnet', 'float:reloadly', 'float:stock') and house <> counterparty) not valid;

-- What is personal about a withdrawal, and what is done about it outside.
create table shop.payout (
  withdrawal uuid primary key,
  user_id uuid not null references shop."user" on delete cascade,
  -- Where the money goes: the user's own number when they asked, which they had proved.
  phone text not null,
  -- The rail is not asked before then. Only those that were sent, or that it has reported, are asked about.
  next_at timestamptz not null default now(),
  asks integer not null default 0,
  -- When the rail reported something that it was not asked about since.
  heard_at timestamptz,
  -- What the rail calls the number.
  recipient text,
  -- What the rail said last, or what is to be done there.
  said text
);
create index payout_user on shop.payout (user_id, phone);
create index payout_heard on shop.payout (next_at) where heard_at is not null;

-- When the number, the password or the second factor changed last: nothing is withdrawn for a while. Not left to the
-- statements that change them, so that none can forget it.
alter table shop."user" add column sign_in_changed_at timestamptz;
create function shop.note_sign_in_change() returns trigger language plpgsql as $$
begin
  if new.phone <> old.phone or new.password_hash <> old.password_hash then
    new.sign_in_changed_at := now();
  end if;
  return new;
end $$;
create trigger note_sign_in_change before update of phone, password_hash on shop."user"
  for each row execute function shop.note_sign_in_change();
create function shop.note_factor_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update shop."user" set sign_in_changed_at = now() where id = old.user_id and old.confirmed_at is not null;
  elsif new.confirmed_at is not null and (tg_op = 'INSERT' or old.confirmed_at is null) then
    update shop."user" set sign_in_changed_at = now() where id = new.user_id;
  end if;
  return null;
end $$;
create trigger note_factor_change after insert or update of confirmed_at or delete on shop.totp
  for each row execute function shop.note_factor_change();

-- A rail says that it paid what is back in the wallet.
alter table shop.odd_payment drop constraint odd_payment_kind_check, add constraint odd_payment_kind_check
  check (kind in ('not booked', 'paid twice', 'refund failed', 'paid after all')) not valid;

grant select, insert, update on ledger.withdrawal to cedibook_api;
grant select on ledger.withdrawal to cedibook_auditor;
grant select, insert, update, delete on audit.withdrawal to cedibook_auditor;
grant select on audit.withdrawal to cedibook_api;
grant select, insert, update, delete on shop.payout to cedibook_api;

-- Users come with their balances from another shop: the other side of these movements is a house account of its own.
alter table ledger.event drop constraint event_counterparty_check;
alter table ledger.event add constraint event_counterparty_check
  check (counterparty in ('momo', 'sales', 'corrections', 'opening'));
alter table ledger.house_account drop constraint house_account_name_check;
alter table ledger.house_account add constraint house_account_name_check
  check (name in ('momo', 'sales', 'corrections', 'opening'));
insert into ledger.house_account values ('opening', 0, 0);
insert into audit.house_account (name, balance, position) values ('opening', 0, 0);

create index event_moved_in on ledger.event (type, position) where type in ('wallet_moved_in', 'move_in_started');

-- The ids of the commands follow from this key and what they move in, so that a second run finds what the first has done,
-- also if a user was deleted meanwhile. Without the key, nobody can tell phone numbers from the ids in the log.
create table shop.move_in_key (
  id boolean primary key default true check (id),
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into shop.move_in_key default values;
grant select on shop.move_in_key to cedibook_api;

-- Hashes of passwords that another shop has made: a login looks whether there are any left.
create index user_foreign_hash on shop."user" (id)
  where not deleted and password_hash <> '' and not starts_with(password_hash, '$argon2id$v=19$m=19456,t=2,p=1$');

-- The ledger: one append-only, hash-chained log, and the rows that follow from it.
-- Money is bigint pesewas (100 = ¢1.00).

create schema ledger;

-- The API runs as this role. Roles belong to the cluster, so another database may have made it already.
do $$
begin
  create role cedibook_api nologin;
exception when duplicate_object or unique_violation then null;
end $$;
-- An owner who is no superuser may only become a role that was given to him, not even one that he made.
grant cedibook_api to current_user;

-- Every fact, once. Wide columns last; the fixed ones in front need no padding.
create table ledger.event (
  position bigint primary key check (position > 0),
  amount bigint,
  balance_after bigint check (balance_after >= 0),
  recorded_at timestamptz not null,
  command_id uuid not null,
  wallet uuid,
  version integer not null check (version > 0),
  fingerprint bytea not null check (length(fingerprint) = 16),
  hash bytea not null check (length(hash) = 32),
  stream text collate "C" not null,
  type text collate "C" not null,
  actor text collate "C" not null,
  counterparty text collate "C" check (counterparty in ('momo', 'sales', 'corrections')),
  data jsonb not null,
  unique (stream, version),
  check (num_nulls(wallet, counterparty, amount, balance_after) in (0, 4)),
  check (amount <> 0)
);
create index event_wallet on ledger.event (wallet, position) where wallet is not null;

create function ledger.refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % of % is refused', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

create trigger append_only before update or delete or truncate on ledger.event
  for each statement execute function ledger.refuse_rewriting();
-- Always: also where replication triggers are switched off for a session.
alter table ledger.event enable always trigger append_only;

-- The pen: whoever holds this row's lock appends.
create table ledger.head (
  id boolean primary key default true check (id),
  position bigint not null,
  orders_placed bigint not null,
  recorded_at timestamptz not null,
  hash bytea not null check (length(hash) = 32),
  -- Counts what rewrote projections beside the log: tells writers that the rows they remember may be wrong.
  rebuilds bigint not null default 0
) with (fillfactor = 10);
insert into ledger.head values (true, 0, 0, '1970-01-01T00:00:00Z', decode(repeat('00', 32), 'hex'));

-- Every command that was answered, for good. Accepted: `position` and `events` lead to what it wrote, which is its
-- answer. Refused for a reason in the state of that moment: `rejection` is its answer, `events` is 0; such rows are
-- the only ones that the log does not hold.
create table ledger.command (
  position bigint not null,
  id uuid primary key,
  events integer not null check ((events = 0) = (rejection is not null)),
  fingerprint bytea not null,
  rejection jsonb
);

-- Projections. Each row says at which position it last changed.

create table ledger.account (
  user_id uuid primary key,
  level text not null check (level in ('Customer', 'Agent', 'Super Agent', 'Admin')),
  status text not null check (status in ('Active', 'Banned')),
  deleted boolean not null,
  registered_at timestamptz not null,
  version integer not null,
  position bigint not null
);
create index account_admins on ledger.account (user_id) where level = 'Admin';

create table ledger.wallet (
  user_id uuid primary key,
  balance bigint not null check (balance >= 0),
  version integer not null,
  position bigint not null
) with (fillfactor = 50);

create table ledger.house_account (
  name text primary key check (name in ('momo', 'sales', 'corrections')),
  balance bigint not null,
  position bigint not null
) with (fillfactor = 10);
insert into ledger.house_account values ('momo', 0, 0), ('sales', 0, 0), ('corrections', 0, 0);

create table ledger."order" (
  id bigint primary key,
  user_id uuid not null,
  amount bigint not null,
  charged_at bigint not null,
  refunded_at bigint,
  created_at timestamptz not null,
  action_at timestamptz,
  position bigint not null,
  version integer not null,
  hidden boolean not null,
  status text collate "C" not null check (status in ('pending', 'processing', 'completed', 'rejected')),
  product_id text collate "C" not null,
  package_id text collate "C" not null,
  network text not null,
  offer text not null,
  reason text
);
create index order_user on ledger."order" (user_id, id);
create index order_status on ledger."order" (status, id);
create index order_position on ledger."order" (position);

create table ledger.recharge (
  id bigint primary key,
  user_id uuid not null,
  amount bigint not null,
  credited_at bigint,
  created_at timestamptz not null,
  action_at timestamptz,
  position bigint not null,
  version integer not null,
  hidden boolean not null,
  purpose text not null check (purpose in ('topup', 'agent-upgrade')),
  status text collate "C" not null check (status in ('pending', 'approved', 'declined')),
  momo_transaction_id text
);
create index recharge_user on ledger.recharge (user_id, id);
create index recharge_status on ledger.recharge (status, id);
create index recharge_position on ledger.recharge (position);

create table ledger.product (
  id text collate "C" primary key,
  network text not null unique,
  status text not null check (status in ('available', 'out of stock')),
  note text not null,
  image text,
  packages jsonb not null,
  version integer not null,
  position bigint not null
);

create table ledger.notice (
  id boolean primary key default true check (id),
  notice text not null,
  momo_phone_number text not null,
  momo_account_name text not null,
  version integer not null,
  position bigint not null
);
insert into ledger.notice values (true, '', '', '', 0, 0);

-- How much of a movement later movements took back; movements that nothing took back have no row.
create table ledger.reversal (
  entry bigint primary key,
  reversed bigint not null,
  position bigint not null
);

create table ledger.sales_by_day (
  user_id uuid not null,
  day date not null,
  status text collate "C" not null,
  count bigint not null,
  value bigint not null,
  position bigint not null,
  primary key (user_id, day, status)
) with (fillfactor = 50);

grant usage on schema ledger to cedibook_api;
grant select on all tables in schema ledger to cedibook_api;
grant insert on ledger.event, ledger.command to cedibook_api;
grant update on ledger.head to cedibook_api;
grant insert, update on ledger.account, ledger.wallet, ledger.house_account, ledger."order", ledger.recharge,
  ledger.product, ledger.notice, ledger.reversal, ledger.sales_by_day to cedibook_api;

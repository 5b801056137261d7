-- Projections: rows that follow from the log and can be rebuilt from it. `position` is the event that last changed a row,
-- `version` the version of the row's own stream.

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
create index account_registered on ledger.account (registered_at, user_id) where not deleted;

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
create index order_position on ledger."order" (position);
-- Removed orders stay in the table. Without this condition, pages by status would have to skip them.
create index order_status on ledger."order" (status, id) where not hidden;
-- Rejected orders of an offer: 42 bytes for each rejected order, and nothing for a purchase.
create index order_rejected on ledger."order" (network, offer, id) where status = 'rejected' and not hidden;
-- A removed order never changes again, so its position is the position of its removal.
create index order_removed on ledger."order" (user_id, position) where hidden;

create table ledger.topup (
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
-- By time, because a number may be reserved long before its request is made.
create index topup_user on ledger.topup (user_id, created_at, id);
create index topup_status on ledger.topup (status, created_at, id) where not hidden;
create index topup_created on ledger.topup (created_at, id) where not hidden;
create index topup_position on ledger.topup (position);
create index topup_momo on ledger.topup using gin (momo_transaction_id public.gin_trgm_ops) with (fastupdate = off);
-- Finds two requests with the same MoMo transaction: one of them was not paid.
create index topup_momo_same on ledger.topup (lower(momo_transaction_id)) where momo_transaction_id is not null;
-- Finds the top-up before a purchase, and the next top-up after one.
create index topup_credited on ledger.topup (user_id, credited_at) where credited_at is not null;

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

create table ledger.settings (
  id boolean primary key default true check (id),
  notice text not null,
  momo_phone_number text not null,
  momo_account_name text not null,
  -- Empty if there is none.
  support_group text not null,
  support_chat text not null,
  -- Corrections above it take two admins, in pesewas; null: one admin may correct any amount.
  correction_limit bigint check (correction_limit > 0),
  admin_phone text not null,
  card_number text not null check (card_number in ('last four', 'whole')),
  templates jsonb not null,
  version integer not null,
  position bigint not null
);
insert into ledger.settings values (true, '', '', '', '', '', null, '', 'last four', '{}', 0, 0);

-- A request of one admin that another admin grants or declines.
create table ledger.approval (
  id uuid primary key,
  -- The command to carry out once it is granted: {"kind": "correction", …} or {"kind": "limit", …}; money in pesewas.
  request jsonb not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  status text collate "C" not null check (status in ('pending', 'approved', 'declined')),
  -- A user's id, or "system".
  decided_by text collate "C",
  decided_at timestamptz,
  version integer not null,
  position bigint not null
);
create index approval_pending on ledger.approval (requested_at, id) where status = 'pending';
create index approval_position on ledger.approval (position);
create index approval_decided on ledger.approval (decided_at desc, id) where status <> 'pending';

-- How much of a movement was taken back by later movements. A movement of which nothing was taken back has no row.
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

-- The number and value of all orders and all top-ups, by day of creation; sales_by_day is the same for one user. Summing
-- that table over all users would take as long as counting the orders.
create table ledger.daily_total (
  list text collate "C" not null check (list in ('order', 'topup')),
  day date not null,
  status text collate "C" not null,
  count bigint not null,
  value bigint not null,
  position bigint not null,
  primary key (list, day, status)
) with (fillfactor = 50);

grant select, insert, update on ledger.account, ledger.wallet, ledger.house_account, ledger."order", ledger.topup,
  ledger.product, ledger.settings, ledger.approval, ledger.reversal, ledger.sales_by_day, ledger.daily_total
  to cedibook_api;

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
  name text primary key check (name in ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections',
    'opening')),
  balance bigint not null,
  position bigint not null
) with (fillfactor = 10);
insert into ledger.house_account (name, balance, position) values ('momo', 0, 0), ('telecel', 0, 0), ('paystack', 0, 0),
  ('suspense', 0, 0), ('fees', 0, 0), ('owner', 0, 0), ('sales', 0, 0), ('corrections', 0, 0), ('opening', 0, 0);

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
  reason text,
  -- The batch that it went to a supplier with.
  supplier_batch bigint
);
create index order_user on ledger."order" (user_id, id);
create index order_position on ledger."order" (position);
-- Removed orders stay in the table. Without this condition, pages by status would have to skip them.
create index order_status on ledger."order" (status, id) where not hidden;
-- Rejected orders of an offer: 42 bytes for each rejected order, and nothing for a purchase.
create index order_rejected on ledger."order" (network, offer, id) where status = 'rejected' and not hidden;
-- A removed order never changes again, so its position is the position of its removal.
create index order_removed on ledger."order" (user_id, position) where hidden;
create index order_supplier_batch on ledger."order" (supplier_batch, id) where supplier_batch is not null;

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
  momo_transaction_id text,
  -- Why it was declined.
  reason text,
  -- The payment that paid for it.
  payment uuid
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

create table ledger.payment (
  id uuid primary key,
  user_id uuid,
  amount bigint not null check (amount > 0),
  -- What the rail kept; null if it has not said so yet.
  fee bigint,
  topup_id bigint,
  -- Position of the event that received it.
  received bigint not null,
  received_at timestamptz not null,
  action_at timestamptz,
  position bigint not null,
  version integer not null,
  disputed boolean not null,
  rail text collate "C" not null check (rail in ('momo', 'telecel', 'paystack')),
  status text collate "C" not null check (status in ('received', 'held', 'matched', 'returned', 'reversed')),
  -- The rail's own id.
  transaction text collate "C" not null,
  reason text,
  unique (rail, transaction)
);
create index payment_received on ledger.payment (received);
create index payment_open on ledger.payment (received) where status in ('received', 'held');
create index payment_transaction on ledger.payment (transaction);
create index payment_transaction_lower on ledger.payment (lower(transaction));
create index payment_user on ledger.payment (user_id, received) where user_id is not null;

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
  position bigint not null,
  -- A single top-up above it takes two admins, in pesewas; null: one admin may approve any top-up.
  topup_limit bigint check (topup_limit > 0),
  -- Whether admins need a second factor, and whether sensitive calls ask for the password or code again.
  admin_factor boolean not null default false,
  step_up boolean not null default false,
  -- How many batches there are, and by network what differs from the default columns of their files.
  supplier_batches bigint not null default 0,
  supplier_layouts jsonb not null default '{}'
);
insert into ledger.settings (notice, momo_phone_number, momo_account_name, support_group, support_chat, correction_limit,
  admin_phone, card_number, templates, version, position) values ('', '', '', '', '', null, '', 'last four', '{}', 0, 0);

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
-- The request for approval of a dry run.
create index approval_of_move_in on ledger.approval ((request ->> 'move_in')) where request ->> 'kind' = 'move in';

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
  ledger.payment, ledger.product, ledger.settings, ledger.approval, ledger.reversal, ledger.sales_by_day, ledger.daily_total
  to cedibook_api;

-- The audit at scale, and the auditor.

-- What the audit looks movements up by. A purchase, a processing and a completion are in none of these, so they cost
-- the hot path next to nothing. An index of all amounts here took some 8 % of the purchases a second: audit.amount.
create index event_decided on ledger.event (type, position)
  where type in ('topup_approved', 'order_rejected', 'wallet_corrected');
create index event_decided_by on ledger.event (type, actor, position)
  where type in ('topup_approved', 'order_rejected', 'wallet_corrected');
create index event_reason on ledger.event using gin ((data ->> 'reason') public.gin_trgm_ops) with (fastupdate = off)
  where type in ('order_rejected', 'wallet_corrected');
-- Rejections of orders that corrections had given back before: all but nothing.
create index event_unrefunded on ledger.event (position) where type = 'order_rejected' and wallet is null;

-- The corrections of a movement.
create index event_corrects on ledger.event (((data ->> 'corrects')::bigint)) where type = 'wallet_corrected';

-- Administrative acts: what changed people, products and the shop itself.
create index event_act on ledger.event (type, position)
  where type in ('user_level_changed', 'user_status_changed', 'user_profile_changed', 'user_deleted', 'sessions_ended',
    'api_key_replaced', 'product_created', 'product_changed', 'product_status_changed', 'notice_changed',
    'payment_details_changed', 'support_links_changed', 'correction_limit_changed',
    'message_settings_changed');
create index event_act_by on ledger.event (actor, position)
  where type in ('user_level_changed', 'user_status_changed', 'user_profile_changed', 'user_deleted', 'sessions_ended',
    'api_key_replaced', 'product_created', 'product_changed', 'product_status_changed', 'notice_changed',
    'payment_details_changed', 'support_links_changed', 'correction_limit_changed',
    'message_settings_changed');

-- What the auditor knows. Nothing here is part of the log: all of it can be emptied, and comes again out of the log.
create schema audit;
grant usage on schema audit to cedibook_api;

-- Twins of the projections, which the auditor evolves from the log by itself and compares with them. Whoever changes a
-- projection's columns does the same to its twin (a test compares them) and sets audit.state back to its start.
create table audit.house_account (like ledger.house_account, primary key (name));
create table audit.wallet (like ledger.wallet, primary key (user_id)) with (fillfactor = 50);
create table audit.account (like ledger.account, primary key (user_id));
create table audit."order" (like ledger."order", primary key (id));
create table audit.recharge (like ledger.recharge, primary key (id));
create table audit.product (like ledger.product, primary key (id));
create table audit.notice (like ledger.notice, primary key (id));
create table audit.reversal (like ledger.reversal, primary key (entry));
create table audit.sales_by_day (like ledger.sales_by_day, primary key (user_id, day, status)) with (fillfactor = 50);
create table audit.daily_total (like ledger.daily_total, primary key (list, day, status)) with (fillfactor = 50);
alter table audit.notice alter column id set default true;

-- Up to where the log was verified. `sums` says what ledger.command was then.
create table audit.state (
  id boolean primary key default true check (id),
  position bigint not null,
  hash bytea not null check (length(hash) = 32),
  recorded_at timestamptz not null,
  orders_placed bigint not null,
  commands bigint not null,
  commands_sum numeric not null
);

-- The same of the log, by 65,536 positions: how many events there were up to state.position, and the sum of their hashes
-- (hash_record_extended). An old event that is changed, gone or moved changes the sum.
create table audit.log_block (
  block bigint primary key,
  events bigint not null,
  sum numeric not null
);

-- A Merkle tree over the log, RFC 6962's: leaf n is sha256(0 ‖ hash of event n ‖ which movement of its wallet it is,
-- 8 bytes, 0 for none). Kept as blocks of 256 leaves; the root of a block that is full.
create table audit.tree_block (
  index bigint primary key,
  leaves bytea not null check (length(leaves) between 32 and 8192 and length(leaves) % 32 = 0),
  root bytea check ((root is not null) = (length(leaves) = 8192))
);
-- Hashes do not compress.
alter table audit.tree_block alter column leaves set storage external;

-- How many movements of a wallet are in the tree.
create table audit.tree_wallet (
  wallet uuid primary key,
  movements bigint not null
);

-- What movements are looked up by that purchases should not pay for.
create table audit.amount (
  amount bigint not null,
  position bigint not null,
  primary key (amount, position)
);

-- What the last look at the books found.
create table audit.books (
  id boolean primary key default true check (id),
  checked_at timestamptz not null,
  took_ms integer not null,
  position bigint not null,
  hash text not null,
  -- Empty: the books balance.
  findings jsonb not null
);

-- Verifications of the whole log that somebody asked for; one at a time.
create table audit.verification (
  id bigint generated always as identity primary key,
  asked_at timestamptz not null default now(),
  -- A user's id, or "system".
  asked_by text not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- How far it has come, and how far it has to go.
  position bigint not null default 0,
  target bigint not null default 0,
  hash text,
  findings jsonb,
  -- Why it could not be done.
  failure text
);
create unique index verification_open on audit.verification ((true)) where finished_at is null;

-- The head of each day, as it was sent out.
create table audit.daily_head (
  day date primary key,
  position bigint not null,
  hash text not null,
  root text not null,
  sent_at timestamptz
);

insert into audit.state values (true, 0, decode(repeat('00', 32), 'hex'), '1970-01-01', 0, 0, 0);
insert into audit.house_account values ('momo', 0, 0), ('sales', 0, 0), ('corrections', 0, 0);
insert into audit.notice (id, notice, momo_phone_number, momo_account_name, support_group, support_chat, admin_phone,
    card_number, templates, version, position)
  values (true, '', '', '', '', '', '', 'last four', '{}', 0, 0);
grant select, insert, update, delete on all tables in schema audit to cedibook_api;

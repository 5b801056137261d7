-- The auditor's own data. None of it is part of the log: it can be deleted, and the auditor makes it again from the log.

create schema audit;

do $$
begin
  create role cedibook_auditor nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant cedibook_auditor to current_user;

-- Copies of the projections. The auditor evolves them from the log and compares them with the originals. A migration that
-- changes a projection's columns must change its copy too (a test compares them) and reset audit.state.
create table audit.house_account (like ledger.house_account, primary key (name));
create table audit.wallet (like ledger.wallet, primary key (user_id)) with (fillfactor = 50);
create table audit.account (like ledger.account, primary key (user_id));
create table audit."order" (like ledger."order", primary key (id));
create table audit.topup (like ledger.topup, primary key (id));
create table audit.payment (like ledger.payment, primary key (id));
create table audit.product (like ledger.product, primary key (id));
create table audit.settings (like ledger.settings, primary key (id));
create table audit.approval (like ledger.approval, primary key (id));
create table audit.reversal (like ledger.reversal, primary key (entry));
create table audit.sales_by_day (like ledger.sales_by_day, primary key (user_id, day, status)) with (fillfactor = 50);
create table audit.daily_total (like ledger.daily_total, primary key (list, day, status)) with (fillfactor = 50);
insert into audit.house_account select * from ledger.house_account;
insert into audit.settings select * from ledger.settings;

-- How far the log has been verified, and the number of accepted commands up to there with the sum of their rows' hashes.
create table audit.state (
  id boolean primary key default true check (id),
  position bigint not null,
  hash bytea not null check (length(hash) = 32),
  recorded_at timestamptz not null,
  orders_placed bigint not null,
  commands bigint not null,
  commands_sum numeric not null
);
insert into audit.state values (true, 0, decode(repeat('00', 32), 'hex'), '1970-01-01', 0, 0, 0);

-- For each block of 65,536 positions: how many events there were up to state.position, and the sum of their hashes
-- (hash_record_extended). Changing, removing or moving an old event changes the sum.
create table audit.log_block (
  block bigint primary key,
  events bigint not null,
  sum numeric not null
);

-- A Merkle tree over the log as in RFC 6962. Leaf n is sha256(0 ‖ hash of event n ‖ which movement of its wallet it is,
-- 8 bytes, 0 for none). Stored as blocks of 256 leaves; a full block has its root.
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

-- Movements by amount: an index on the log itself would slow down purchases.
create table audit.amount (
  amount bigint not null,
  position bigint not null,
  primary key (amount, position)
);

-- The result of the last check of the books.
create table audit.books (
  id boolean primary key default true check (id),
  checked_at timestamptz not null,
  took_ms integer not null,
  position bigint not null,
  hash text not null,
  -- Empty if the books balance.
  findings jsonb not null
);

-- Requested verifications of the whole log. Only one can be open at a time.
create table audit.verification (
  id bigint generated always as identity primary key,
  asked_at timestamptz not null default now(),
  -- A user's id, or "system".
  asked_by text not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- The last verified position, and the position to reach.
  position bigint not null default 0,
  target bigint not null default 0,
  hash text,
  findings jsonb,
  -- Why it could not be carried out.
  failure text
);
create unique index verification_open on audit.verification ((true)) where finished_at is null;

-- The head at the end of each day, as it was published.
create table audit.daily_head (
  day date primary key,
  position bigint not null,
  hash text not null,
  root text not null,
  sent_at timestamptz
);

-- Each time that the books did not balance. Only the auditor writes it.
create table audit.incident (
  id bigint generated always as identity primary key,
  began_at timestamptz not null default now(),
  -- Null while the books are red.
  ended_at timestamptz,
  -- Everything that differed meanwhile.
  findings jsonb not null
);
create unique index incident_open on audit.incident ((true)) where ended_at is null;

-- Sums of each day of the log that only the auditor writes, in the transaction that verified the events: what admins did
-- with money alone, and the top-ups that a MoMo statement is compared with. Readers add what comes after days_counted
-- from the log itself.
create table audit.alone_day (
  day date not null,
  -- A user's id, or "system".
  actor text collate "C" not null,
  kind text collate "C" not null,
  count bigint not null,
  -- Pesewas, without a sign.
  amount bigint not null,
  primary key (day, actor, kind)
) with (fillfactor = 50);

create table audit.topup_day (
  -- Of the approval.
  day date primary key,
  count bigint not null,
  amount bigint not null
) with (fillfactor = 50);

create table audit.days_counted (
  id boolean primary key default true check (id),
  position bigint not null
) with (fillfactor = 10);
insert into audit.days_counted values (true, 0);

-- Only the auditor writes its own data. The API reads it, and can ask for a verification.
grant usage on schema ledger, audit to cedibook_auditor;
grant select on all tables in schema ledger to cedibook_auditor;
grant select, insert, update, delete on all tables in schema audit to cedibook_auditor;
grant usage on schema audit to cedibook_api;
grant select on all tables in schema audit to cedibook_api;
grant insert (asked_by) on audit.verification to cedibook_api;

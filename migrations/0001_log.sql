-- The log: every fact is one event, append-only and hash-chained. Money is bigint pesewas (100 = ¢1.00).

create schema ledger;

-- The API runs as this role. Roles belong to the cluster, so another database may have created it already.
do $$
begin
  create role cedibook_api nologin;
exception when duplicate_object or unique_violation then null;
end $$;
-- An owner without superuser can only switch to roles granted to them, even to a role they created.
grant cedibook_api to current_user;

-- Readiness tells load balancers whether every migration has been applied.
grant select on kysely_migration to cedibook_api;

-- Before PostgreSQL 15, everybody could create functions and operators here, which calls without a schema may find.
revoke create on schema public from public;

-- A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;

-- Fixed-width columns come first, so that no space is lost to padding.
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
  counterparty text collate "C" check (counterparty in ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales',
    'corrections', 'opening')),
  data jsonb not null,
  -- What gains the amount, if no wallet does.
  house text collate "C",
  unique (stream, version),
  check (
    case when house is null then num_nulls(wallet, counterparty, amount, balance_after) in (0, 4)
    else num_nulls(wallet, balance_after) = 2 and num_nulls(counterparty, amount) = 0 end
  ),
  constraint event_house_check check (house in ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales',
    'corrections', 'opening') and house <> counterparty),
  check (amount <> 0)
);

create function ledger.refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % of % is refused', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

create trigger append_only before update or delete or truncate on ledger.event
  for each statement execute function ledger.refuse_rewriting();
-- "Always" includes sessions that switch triggers off with session_replication_role.
alter table ledger.event enable always trigger append_only;

-- The end of the log. A writer must hold the lock on this row to append.
create table ledger.head (
  id boolean primary key default true check (id),
  position bigint not null,
  orders_placed bigint not null,
  recorded_at timestamptz not null,
  hash bytea not null check (length(hash) = 32),
  -- Counts changes of projections that are not in the log: a writer that sees it change drops the rows it remembers.
  rebuilds bigint not null default 0
) with (fillfactor = 10);
insert into ledger.head values (true, 0, 0, '1970-01-01T00:00:00Z', decode(repeat('00', 32), 'hex'));

-- Every answered command, kept permanently. If it was accepted, `position` and `events` name the events it wrote, which are
-- its answer. If it was refused, `rejection` is its answer and `events` is 0. Only refused commands do not follow from the log.
create table ledger.command (
  position bigint not null,
  id uuid primary key,
  events integer not null check ((events = 0) = (rejection is not null)),
  fingerprint bytea not null,
  rejection jsonb
);

create index event_wallet on ledger.event (wallet, position) where wallet is not null;
-- A wallet's movements other than purchases, for the months of its statement and for searching it. Purchases are most of
-- the log. They are not in this index, so it costs them nothing: their sums are in sales_by_day, and they are found by
-- order_user.
create index event_wallet_rest on ledger.event (wallet, position)
  where wallet is not null and type <> 'order_placed';

-- For the audit's search of movements. Events that place, process or complete an order are in none of these indexes, so
-- they cost a purchase almost nothing. An index on every amount took 8 % of the purchases per second: see audit.amount.
create index event_decided on ledger.event (type, position)
  where type in ('topup_approved', 'order_rejected', 'wallet_corrected');
create index event_decided_by on ledger.event (type, actor, position)
  where type in ('topup_approved', 'order_rejected', 'wallet_corrected');
create index event_reason on ledger.event using gin ((data ->> 'reason') public.gin_trgm_ops) with (fastupdate = off)
  where type in ('order_rejected', 'wallet_corrected');
-- Rejected orders whose charge had already been corrected in full: very few.
create index event_unrefunded on ledger.event (position) where type = 'order_rejected' and wallet is null;
-- The corrections of a movement, those of an admin within the last day, and those that an admin asked for.
create index event_corrects on ledger.event (((data ->> 'corrects')::bigint)) where type = 'wallet_corrected';
create index event_corrected on ledger.event (actor, recorded_at) where type = 'wallet_corrected';
create index event_requested on ledger.event ((data ->> 'requested_by'), position)
  where type = 'wallet_corrected';

-- What is rare in the log, whatever its type, so that a new type of act or movement needs no migration. The types that are not
-- rare have indexes of their own, or none.
create index event_act on ledger.event (type, position)
  where type not in ('order_placed', 'order_processed', 'order_completed', 'order_rejected', 'order_removed',
    'topup_requested', 'topup_approved', 'topup_removed', 'wallet_corrected', 'user_registered', 'wallet_opened',
    'payment_received', 'payment_fee_charged');
create index event_act_by on ledger.event (type, actor, position)
  where type not in ('order_placed', 'order_processed', 'order_completed', 'order_rejected', 'order_removed',
    'topup_requested', 'topup_approved', 'topup_removed', 'wallet_corrected', 'user_registered', 'wallet_opened',
    'payment_received', 'payment_fee_charged');
-- Removals of single rows. Those of a list that was cleared are in event_cleared.
create index event_removed on ledger.event (type, position)
  where type in ('order_removed', 'topup_removed') and data ->> 'clearing' is null;
create index event_removed_by on ledger.event (type, actor, position)
  where type in ('order_removed', 'topup_removed') and data ->> 'clearing' is null;
create index event_cleared on ledger.event (((data ->> 'clearing')::bigint), position)
  where type in ('topup_removed', 'order_removed') and data ->> 'clearing' is not null;

-- What each admin has processed and completed. A batch is one act of its own, so its orders are left out.
create index event_moved on ledger.event (type, position)
  where type in ('order_processed', 'order_completed') and data ->> 'batch' is null;
create index event_moved_by on ledger.event (type, actor, position)
  where type in ('order_processed', 'order_completed') and data ->> 'batch' is null;
-- Everybody who has ever been an admin: a handful among all users.
create index event_admin on ledger.event (position)
  where type = 'user_registered' and data ->> 'level' = 'Admin'
    or type = 'user_level_changed' and data ->> 'after' = 'Admin';

-- Purchases below a price that an admin had just cut, by that admin.
create index event_below on ledger.event ((data -> 'below' ->> 'by'), recorded_at)
  where type = 'order_placed' and data ? 'below';

grant usage on schema ledger to cedibook_api;
grant select, insert on ledger.event, ledger.command to cedibook_api;
grant select, update on ledger.head to cedibook_api;

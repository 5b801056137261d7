-- Payments that rails report. Their money moves between two house accounts before it reaches a wallet.
alter table ledger.event drop constraint event_counterparty_check, drop constraint event_check;
alter table ledger.event
  -- What gains the amount, if no wallet does.
  add column house text collate "C",
  add constraint event_counterparty_check check (counterparty in ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening')),
  add constraint event_house_check check (house in ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening') and house <> counterparty),
  add constraint event_check check (
    case when house is null then num_nulls(wallet, counterparty, amount, balance_after) in (0, 4)
    else num_nulls(wallet, balance_after) = 2 and num_nulls(counterparty, amount) = 0 end
  );

alter table ledger.house_account drop constraint house_account_name_check;
alter table ledger.house_account add constraint house_account_name_check check (name in ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening'));
insert into ledger.house_account (name, balance, position)
  values ('telecel', 0, 0), ('paystack', 0, 0), ('suspense', 0, 0), ('fees', 0, 0), ('owner', 0, 0);
insert into audit.house_account (name, balance, position)
  values ('telecel', 0, 0), ('paystack', 0, 0), ('suspense', 0, 0), ('fees', 0, 0), ('owner', 0, 0);

-- What admins did with payments.
create index event_payment_act on ledger.event (type, position)
  where type in ('payment_held', 'payment_matched', 'payment_covered', 'payment_returned', 'rail_transferred')
    and data ->> 'clearing' is null;
create index event_payment_act_by on ledger.event (type, actor, position)
  where type in ('payment_held', 'payment_matched', 'payment_covered', 'payment_returned', 'rail_transferred')
    and data ->> 'clearing' is null;
create index event_funded on ledger.event (type, position) where type = 'wallet_funded';

-- The payment that paid for it.
alter table ledger.topup add column payment uuid;
alter table audit.topup add column payment uuid;

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
create index payment_user on ledger.payment (user_id, received) where user_id is not null;
grant select, insert, update on ledger.payment to cedibook_api;
grant select on ledger.payment to cedibook_auditor;

create table audit.payment (like ledger.payment);
alter table audit.payment add primary key (id);
grant select on audit.payment to cedibook_api;
grant select, insert, update, delete on audit.payment to cedibook_auditor;

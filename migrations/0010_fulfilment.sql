-- Orders that suppliers deliver, what they cost, and the shop's own stock of vouchers.

-- One row for each attempt.
create table ledger.fulfilment (
  -- Order and attempt: 17-1.
  id text collate "C" primary key,
  order_id bigint not null,
  cost bigint check (cost >= 0),
  sent_at timestamptz not null,
  settled_at timestamptz,
  position bigint not null,
  attempt integer not null check (attempt > 0),
  version integer not null,
  supplier text collate "C" not null,
  -- What the supplier calls the package.
  code text collate "C" not null,
  reference text collate "C" not null unique,
  state text collate "C" not null check (state in ('sent', 'accepted', 'delivered', 'refused')),
  reason text,
  contradiction text
);
create index fulfilment_order on ledger.fulfilment (order_id);
create index fulfilment_sent on ledger.fulfilment (supplier, sent_at);
-- Those whose end nobody knows yet.
create index fulfilment_open on ledger.fulfilment (sent_at) where state in ('sent', 'accepted');
create index fulfilment_contradicted on ledger.fulfilment (position) where contradiction is not null;

create table audit.fulfilment (like ledger.fulfilment, primary key (id));

alter table ledger.settings add column package_routes jsonb not null default '{}';
alter table audit.settings add column package_routes jsonb not null default '{}';

alter table ledger.house_account drop constraint house_account_name_check, add constraint house_account_name_check check (name in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'float:datamart',
    'float:stock'));
insert into ledger.house_account (name, balance, position) values ('cost', 0, 0), ('float:datamart', 0, 0), ('float:stock', 0, 0);
insert into audit.house_account (name, balance, position) values ('cost', 0, 0), ('float:datamart', 0, 0), ('float:stock', 0, 0);

-- Everything that is there was allowed before, so nothing is read to know it: a long log need not wait.
alter table ledger.event drop constraint event_counterparty_check, add constraint event_counterparty_check check (counterparty in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'float:datamart',
    'float:stock')) not valid;
alter table ledger.event drop constraint event_house_check, add constraint event_house_check check (house in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'float:datamart',
    'float:stock') and house <> counterparty) not valid;

-- What the shop does by itself with each order is nobody's act.
create or replace function ledger.is_act(type text, data jsonb) returns boolean language sql immutable parallel safe as $$
  select case type
    when 'order_placed' then data ? 'below'
    when 'order_processed' then not data ?| '{batch,attempt}'
    when 'order_completed' then not data ? 'attempt'
    when 'topup_requested' then false
    when 'payment_received' then false
    when 'payment_fee_charged' then false
    when 'wallet_opened' then false
    -- Products of a list are one act.
    when 'product_created' then not data ? 'list'
    when 'fulfilment_sent' then false
    when 'fulfilment_accepted' then false
    when 'fulfilment_delivered' then false
    when 'fulfilment_refused' then false
    when 'fulfilment_returned' then false
    when 'fulfilment_contradicted' then false
    when 'user_registered' then data ->> 'level' = 'Admin'
    else true end
$$;

-- Vouchers that the shop bought in advance. PIN and serial are sealed together. `digest`: of the PIN, keyed, so that none is
-- there twice. Once sold, it has its order, and the buyer's copy is in shop.order_detail.
create table shop.voucher_stock (
  id bigint generated always as identity primary key,
  package_id text collate "C" not null,
  -- What the shop paid for it, in pesewas.
  cost bigint not null check (cost >= 0),
  order_id bigint unique,
  imported_at timestamptz not null default now(),
  imported_by uuid not null,
  digest bytea not null unique check (length(digest) = 32),
  sealed text not null
);
create index voucher_stock_left on shop.voucher_stock (package_id, id) where order_id is null;

-- How far the log was looked through for orders that go to suppliers. Null: from now on.
create table shop.fulfilment_follower (
  id boolean primary key default true check (id),
  position bigint
);
insert into shop.fulfilment_follower default values;

-- Orders that suppliers deliver, until nothing is to be done about them. A job names the row, and a job that was lost is made
-- again from it.
create table shop.fulfilment (
  order_id bigint primary key,
  -- When it is worked on next; null: no more by itself.
  next_at timestamptz,
  -- When it may leave, if it has a place in the supplier's rate.
  slot_at timestamptz,
  -- How often the supplier was asked about the open attempt.
  asks integer not null default 0,
  -- The supplier's own reference of the last attempt that it has named one for.
  their_reference text collate "C",
  their_attempt integer,
  -- What the supplier, or the connection to it, said last of the open attempt.
  said text
);
create index fulfilment_theirs on shop.fulfilment (their_reference) where their_reference is not null;
create index fulfilment_due on shop.fulfilment (next_at) where next_at is not null;

-- What suppliers ask for a package of theirs, as they said it last.
create table shop.supplier_price (
  supplier text collate "C" not null,
  code text collate "C" not null,
  -- As the supplier names it.
  name text not null,
  network text collate "C" not null,
  cost bigint not null check (cost >= 0),
  seen_at timestamptz not null default now(),
  primary key (supplier, code)
);

-- What is known of a supplier, and whether orders go there.
create table shop.supplier (
  name text collate "C" primary key,
  is_paused boolean not null default false,
  -- What the supplier says that it holds for the shop, in pesewas; null until it was asked.
  balance bigint,
  balance_at timestamptz,
  -- Since when its balance differs from the books.
  differs_since timestamptz,
  -- How often in a row it gave no answer that could be understood. After some, it gets no order before then.
  failures integer not null default 0,
  rests_until timestamptz,
  failure text,
  -- When the next order may leave: its rate limit, over all processes.
  next_slot_at timestamptz not null default now()
);
insert into shop.supplier (name) values ('datamart'), ('stock');

grant select, insert, update on ledger.fulfilment to cedibook_api;
grant select on ledger.fulfilment to cedibook_auditor;
grant select, insert, update, delete on audit.fulfilment to cedibook_auditor;
grant select on audit.fulfilment to cedibook_api;
grant select, insert, update, delete on shop.voucher_stock, shop.supplier_price, shop.supplier, shop.fulfilment,
  shop.fulfilment_follower
  to cedibook_api;

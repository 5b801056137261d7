-- Orders of guests in agents' shops: paid by a payment of a rail in place of a wallet.

-- What agents earn with them is in the account `held` until they are delivered. Everything that is there was allowed before, so
-- nothing of the log is read to know it.
alter table ledger.house_account drop constraint house_account_name_check, add constraint house_account_name_check check (name in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'held',
    'float:datamart', 'float:hubnet', 'float:reloadly', 'float:stock'));
insert into ledger.house_account (name, balance, position) values ('held', 0, 0);
insert into audit.house_account (name, balance, position) values ('held', 0, 0);
alter table ledger.event drop constraint event_counterparty_check, add constraint event_counterparty_check check (counterparty in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'held',
    'float:datamart', 'float:hubnet', 'float:reloadly', 'float:stock')) not valid;
alter table ledger.event drop constraint event_house_check, add constraint event_house_check check (house in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'held',
    'float:datamart', 'float:hubnet', 'float:reloadly', 'float:stock') and house <> counterparty) not valid;

-- The guest's payment.
alter table ledger."order" add column payment uuid;
alter table audit."order" add column payment uuid;
-- An agent's statement leaves them out. A purchase pays for the condition alone.
create index order_of_guest on ledger."order" (user_id, id) where payment is not null;

-- The guest's order that it paid for; what the agent earns with that, and what of it is for the shop's fees.
alter table ledger.payment add column order_id bigint, add column margin bigint check (margin >= 0),
  add column borne bigint check (borne >= 0),
  -- The shop sends it back by itself. Refused: the rail does not.
  add column refund text check (refund in ('wanted', 'asked', 'refused'));
alter table audit.payment add column order_id bigint, add column margin bigint, add column borne bigint, add column refund text;
create index payment_order on ledger.payment (order_id) where order_id is not null;
create index payment_refund on ledger.payment (received) where refund in ('wanted', 'asked');

-- A purchase below a price that an admin had just cut is of the order's user, whoever has paid.
create or replace function ledger.act_of(e ledger.event) returns setof ledger.act language sql immutable parallel safe as $$
  select e.position,
    case e.type when 'order_placed' then (e.data -> 'below' ->> 'amount')::bigint else e.amount end,
    case e.type when 'wallet_corrected' then (e.data ->> 'corrects')::bigint end,
    case when e.type in ('order_removed', 'topup_removed') then (e.data ->> 'clearing')::bigint end,
    e.recorded_at, case e.type when 'order_placed' then (e.data ->> 'user')::uuid else e.wallet end, e.type,
    case e.type when 'order_placed' then e.data -> 'below' ->> 'by' else e.actor end,
    e.data ->> 'requested_by', e.data ->> 'payment',
    case when e.type = 'user_registered' or e.type = 'user_level_changed' and e.data ->> 'after' = 'Admin'
      then substr(e.stream, length('user/') + 1) end,
    e.data ->> 'reason'
  where ledger.is_act(e.type, e.data)
$$;

-- What a guest has asked for, as they saw it.
create table shop.guest_order (
  id bigint generated always as identity primary key,
  -- Whoever has the token sees the order. Of the token only its hash, and the token sealed, for the SMS with its link.
  token_hash bytea not null unique check (length(token_hash) = 32),
  token text not null,
  -- Keyed hash of the request's Idempotency-Key and body: the same request again is the same order.
  request bytea unique check (length(request) = 32),
  -- The agent.
  user_id uuid not null,
  -- In pesewas: all that the guest is asked for, and what of it is for the fee.
  price bigint not null check (price > 0),
  surcharge bigint not null check (surcharge >= 0),
  created_at timestamptz not null default now(),
  fee_by text collate "C" not null check (fee_by in ('guest', 'agent', 'shop')),
  package_id text collate "C" not null,
  network text not null,
  offer text not null,
  receiver text not null,
  -- The paying number.
  payer text not null
);
create index guest_order_user on shop.guest_order (user_id, id);

-- A charge is for a top-up or for a guest's order. The rail is asked to send a payment back at some time, so often.
alter table shop.charge add column guest_order bigint unique, add column refund_next_at timestamptz,
  add column refund_asks integer not null default 0;
create index charge_payment on shop.charge (payment) where payment is not null;

grant select, insert, update, delete on shop.guest_order to cedibook_api;

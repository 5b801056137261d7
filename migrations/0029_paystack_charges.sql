-- What was asked of Paystack, and what it says about it. A reference that the shop did not make has no user.
create table shop.paystack_charge (
  -- 20 of [a-z0-9]: what both sides know the payment by.
  reference text collate "C" primary key,
  user_id uuid,
  -- The request that the payment is for.
  topup bigint unique,
  -- In pesewas; what was asked for.
  amount bigint,
  -- asking: nobody knows yet whether Paystack has the charge. strange: paid, but not what was asked for.
  state text collate "C" not null
    check (state in ('asking', 'otp', 'waiting', 'paid', 'failed', 'strange')),
  -- What Paystack says about it.
  said text not null default '',
  created_at timestamptz not null default now(),
  -- When to ask what became of it; null: never again.
  next_check_at timestamptz,
  checks integer not null default 0
);
create index paystack_charge_due on shop.paystack_charge (next_check_at) where next_check_at is not null;
create index paystack_charge_user on shop.paystack_charge (user_id, created_at) where user_id is not null;
grant select, insert, update, delete on shop.paystack_charge to cedibook_api;
